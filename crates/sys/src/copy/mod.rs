//! Copies that the kernel makes, without data passing through the program.

#[cfg_attr(target_os = "linux", path = "linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "unsupported.rs")]
mod imp;

use crate::Result;
use crate::data::File;

/// `copy_file_range(2)` of up to `bytes` at the same place of both; the bytes copied, zero at the
/// end of the source.
#[inline]
pub fn copy_range(from: &File, to: &File, at: u64, bytes: u64) -> Result<usize> {
    imp::copy_range(&from.0, &to.0, at, bytes)
}

/// `sendfile(2)` of up to `bytes` from a place of the source to the destination's own place, which
/// [`seek`] sets; the bytes copied, zero at the end of the source. One call copies at most
/// 2,147,479,552 bytes.
#[inline]
pub fn send(from: &File, to: &File, at: u64, bytes: u64) -> Result<usize> {
    imp::send(&from.0, &to.0, at, bytes)
}

/// `lseek(2)` from the beginning.
#[inline]
pub fn seek(file: &File, to: u64) -> Result<()> {
    imp::seek(&file.0, to)
}

/// `ioctl(2)` with `FICLONE`: the destination shares the source's blocks.
#[inline]
pub fn share(from: &File, to: &File) -> Result<()> {
    imp::share(&from.0, &to.0)
}

/// Whether any block of a file is shared with another: `ioctl(2)` with `FS_IOC_FIEMAP`; `None`
/// where the file system does not tell.
pub fn shares_blocks(file: &File) -> Option<bool> {
    imp::shares_blocks(&file.0)
}

/// A pipe through which data are spliced.
pub struct Pipe(imp::Pipe);

impl Pipe {
    /// `pipe2(2)`, then `fcntl(2)` with `F_SETPIPE_SZ`, without which a pipe holds 64 KiB. An
    /// unprivileged process may ask for what `/proc/sys/fs/pipe-max-size` says.
    pub fn new(bytes: usize) -> Result<Self> {
        imp::Pipe::new(bytes).map(Self)
    }

    /// What it holds.
    pub fn capacity(&self) -> usize {
        self.0.capacity()
    }

    /// `splice(2)` from a place of a file, with `SPLICE_F_MOVE` and `SPLICE_F_MORE`; the bytes
    /// that the pipe took, zero at the end of the file.
    #[inline]
    pub fn fill(&self, from: &File, at: u64, bytes: usize) -> Result<usize> {
        self.0.fill(&from.0, at, bytes)
    }

    /// `splice(2)` to a place of a file, with the same flags; the bytes that the file took.
    #[inline]
    pub fn empty(&self, to: &File, at: u64, bytes: usize) -> Result<usize> {
        self.0.empty(&to.0, at, bytes)
    }
}
