//! POSIX files; what differs between systems is marked.

use std::mem::MaybeUninit;

use super::{Access, Create, How, Mode};
use crate::file::Name;
use crate::{Error, Result};

pub(crate) struct File(libc::c_int);

/// Makes a call again as long as signals interrupt it.
#[inline]
pub(crate) fn uninterrupted(
    call: &'static str,
    mut made: impl FnMut() -> libc::ssize_t,
) -> Result<usize> {
    loop {
        let answer = made();
        if answer >= 0 {
            return Ok(answer as usize);
        }
        let error = Error::last(call);
        if error.number() != Some(libc::EINTR) {
            return Err(error);
        }
    }
}

impl File {
    #[inline]
    pub(super) fn open(name: &Name, access: Access) -> Result<Self> {
        let mode = match access.mode {
            Mode::Read => libc::O_RDONLY,
            Mode::Write => libc::O_WRONLY,
            Mode::ReadWrite => libc::O_RDWR,
        };
        let create = match access.create {
            Create::No => 0,
            Create::New => libc::O_CREAT | libc::O_EXCL,
            Create::Truncate => libc::O_TRUNC,
        };
        let direct = if access.direct { direct_flag()? } else { 0 };
        let flags = mode | create | direct | libc::O_CLOEXEC;
        let path = name.0.0.as_ptr();
        // SAFETY: the path is valid and ends in NUL.
        let opened = uninterrupted("open", || unsafe { libc::open(path, flags, 0o600) } as isize);
        let descriptor = opened.map_err(|error| match error.number() {
            Some(libc::EINVAL) if access.direct => {
                Error::Unsupported("the file system refuses O_DIRECT when a file is opened")
            }
            _ => error,
        })?;
        let file = Self(descriptor as libc::c_int);
        if access.direct {
            bypass(&file)?;
        }
        Ok(file)
    }

    /// Takes over an open descriptor.
    #[cfg(target_os = "linux")]
    pub(crate) fn owning(descriptor: libc::c_int) -> Self {
        Self(descriptor)
    }

    #[inline]
    pub(crate) fn descriptor(&self) -> libc::c_int {
        self.0
    }

    #[inline]
    pub(super) fn read_at(&self, buffer: &mut [u8], at: u64) -> Result<usize> {
        let (start, length) = (buffer.as_mut_ptr().cast(), buffer.len());
        // SAFETY: the descriptor is open; the buffer is as long as said.
        uninterrupted("pread", || unsafe { libc::pread(self.0, start, length, at as libc::off_t) })
    }

    #[inline]
    pub(super) fn write_at(&self, data: &[u8], at: u64) -> Result<usize> {
        let (start, length) = (data.as_ptr().cast(), data.len());
        // SAFETY: the descriptor is open; the data are as long as said.
        uninterrupted("pwrite", || unsafe {
            libc::pwrite(self.0, start, length, at as libc::off_t)
        })
    }

    pub(super) fn size(&self) -> Result<u64> {
        let mut answer = MaybeUninit::<libc::stat>::uninit();
        // SAFETY: the descriptor is open; `answer` is a valid place.
        check("fstat", unsafe { libc::fstat(self.0, answer.as_mut_ptr()) })?;
        // SAFETY: success means that it was written.
        Ok(unsafe { answer.assume_init() }.st_size as u64)
    }

    #[inline]
    pub(super) fn set_size(&self, bytes: u64) -> Result<()> {
        // SAFETY: the descriptor is open.
        check("ftruncate", unsafe { libc::ftruncate(self.0, bytes as libc::off_t) })
    }

    #[inline]
    pub(super) fn sync(&self) -> Result<()> {
        #[cfg(target_vendor = "apple")]
        // SAFETY: the descriptor is open.
        return check("F_FULLFSYNC", unsafe { libc::fcntl(self.0, libc::F_FULLFSYNC) });
        #[cfg(not(target_vendor = "apple"))]
        // SAFETY: the descriptor is open.
        check("fsync", unsafe { libc::fsync(self.0) })
    }

    #[inline]
    pub(super) fn close(self) -> Result<()> {
        let descriptor = self.0;
        std::mem::forget(self);
        // SAFETY: the descriptor is open and not used afterwards.
        check("close", unsafe { libc::close(descriptor) })
    }
}

impl Drop for File {
    fn drop(&mut self) {
        // SAFETY: the descriptor is open and not used afterwards.
        unsafe { libc::close(self.0) };
    }
}

#[inline]
fn check(call: &'static str, answer: libc::c_int) -> Result<()> {
    if answer == -1 { Err(Error::last(call)) } else { Ok(()) }
}

pub(super) fn sync_directory(name: &Name) -> Result<()> {
    let path = name.0.0.as_bytes();
    let end = path.iter().rposition(|&byte| byte == b'/').unwrap_or(0);
    let mut parent = [0_u8; libc::PATH_MAX as usize];
    let length = end.clamp(1, parent.len() - 1);
    parent[..length].copy_from_slice(if end == 0 { b"." } else { &path[..length] });
    let flags = libc::O_RDONLY | libc::O_DIRECTORY | libc::O_CLOEXEC;
    // SAFETY: the path is valid and ends in NUL, since the array held zeros.
    let descriptor = unsafe { libc::open(parent.as_ptr().cast(), flags) };
    check("open", descriptor)?;
    let directory = File(descriptor);
    // SAFETY: the descriptor is open.
    check("fsync", unsafe { libc::fsync(directory.0) })?;
    directory.close()
}

