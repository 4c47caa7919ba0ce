//! What a program tells the system about how it will read a file.

#[cfg_attr(target_os = "linux", path = "linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "unsupported.rs")]
mod imp;

use std::ops::Range;

use crate::Result;
use crate::data::File;

/// One piece of advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advice {
    /// `posix_fadvise(2)` with `POSIX_FADV_SEQUENTIAL`: read further ahead.
    Sequential,
    /// `posix_fadvise(2)` with `POSIX_FADV_NOREUSE`: no need to keep it.
    NoReuse,
    /// `posix_fadvise(2)` with `POSIX_FADV_WILLNEED`: begin to read it all.
    WillNeed,
    /// `readahead(2)`: the same, by the call that waits until reading has begun.
    ReadAhead,
}

/// Gives a piece of advice on a part of a file.
#[inline]
pub fn advise(file: &File, part: &Range<u64>, advice: Advice) -> Result<()> {
    imp::advise(&file.0, part, advice)
}
