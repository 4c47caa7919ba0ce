//! `poll(2)` and `select(2)`.

use std::mem::MaybeUninit;
use std::ptr;

use super::SELECTABLE;
use crate::socket::Handle;
use crate::{Error, Result};

/// Nobody is watched under this number.
const NOBODY: usize = usize::MAX;

/// Whether a waiting call has found something; a signal is no error and finds nothing.
fn found(call: &'static str, answer: libc::c_int) -> Result<bool> {
    if answer >= 0 {
        return Ok(answer > 0);
    }
    let error = std::io::Error::last_os_error();
    if error.kind() == std::io::ErrorKind::Interrupted {
        return Ok(false);
    }
    Err(Error::Os { call, source: error })
}

/// `poll(2)`: the whole list is handed over each time.
pub struct Poll {
    polled: Vec<libc::pollfd>,
    keys: Vec<u32>,
    /// Where in the list the socket of a number is.
    places: Vec<usize>,
}

impl Poll {
    /// For numbers below `capacity`.
    pub fn new(capacity: usize) -> Self {
        Self {
            polled: Vec::with_capacity(capacity),
            keys: Vec::with_capacity(capacity),
            places: vec![NOBODY; capacity],
        }
    }

    /// Watches a socket.
    pub fn watch(&mut self, handle: Handle, key: u32) {
        let place = key as usize;
        if self.places.len() <= place {
            self.places.resize(place + 1, NOBODY);
        }
        self.places[place] = self.polled.len();
        self.polled.push(libc::pollfd { fd: handle.0, events: libc::POLLIN, revents: 0 });
        self.keys.push(key);
    }

    /// Watches it no more.
    pub fn forget(&mut self, key: u32) {
        let place = std::mem::replace(&mut self.places[key as usize], NOBODY);
        if place == NOBODY {
            return;
        }
        self.polled.swap_remove(place);
        self.keys.swap_remove(place);
        if let Some(&moved) = self.keys.get(place) {
            self.places[moved as usize] = place;
        }
    }

    /// Waits until some can be read and appends their numbers; the time is rounded up to
    /// milliseconds.
    pub fn wait(&mut self, ready: &mut Vec<u32>, timeout_ns: Option<u64>) -> Result<()> {
        let timeout =
            timeout_ns.map_or(-1, |ns| i32::try_from(ns.div_ceil(1_000_000)).unwrap_or(i32::MAX));
        let count = self.polled.len() as libc::nfds_t;
        // SAFETY: the list is as long as said.
        let answer = unsafe { libc::poll(self.polled.as_mut_ptr(), count, timeout) };
        if found("poll", answer)? {
            let told = self.polled.iter().zip(&self.keys).filter(|(one, _)| one.revents != 0);
            ready.extend(told.map(|(_, key)| *key));
        }
        Ok(())
    }
}

/// `select(2)`: a set of bits, one for each descriptor below [`SELECTABLE`].
pub struct Select {
    watched: libc::fd_set,
    keys: [u32; SELECTABLE],
    /// One above the highest that is watched or was.
    end: libc::c_int,
}

impl Default for Select {
    fn default() -> Self {
        Self::new()
    }
}

impl Select {
    /// Nothing is watched.
    pub fn new() -> Self {
        let mut set = MaybeUninit::<libc::fd_set>::uninit();
        // SAFETY: the call empties what it is given.
        unsafe { libc::FD_ZERO(set.as_mut_ptr()) };
        // SAFETY: it was emptied just now.
        Self { watched: unsafe { set.assume_init() }, keys: [0; SELECTABLE], end: 0 }
    }

    /// Watches a socket; refused where its number is too high for the set.
    pub fn watch(&mut self, handle: Handle, key: u32) -> Result<()> {
        let place = usize::try_from(handle.0).ok().filter(|&place| place < SELECTABLE);
        let Some(place) = place else {
            return Err(Error::Unsupported("select watches descriptors below 1,024 only"));
        };
        // SAFETY: the descriptor's number lies within the set.
        unsafe { libc::FD_SET(handle.0, &raw mut self.watched) };
        self.keys[place] = key;
        self.end = self.end.max(handle.0 + 1);
        Ok(())
    }

    /// Watches it no more.
    pub fn forget(&mut self, handle: Handle) {
        if usize::try_from(handle.0).is_ok_and(|place| place < SELECTABLE) {
            // SAFETY: the descriptor's number lies within the set.
            unsafe { libc::FD_CLR(handle.0, &raw mut self.watched) };
        }
    }

    /// Waits until some can be read and appends their numbers.
    pub fn wait(&mut self, ready: &mut Vec<u32>, timeout_ns: Option<u64>) -> Result<()> {
        let mut told = self.watched;
        let mut time = timeout_ns.map(|ns| libc::timeval {
            tv_sec: (ns / 1_000_000_000) as _,
            tv_usec: (ns % 1_000_000_000).div_ceil(1_000).min(999_999) as _,
        });
        let time = time.as_mut().map_or(ptr::null_mut(), ptr::from_mut);
        let nothing = ptr::null_mut();
        // SAFETY: the sets are valid or null; all of them are as large as the system's own.
        let answer = unsafe { libc::select(self.end, &raw mut told, nothing, nothing, time) };
        if found("select", answer)? {
            for number in 0..self.end {
                // SAFETY: the number lies within the set.
                if unsafe { libc::FD_ISSET(number, &raw const told) } {
                    ready.push(self.keys[number as usize]);
                }
            }
        }
        Ok(())
    }
}