#[cfg(any(target_os = "linux", target_os = "freebsd", target_os = "netbsd"))]
impl File {
    #[inline]
    pub(super) fn stop_bypassing(&self) -> Result<()> {
        // SAFETY: the descriptor is open.
        let flags = unsafe { libc::fcntl(self.0, libc::F_GETFL) };
        check("F_GETFL", flags)?;
        // SAFETY: the descriptor is open.
        check("F_SETFL", unsafe { libc::fcntl(self.0, libc::F_SETFL, flags & !libc::O_DIRECT) })
    }
}

#[cfg(any(target_os = "linux", target_os = "freebsd", target_os = "netbsd"))]
fn direct_flag() -> Result<libc::c_int> {
    Ok(libc::O_DIRECT)
}

/// What is to be done after opening: nothing where opening has a flag for it.
#[cfg(not(target_vendor = "apple"))]
#[inline]
fn bypass(_: &File) -> Result<()> {
    Ok(())
}

#[cfg(target_vendor = "apple")]
#[inline]
fn bypass(file: &File) -> Result<()> {
    // SAFETY: the descriptor is open.
    check("F_NOCACHE", unsafe { libc::fcntl(file.0, libc::F_NOCACHE, 1) })
}

#[cfg(target_vendor = "apple")]
impl File {
    /// Not needed: this system takes any length.
    #[inline]
    pub(super) fn stop_bypassing(&self) -> Result<()> {
        Ok(())
    }
}

#[cfg(target_vendor = "apple")]
fn direct_flag() -> Result<libc::c_int> {
    Ok(0)
}

#[cfg(not(any(
    target_os = "linux",
    target_os = "freebsd",
    target_os = "netbsd",
    target_vendor = "apple"
)))]
impl File {
    pub(super) fn stop_bypassing(&self) -> Result<()> {
        direct_flag().map(|_| ())
    }
}

#[cfg(not(any(
    target_os = "linux",
    target_os = "freebsd",
    target_os = "netbsd",
    target_vendor = "apple"
)))]
fn direct_flag() -> Result<libc::c_int> {
    Err(Error::Unsupported("this system has no O_DIRECT"))
}

#[cfg(target_os = "linux")]
impl File {
    #[inline]
    pub(super) fn flush(&self) -> Result<()> {
        let flags = libc::SYNC_FILE_RANGE_WAIT_BEFORE
            | libc::SYNC_FILE_RANGE_WRITE
            | libc::SYNC_FILE_RANGE_WAIT_AFTER;
        // SAFETY: the descriptor is open; zero bytes mean: to the end.
        check("sync_file_range", unsafe { libc::sync_file_range(self.0, 0, 0, flags) })
    }

    #[inline]
    pub(super) fn read_at_with(
        &self,
        how: How,
        buffer: &mut [u8],
        at: u64,
    ) -> Result<Option<usize>> {
        let part = libc::iovec { iov_base: buffer.as_mut_ptr().cast(), iov_len: buffer.len() };
        match uninterrupted("preadv2", || self.vector(libc::SYS_preadv2, &part, at, how)) {
            Ok(done) => Ok(Some(done)),
            Err(error) if error.number() == Some(libc::EAGAIN) => Ok(None),
            Err(error) => Err(flag_refused(error)),
        }
    }

    #[inline]
    pub(super) fn write_at_with(&self, how: How, data: &[u8], at: u64) -> Result<usize> {
        let part = libc::iovec { iov_base: data.as_ptr().cast_mut().cast(), iov_len: data.len() };
        uninterrupted("pwritev2", || self.vector(libc::SYS_pwritev2, &part, at, how))
            .map_err(flag_refused)
    }

    /// The system call itself, since not every C library has a function for it.
    #[inline]
    fn vector(&self, call: libc::c_long, part: &libc::iovec, at: u64, how: How) -> libc::ssize_t {
        /// `RWF_NOWAIT` of the kernel's `linux/fs.h`.
        const NOWAIT: libc::c_long = 8;
        /// `RWF_DONTCACHE` of the same.
        const DONTCACHE: libc::c_long = 0x80;
        let flag = match how {
            How::NoWait => NOWAIT,
            How::DoNotCache => DONTCACHE,
        };
        // The place is given in two halves, of which a 64-bit kernel reads the first only.
        let (low, high) = (at as libc::c_long, (at >> 32) as libc::c_long);
        // SAFETY: the descriptor is open; the vector has one part, which is as long as it says and
        // which the caller may read or write as the call does.
        let answer = unsafe {
            libc::syscall(call, self.0, std::ptr::from_ref(part), 1_usize, low, high, flag)
        };
        answer as libc::ssize_t
    }
}

#[cfg(target_os = "linux")]
#[cold]
fn flag_refused(error: Error) -> Error {
    match error.number() {
        Some(libc::EOPNOTSUPP | libc::ENOSYS) => {
            Error::Unsupported("the file system or the kernel does not know this flag")
        }
        _ => error,
    }
}

#[cfg(not(target_os = "linux"))]
impl File {
    #[inline]
    pub(super) fn flush(&self) -> Result<()> {
        // SAFETY: the descriptor is open.
        check("fsync", unsafe { libc::fsync(self.0) })
    }

    pub(super) fn read_at_with(&self, _: How, _: &mut [u8], _: u64) -> Result<Option<usize>> {
        Err(Error::Unsupported("only Linux has preadv2 with this flag"))
    }

    pub(super) fn write_at_with(&self, _: How, _: &[u8], _: u64) -> Result<usize> {
        Err(Error::Unsupported("only Linux has pwritev2 with this flag"))
    }
}
