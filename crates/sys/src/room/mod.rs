//! Room for a file, asked for before its data are written.

#[cfg_attr(target_os = "linux", path = "linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "unsupported.rs")]
mod imp;

use std::ops::Range;

use crate::Result;
use crate::data::File;

/// The call that asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// `fallocate(2)`: refused where the file system cannot do it.
    Fallocate,
    /// `posix_fallocate(3)`: the C library writes into every block where the file system cannot.
    PosixFallocate,
    /// `ftruncate(2)`: the size alone, without blocks.
    Truncate,
}

/// Asks for room for a part of a file, which may be empty.
#[inline]
pub fn reserve(file: &File, part: &Range<u64>, room: Room) -> Result<()> {
    if part.is_empty() {
        return Ok(());
    }
    match room {
        Room::Truncate => file.set_size(part.end),
        Room::Fallocate => imp::fallocate(&file.0, part),
        Room::PosixFallocate => imp::posix_fallocate(&file.0, part),
    }
}
