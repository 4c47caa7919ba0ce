//! Files mapped into memory.
//!
//! A page of a mapping whose file has become shorter, or for which the disk has no room, raises
//! `SIGBUS` when it is touched: [`explain_faults`] makes that a message.

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "unsupported.rs")]
mod imp;

use std::ops::Range;

use crate::Result;
use crate::data::File;

/// What is told about a mapping, and when its pages come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Nothing: each page comes when it is touched.
    Nothing,
    /// `madvise(2)` with `MADV_SEQUENTIAL`.
    Sequential,
    /// `madvise(2)` with `MADV_WILLNEED`.
    WillNeed,
    /// `madvise(2)` with `MADV_HUGEPAGE`. Linux.
    HugePage,
    /// `madvise(2)` with `MADV_POPULATE_READ`. Linux.
    PopulateRead,
    /// `mmap(2)` with `MAP_POPULATE`. Linux.
    MapPopulate,
}

/// A shared mapping of a part of a file. Dropping it unmaps it as well, where an error cut the work
/// short.
pub struct Map(imp::Map);

impl Map {
    /// `mmap(2)` with `MAP_SHARED`, for reading, then `madvise(2)` where the hint asks for it. The
    /// part begins at a page and is not empty.
    #[inline]
    pub fn reading(file: &File, part: &Range<u64>, hint: Hint) -> Result<Self> {
        imp::Map::new(&file.0, part, false, hint).map(Self)
    }

    /// `mmap(2)` with `MAP_SHARED`, for writing.
    #[inline]
    pub fn writing(file: &File, part: &Range<u64>) -> Result<Self> {
        imp::Map::new(&file.0, part, true, Hint::Nothing).map(Self)
    }

    /// The mapped bytes.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        self.0.bytes()
    }

    /// The mapped bytes of a mapping for writing.
    ///
    /// # Panics
    /// Where the mapping is for reading.
    #[inline]
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        self.0.bytes_mut()
    }

    /// Reads one byte of each page.
    #[inline]
    pub fn touch(&self) {
        self.0.touch();
    }

    /// `msync(2)` with `MS_SYNC`: data and metadata to the medium.
    #[inline]
    pub fn sync(&self) -> Result<()> {
        self.0.sync()
    }

    /// `munmap(2)`, with its answer.
    #[inline]
    pub fn unmap(self) -> Result<()> {
        self.0.unmap()
    }
}

/// From here on, a fault in a mapping writes `message` to the standard output and ends the process
/// with status 1: `sigaction(2)` of `SIGBUS`.
pub fn explain_faults(message: &'static str) -> Result<()> {
    imp::explain_faults(message)
}
