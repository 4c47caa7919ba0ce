//! `epoll(7)`.

use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::ptr;

use crate::socket::Handle;
use crate::{Error, Result};

/// What is waited for.
#[derive(Clone, Copy, Debug)]
pub struct Interest {
    /// That it can be written to.
    pub write: bool,
    /// To be told once for each change, not as long as it lasts.
    pub edge: bool,
}

impl Interest {
    /// Reading, told as long as something can be read.
    pub const READ: Self = Self { write: false, edge: false };
}

/// What one of the watched sockets is ready for.
#[derive(Clone, Copy, Debug)]
pub struct Ready {
    /// The number under which it is watched.
    pub key: u64,
    /// It can be read, or the other side is gone.
    pub read: bool,
    /// It can be written to.
    pub write: bool,
}

/// A set of sockets that the kernel keeps: `epoll(7)`. Linux only.
pub struct Epoll {
    set: OwnedFd,
    events: Vec<libc::epoll_event>,
    ready: Vec<Ready>,
}

impl Epoll {
    /// A set that tells of up to `capacity` sockets at a time.
    pub fn new(capacity: usize) -> Result<Self> {
        // SAFETY: takes a number.
        let answer = unsafe { libc::epoll_create1(libc::EPOLL_CLOEXEC) };
        if answer < 0 {
            return Err(Error::last("epoll_create1"));
        }
        // SAFETY: the descriptor was made just now and belongs to nobody else.
        let set = unsafe { OwnedFd::from_raw_fd(answer) };
        let capacity = capacity.clamp(1, 4096);
        let events = vec![libc::epoll_event { events: 0, u64: 0 }; capacity];
        Ok(Self { set, events, ready: Vec::with_capacity(capacity) })
    }

    /// Watches a socket until it is closed: `epoll_ctl(2)`.
    #[inline]
    pub fn watch(&mut self, handle: Handle, key: u64, interest: Interest) -> Result<()> {
        let flag = |on: bool, flag: libc::c_int| if on { flag as u32 } else { 0 };
        let events = libc::EPOLLIN as u32
            | flag(interest.write, libc::EPOLLOUT)
            | flag(interest.edge, libc::EPOLLET);
        let mut event = libc::epoll_event { events, u64: key };
        let add = libc::EPOLL_CTL_ADD;
        // SAFETY: the event outlives the call.
        let answer =
            unsafe { libc::epoll_ctl(self.set.as_raw_fd(), add, handle.0, &raw mut event) };
        if answer == 0 { Ok(()) } else { Err(Error::last("epoll_ctl")) }
    }

    /// Waits until some are ready: `epoll_wait(2)`, or `epoll_pwait2(2)` where the time matters; a
    /// signal ends it with none.
    #[inline]
    pub fn wait(&mut self, timeout_ns: Option<u64>) -> Result<&[Ready]> {
        self.ready.clear();
        let (epoll, room) = (self.set.as_raw_fd(), self.events.len() as libc::c_int);
        let count = match timeout_ns {
            // SAFETY: the list is as long as said.
            None => unsafe { libc::epoll_wait(epoll, self.events.as_mut_ptr(), room, -1) },
            Some(ns) => self.wait_at_most(ns),
        };
        if count < 0 {
            let error = std::io::Error::last_os_error();
            if error.kind() == std::io::ErrorKind::Interrupted {
                return Ok(&[]);
            }
            return Err(Error::Os { call: "epoll_wait", source: error });
        }
        self.ready.extend(self.events[..count as usize].iter().map(|event| {
            let told = event.events as libc::c_int;
            let gone = libc::EPOLLERR | libc::EPOLLHUP;
            Ready {
                key: event.u64,
                read: told & (libc::EPOLLIN | gone) != 0,
                write: told & (libc::EPOLLOUT | gone) != 0,
            }
        }));
        Ok(&self.ready)
    }

    fn wait_at_most(&mut self, ns: u64) -> libc::c_int {
        let (epoll, room) = (self.set.as_raw_fd(), self.events.len() as libc::c_int);
        let time = libc::timespec {
            tv_sec: (ns / 1_000_000_000) as _,
            tv_nsec: (ns % 1_000_000_000) as _,
        };
        let no_mask = ptr::null::<libc::sigset_t>();
        // SAFETY: list and time are valid; no mask of signals is set.
        let answer = unsafe {
            libc::syscall(
                libc::SYS_epoll_pwait2,
                epoll,
                self.events.as_mut_ptr(),
                room,
                &raw const time,
                no_mask,
                0_usize,
            )
        };
        if answer >= 0 || std::io::Error::last_os_error().raw_os_error() != Some(libc::ENOSYS) {
            return answer as libc::c_int;
        }
        // Linux before 5.11 counts in milliseconds.
        let ms = libc::c_int::try_from(ns.div_ceil(1_000_000)).unwrap_or(libc::c_int::MAX);
        // SAFETY: the list is as long as said.
        unsafe { libc::epoll_wait(epoll, self.events.as_mut_ptr(), room, ms) }
    }
}
