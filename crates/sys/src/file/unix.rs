//! POSIX files.

use std::ffi::CString;
use std::mem::MaybeUninit;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::{Kind, Space};
use crate::{Error, Result};

pub(crate) struct Name(pub(crate) CString);

impl Name {
    pub(super) fn new(path: &Path) -> Result<Self> {
        CString::new(path.as_os_str().as_bytes())
            .map(Self)
            .map_err(|_| Error::Unsupported("a path with a NUL byte"))
    }

    #[inline]
    pub(super) fn create_stdio(&self, data: &[u8]) -> Result<()> {
        // SAFETY: both strings are valid and end in NUL.
        let file = unsafe { libc::fopen(self.0.as_ptr(), c"wb".as_ptr()) };
        if file.is_null() {
            return Err(Error::last("fopen"));
        }
        // SAFETY: the file is open and the data are as long as said.
        let written = unsafe { libc::fwrite(data.as_ptr().cast(), 1, data.len(), file) };
        // Only a short write leaves something to be read here; closing resets it.
        let short = (written != data.len()).then(|| Error::last("fwrite"));
        // SAFETY: the file is open and not used afterwards.
        if unsafe { libc::fclose(file) } != 0 {
            return Err(short.unwrap_or_else(|| Error::last("fclose")));
        }
        short.map_or(Ok(()), Err)
    }

    #[inline]
    pub(super) fn remove(&self) -> Result<()> {
        // SAFETY: the path is valid and ends in NUL.
        check("remove", unsafe { libc::remove(self.0.as_ptr()) })
    }

    #[inline]
    pub(super) fn open_new(&self) -> Result<Open> {
        let flags = libc::O_CREAT | libc::O_EXCL | libc::O_WRONLY | libc::O_CLOEXEC;
        // SAFETY: the path is valid and ends in NUL.
        let descriptor = unsafe { libc::open(self.0.as_ptr(), flags, 0o644) };
        check("open", descriptor)?;
        Ok(Open(descriptor))
    }

    #[inline]
    pub(super) fn open_to_read(&self) -> Result<Open> {
        // SAFETY: the path is valid and ends in NUL.
        let descriptor = unsafe { libc::open(self.0.as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC) };
        check("open", descriptor)?;
        Ok(Open(descriptor))
    }

    #[inline]
    pub(super) fn size(&self) -> Result<u64> {
        let mut answer = MaybeUninit::<libc::stat>::uninit();
        // SAFETY: the path is valid; `answer` is a valid place.
        check("stat", unsafe { libc::stat(self.0.as_ptr(), answer.as_mut_ptr()) })?;
        // SAFETY: success means that it was written.
        Ok(unsafe { answer.assume_init() }.st_size as u64)
    }

    #[inline]
    pub(super) fn make_directory(&self) -> Result<()> {
        // SAFETY: the path is valid and ends in NUL.
        check("mkdir", unsafe { libc::mkdir(self.0.as_ptr(), 0o755) })
    }

    #[inline]
    pub(super) fn unlink(&self) -> Result<()> {
        // SAFETY: the path is valid and ends in NUL.
        check("unlink", unsafe { libc::unlink(self.0.as_ptr()) })
    }
}

pub(super) struct Open(libc::c_int);

impl Open {
    #[inline]
    pub(super) fn write(&self, data: &[u8]) -> Result<()> {
        // SAFETY: the descriptor is open; the data are as long as said.
        match unsafe { libc::write(self.0, data.as_ptr().cast(), data.len()) } {
            -1 => Err(Error::last("write")),
            written if written as usize == data.len() => Ok(()),
            _ => Err(Error::code("write", libc::ENOSPC)),
        }
    }

    #[inline]
    pub(super) fn read(&self, mut into: &mut [u8]) -> Result<()> {
        while !into.is_empty() {
            // SAFETY: the descriptor is open; the buffer is as long as said and ours alone.
            match unsafe { libc::read(self.0, into.as_mut_ptr().cast(), into.len()) } {
                -1 => return Err(Error::last("read")),
                0 => {
                    let source = std::io::ErrorKind::UnexpectedEof.into();
                    return Err(Error::Os { call: "read", source });
                }
                count => into = &mut into[count as usize..],
            }
        }
        Ok(())
    }

