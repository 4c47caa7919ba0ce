//! What the server's processes and threads count together.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use sys::memory::Shared;

use crate::Result;

const ANSWERED: usize = 0;
const LIVE: usize = 1;
const PEAK: usize = 2;
const STOPPED_AT: usize = 3;
const REASON: usize = 4;
const PLACES: usize = 5;

/// An error without a number.
const UNNUMBERED: u64 = u64::MAX;

/// Numbers that all of the server's processes see.
pub(super) struct Board(Shared);

impl Board {
    pub(super) fn new() -> Result<Self> {
        Ok(Self(Shared::new(PLACES)?))
    }

    fn at(&self, place: usize) -> &AtomicU64 {
        self.0.at(place)
    }

    /// A connection was accepted.
    #[inline]
    pub(super) fn enter(&self) {
        let live = self.at(LIVE).fetch_add(1, Relaxed) + 1;
        if live > self.at(PEAK).load(Relaxed) {
            self.at(PEAK).fetch_max(live, Relaxed);
        }
    }

    /// It was answered: said before it is closed, so that no client has an answer that is not
    /// counted here.
    #[inline]
    pub(super) fn answered(&self) {
        self.at(ANSWERED).fetch_add(1, Relaxed);
    }

    /// It was not answered after all.
    #[cold]
    pub(super) fn unanswered(&self) {
        self.at(ANSWERED).fetch_sub(1, Relaxed);
    }

    /// It is over.
    #[inline]
    pub(super) fn leave(&self) {
        self.at(LIVE).fetch_sub(1, Relaxed);
    }

    /// Something could not be had for a connection; the first time is kept.
    #[cold]
    pub(super) fn refused(&self, error: &sys::Error) {
        let number = match error {
            sys::Error::Os { source, .. } => source.raw_os_error(),
            sys::Error::Unsupported(_) => None,
        };
        let number = number.map_or(UNNUMBERED, |number| number as u64);
        if self.at(REASON).compare_exchange(0, number, Relaxed, Relaxed).is_ok() {
            self.at(STOPPED_AT).store(self.live(), Relaxed);
        }
    }

    /// Connections that were answered.
    pub(super) fn total(&self) -> u64 {
        self.at(ANSWERED).load(Relaxed)
    }

    /// Connections that are open now.
    pub(super) fn live(&self) -> u64 {
        self.at(LIVE).load(Relaxed)
    }

    /// Most connections that were open at once.
    pub(super) fn peak(&self) -> u64 {
        self.at(PEAK).load(Relaxed)
    }

    /// What could not be had first, and how many connections were open then.
    pub(super) fn trouble(&self) -> Option<String> {
        let number = self.at(REASON).load(Relaxed);
        let what = match number {
            0 => return None,
            UNNUMBERED => "this call takes no more of them".to_owned(),
            number => std::io::Error::from_raw_os_error(number as i32).to_string(),
        };
        Some(format!("at {} connections: {what}", self.at(STOPPED_AT).load(Relaxed)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_and_the_first_trouble_are_kept() {
        let board = Board::new().unwrap();
        for _ in 0..3 {
            board.enter();
        }
        let error = |code| sys::Error::Os {
            call: "accept",
            source: std::io::Error::from_raw_os_error(code),
        };
        assert_eq!(board.trouble(), None);
        board.refused(&error(24));
        board.leave();
        board.answered();
        board.refused(&error(11));
        assert_eq!((board.total(), board.live(), board.peak()), (1, 2, 3));
        let told = board.trouble().unwrap();
        let first = std::io::Error::from_raw_os_error(24).to_string();
        assert!(told.contains("at 3 connections") && told.contains(&first), "{told}");
    }
}
