//! POSIX files, and what Linux and Apple's systems add.
#![allow(clippy::unused_self, reason = "a call that another system has refuses here")]

use std::ffi::CString;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::{EachWrite, Opening};
use crate::{Error, Result};

pub(super) struct File(OwnedFd);

impl File {
    pub(super) fn open(path: &Path, opening: Opening) -> Result<Self> {
        let path = CString::new(path.as_os_str().as_bytes())
            .map_err(|_| Error::Unsupported("a path with a NUL byte"))?;
        let mut flags = libc::O_RDWR | libc::O_CREAT | libc::O_CLOEXEC;
        if opening.direct {
            flags |= direct()?;
        }
        flags |= match opening.each_write {
            EachWrite::Nothing => 0,
            EachWrite::Data => data_sync()?,
            EachWrite::All => libc::O_SYNC,
        };
        // SAFETY: the path is valid and ends in NUL.
        let descriptor = unsafe { libc::open(path.as_ptr(), flags, 0o600) };
        check("open", descriptor)?;
        // SAFETY: opened just now, and nobody else has it.
        Ok(Self(unsafe { OwnedFd::from_raw_fd(descriptor) }))
    }

    pub(super) fn descriptor(&self) -> RawFd {
        self.0.as_raw_fd()
    }

    #[inline]
    pub(super) fn write_at(&self, data: &[u8], offset: u64) -> Result<()> {
        // SAFETY: the descriptor is open; the data are as long as said.
        let written = unsafe {
            libc::pwrite(self.descriptor(), data.as_ptr().cast(), data.len(), offset as libc::off_t)
        };
        whole("pwrite", written, data.len())
    }

