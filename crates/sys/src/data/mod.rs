//! Large files: opened, read and written at explicit places, brought to an end point, closed.
//! Every function is one system call, made again where a signal interrupted it.

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "unsupported.rs")]
mod imp;

pub(crate) use imp::File as Descriptor;
#[cfg(target_os = "linux")]
pub(crate) use imp::uninterrupted;

use crate::Result;
use crate::file::Name;

/// How a file is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// What may be done with it.
    pub mode: Mode,
    /// Past the page cache: `O_DIRECT`; on macOS `F_NOCACHE` after opening.
    pub direct: bool,
    /// Whether it exists.
    pub create: Create,
}

impl Access {
    /// For reading a file that exists.
    pub const fn reading(direct: bool) -> Self {
        Self { mode: Mode::Read, direct, create: Create::No }
    }
}

/// What may be done with an open file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Reading.
    Read,
    /// Writing.
    Write,
    /// Both.
    ReadWrite,
}

/// Whether a file exists before it is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Create {
    /// It does, and keeps its data.
    No,
    /// It does not: `O_CREAT | O_EXCL`.
    New,
    /// It does, and is emptied: `O_TRUNC`.
    Truncate,
}

/// An open file. Dropping it closes it as well, where an error cut the work short.
pub struct File(pub(crate) imp::File);

impl File {
    /// `open(2)`.
    #[inline]
    pub fn open(name: &Name, access: Access) -> Result<Self> {
        imp::File::open(name, access).map(Self)
    }

    /// `pread(2)`; the bytes read, zero at the end of the file.
    #[inline]
    pub fn read_at(&self, buffer: &mut [u8], at: u64) -> Result<usize> {
        self.0.read_at(buffer, at)
    }

    /// `pwrite(2)`; the bytes written.
    #[inline]
    pub fn write_at(&self, data: &[u8], at: u64) -> Result<usize> {
        self.0.write_at(data, at)
    }

    /// `preadv2(2)` with a flag; `None` where the call would have to wait for the device
    /// (`RWF_NOWAIT` only). Linux.
    #[inline]
    pub fn read_at_with(&self, how: How, buffer: &mut [u8], at: u64) -> Result<Option<usize>> {
        self.0.read_at_with(how, buffer, at)
    }

    /// `pwritev2(2)` with a flag; the bytes written. Linux.
    #[inline]
    pub fn write_at_with(&self, how: How, data: &[u8], at: u64) -> Result<usize> {
        self.0.write_at_with(how, data, at)
    }

    /// Goes through the page cache from here on, for a last piece whose length the device does not
    /// take: `fcntl(2)` with `F_SETFL`.
    #[inline]
    pub fn stop_bypassing(&self) -> Result<()> {
        self.0.stop_bypassing()
    }

    /// `fstat(2)`; the size in bytes.
    pub fn size(&self) -> Result<u64> {
        self.0.size()
    }

    /// `ftruncate(2)`.
    #[inline]
    pub fn set_size(&self, bytes: u64) -> Result<()> {
        self.0.set_size(bytes)
    }

    /// Hands all data to the device and waits until it has them; they may be in its volatile
    /// cache. Linux: `sync_file_range(2)`; elsewhere `fsync(2)`, which promises no more on macOS.
    #[inline]
    pub fn flush(&self) -> Result<()> {
        self.0.flush()
    }

    /// Brings data and metadata to the medium: `fsync(2)`, on macOS `fcntl(2)` with `F_FULLFSYNC`.
    #[inline]
    pub fn sync(&self) -> Result<()> {
        self.0.sync()
    }

    /// `close(2)`, with its answer.
    #[inline]
    pub fn close(self) -> Result<()> {
        self.0.close()
    }
}

/// A flag of one read or write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// `RWF_NOWAIT`: only what is in the page cache.
    NoWait,
    /// `RWF_DONTCACHE`: through the page cache, which drops the pages afterwards.
    DoNotCache,
}

/// Brings the entry of a new file to the medium: `open(2)` of its directory, `fsync(2)`, `close(2)`.
#[inline]
pub fn sync_directory(name: &Name) -> Result<()> {
    imp::sync_directory(name)
}