    #[inline]
    pub(super) fn sync(&self) -> Result<()> {
        // SAFETY: the descriptor is open.
        check("fsync", unsafe { libc::fsync(self.0) })
    }

    #[inline]
    pub(super) fn close(self) -> Result<()> {
        // SAFETY: the descriptor is open, and `self` is gone afterwards.
        check("close", unsafe { libc::close(self.0) })
    }
}

#[inline]
fn check(call: &'static str, answer: libc::c_int) -> Result<()> {
    if answer == -1 { Err(Error::last(call)) } else { Ok(()) }
}

#[cfg(target_os = "linux")]
pub(super) fn settle(directory: &Path) -> Result<()> {
    use std::os::fd::AsRawFd;
    let opened =
        std::fs::File::open(directory).map_err(|source| Error::Os { call: "open", source })?;
    // SAFETY: the descriptor is open.
    check("syncfs", unsafe { libc::syncfs(opened.as_raw_fd()) })
}

#[cfg(not(target_os = "linux"))]
pub(super) fn settle(_: &Path) -> Result<()> {
    // SAFETY: the call takes no argument and cannot fail.
    unsafe { libc::sync() };
    Ok(())
}

#[cfg(target_os = "linux")]
pub(super) fn spread_subdirectories(directory: &Path) -> Result<()> {
    use std::os::fd::AsRawFd;
    /// `FS_TOPDIR_FL` of the kernel's `linux/fs.h`.
    const TOP_OF_HIERARCHY: libc::c_long = 0x0002_0000;
    let opened =
        std::fs::File::open(directory).map_err(|source| Error::Os { call: "open", source })?;
    let mut flags: libc::c_long = 0;
    // SAFETY: the descriptor is open; `flags` takes the answer.
    let answer = unsafe { libc::ioctl(opened.as_raw_fd(), libc::FS_IOC_GETFLAGS, &raw mut flags) };
    check("FS_IOC_GETFLAGS", answer)?;
    flags |= TOP_OF_HIERARCHY;
    // SAFETY: the descriptor is open; `flags` is only read.
    let answer =
        unsafe { libc::ioctl(opened.as_raw_fd(), libc::FS_IOC_SETFLAGS, &raw const flags) };
    check("FS_IOC_SETFLAGS", answer)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn spread_subdirectories(_: &Path) -> Result<()> {
    Err(Error::Unsupported("only Linux has this flag"))
}

#[allow(
    clippy::useless_conversion,
    clippy::unnecessary_cast,
    reason = "these fields have other types on other systems"
)]
pub(super) fn space(directory: &Path) -> Result<Space> {
    let name = Name::new(directory)?;
    let mut answer = MaybeUninit::<libc::statvfs>::uninit();
    // SAFETY: the path is valid; `answer` is a valid place.
    check("statvfs", unsafe { libc::statvfs(name.0.as_ptr(), answer.as_mut_ptr()) })?;
    // SAFETY: success means that it was written.
    let answer = unsafe { answer.assume_init() };
    Ok(Space {
        free_bytes: (answer.f_bavail as u64).saturating_mul(answer.f_frsize as u64),
        free_inodes: (answer.f_files != 0).then_some(answer.f_favail as u64),
        kind: kind(&name),
    })
}

#[cfg(target_os = "linux")]
fn kind(name: &Name) -> Kind {
    const OVERLAYFS: i64 = 0x794c_7630;
    const RAMFS: i64 = 0x8584_58f6;
    const TMPFS: i64 = 0x0102_1994;
    let mut answer = MaybeUninit::<libc::statfs>::uninit();
    // SAFETY: the path is valid; `answer` is a valid place.
    if unsafe { libc::statfs(name.0.as_ptr(), answer.as_mut_ptr()) } != 0 {
        return Kind::Disk;
    }
    // SAFETY: success means that it was written.
    #[allow(clippy::unnecessary_cast, reason = "the C libraries disagree about its type")]
    match unsafe { answer.assume_init() }.f_type as i64 {
        TMPFS | RAMFS => Kind::Tmpfs,
        OVERLAYFS => Kind::Overlay,
        _ => Kind::Disk,
    }
}

#[cfg(not(target_os = "linux"))]
fn kind(_: &Name) -> Kind {
    Kind::Disk
}