    #[cfg(target_os = "linux")]
    #[inline]
    pub(super) fn write_through_at(&self, data: &[u8], offset: u64) -> Result<()> {
        let part = libc::iovec { iov_base: data.as_ptr().cast_mut().cast(), iov_len: data.len() };
        // The system call itself: not every C library has a function for it.
        // SAFETY: the descriptor is open; the one part is as long as said and is only read; the
        // offset is passed in halves, of which the kernel ignores the upper one on 64 bits.
        let written = unsafe {
            libc::syscall(
                libc::SYS_pwritev2,
                self.descriptor(),
                &raw const part,
                1,
                offset as libc::c_long,
                (offset >> 32) as libc::c_long,
                libc::RWF_DSYNC,
            )
        };
        whole("pwritev2", written as isize, data.len())
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn write_through_at(&self, _: &[u8], _: u64) -> Result<()> {
        Err(Error::Unsupported("only Linux has RWF_DSYNC"))
    }

    pub(super) fn read_at(&self, into: &mut [u8], offset: u64) -> Result<usize> {
        // SAFETY: the descriptor is open; the buffer is as long as said and ours alone.
        let count = unsafe {
            libc::pread(
                self.descriptor(),
                into.as_mut_ptr().cast(),
                into.len(),
                offset as libc::off_t,
            )
        };
        usize::try_from(count).map_err(|_| Error::last("pread"))
    }

    #[inline]
    pub(super) fn fsync(&self) -> Result<()> {
        // SAFETY: the descriptor is open.
        check("fsync", unsafe { libc::fsync(self.descriptor()) })
    }

    #[cfg(not(target_vendor = "apple"))]
    #[inline]
    pub(super) fn fdatasync(&self) -> Result<()> {
        // SAFETY: the descriptor is open.
        check("fdatasync", unsafe { libc::fdatasync(self.descriptor()) })
    }

    #[cfg(target_vendor = "apple")]
    pub(super) fn fdatasync(&self) -> Result<()> {
        Err(Error::Unsupported("this system documents no fdatasync"))
    }

    #[cfg(target_vendor = "apple")]
    #[inline]
    pub(super) fn full_fsync(&self) -> Result<()> {
        // SAFETY: the descriptor is open; the command takes no argument.
        check("F_FULLFSYNC", unsafe { libc::fcntl(self.descriptor(), libc::F_FULLFSYNC) })
    }

    #[cfg(not(target_vendor = "apple"))]
    pub(super) fn full_fsync(&self) -> Result<()> {
        Err(Error::Unsupported("only Apple's systems have F_FULLFSYNC"))
    }

    #[cfg(target_vendor = "apple")]
    #[inline]
    pub(super) fn barrier_fsync(&self) -> Result<()> {
        // SAFETY: the descriptor is open; the command takes no argument.
        check("F_BARRIERFSYNC", unsafe { libc::fcntl(self.descriptor(), libc::F_BARRIERFSYNC) })
    }

    #[cfg(not(target_vendor = "apple"))]
    pub(super) fn barrier_fsync(&self) -> Result<()> {
        Err(Error::Unsupported("only Apple's systems have F_BARRIERFSYNC"))
    }

    #[cfg(target_os = "linux")]
    #[inline]
    pub(super) fn sync_range(&self, offset: u64, bytes: u64) -> Result<()> {
        let flags = libc::SYNC_FILE_RANGE_WAIT_BEFORE
            | libc::SYNC_FILE_RANGE_WRITE
            | libc::SYNC_FILE_RANGE_WAIT_AFTER;
        let (offset, bytes) = (offset as libc::off64_t, bytes as libc::off64_t);
        // SAFETY: the descriptor is open.
        check("sync_file_range", unsafe {
            libc::sync_file_range(self.descriptor(), offset, bytes, flags)
        })
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn sync_range(&self, _: u64, _: u64) -> Result<()> {
        Err(Error::Unsupported("only Linux has sync_file_range"))
    }

    #[cfg(target_os = "linux")]
    pub(super) fn allocate(&self, bytes: u64) -> Result<()> {
        // SAFETY: the descriptor is open.
        check("fallocate", unsafe {
            libc::fallocate(self.descriptor(), 0, 0, bytes as libc::off_t)
        })
    }

    #[cfg(target_os = "freebsd")]
    pub(super) fn allocate(&self, bytes: u64) -> Result<()> {
        // SAFETY: the descriptor is open.
        match unsafe { libc::posix_fallocate(self.descriptor(), 0, bytes as libc::off_t) } {
            0 => Ok(()),
            code => Err(Error::code("posix_fallocate", code)),
        }
    }

    #[cfg(not(any(target_os = "linux", target_os = "freebsd")))]
    pub(super) fn allocate(&self, _: u64) -> Result<()> {
        Err(Error::Unsupported("room for files of this system is not reserved by its own call yet"))
    }

    #[cfg(any(target_os = "linux", target_os = "freebsd"))]
    pub(super) fn forget(&self) -> Result<()> {
        // SAFETY: the descriptor is open.
        match unsafe { libc::posix_fadvise(self.descriptor(), 0, 0, libc::POSIX_FADV_DONTNEED) } {
            0 => Ok(()),
            code => Err(Error::code("posix_fadvise", code)),
        }
    }

    #[cfg(not(any(target_os = "linux", target_os = "freebsd")))]
    pub(super) fn forget(&self) -> Result<()> {
        Err(Error::Unsupported("this system cannot be asked to forget cached pages"))
    }
}

#[cfg(any(target_os = "linux", target_os = "freebsd", target_os = "netbsd"))]
fn direct() -> Result<libc::c_int> {
    Ok(libc::O_DIRECT)
}

#[cfg(not(any(target_os = "linux", target_os = "freebsd", target_os = "netbsd")))]
fn direct() -> Result<libc::c_int> {
    Err(Error::Unsupported("this system has no O_DIRECT"))
}

#[cfg(not(target_os = "dragonfly"))]
fn data_sync() -> Result<libc::c_int> {
    Ok(libc::O_DSYNC)
}

#[cfg(target_os = "dragonfly")]
fn data_sync() -> Result<libc::c_int> {
    Err(Error::Unsupported("this system has no O_DSYNC"))
}

pub(super) fn sync_directory(directory: &Path) -> Result<()> {
    let opened =
        std::fs::File::open(directory).map_err(|source| Error::Os { call: "open", source })?;
    // SAFETY: the descriptor is open.
    check("fsync", unsafe { libc::fsync(opened.as_raw_fd()) })
}

#[inline]
fn check(call: &'static str, answer: libc::c_int) -> Result<()> {
    if answer == -1 { Err(Error::last(call)) } else { Ok(()) }
}

#[inline]
fn whole(call: &'static str, written: isize, wanted: usize) -> Result<()> {
    match written {
        -1 => Err(Error::last(call)),
        written if written as usize == wanted => Ok(()),
        _ => Err(Error::code(call, libc::ENOSPC)),
    }
}
