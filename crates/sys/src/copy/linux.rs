//! `copy_file_range`, `sendfile`, `splice`, `FICLONE`.

use std::ptr;

use crate::data::{Descriptor, uninterrupted};
use crate::{Error, Result};

/// Most that one call copies, by the kernel's `MAX_RW_COUNT`.
const MOST: u64 = 0x7fff_f000;

#[inline]
pub(super) fn copy_range(from: &Descriptor, to: &Descriptor, at: u64, bytes: u64) -> Result<usize> {
    let (from, to) = (from.descriptor(), to.descriptor());
    let length = bytes.min(MOST) as usize;
    uninterrupted("copy_file_range", || {
        let (mut here, mut there) = (at as i64, at as i64);
        let (call, flags) = (libc::SYS_copy_file_range, 0);
        // The system call itself, since not every C library has a function for it.
        // SAFETY: both descriptors are open; both places are written to by the call.
        unsafe {
            libc::syscall(call, from, &raw mut here, to, &raw mut there, length, flags) as isize
        }
    })
    .map_err(|error| match error.number() {
        Some(libc::EXDEV) => Error::Unsupported("copy_file_range does not cross file systems here"),
        Some(libc::EOPNOTSUPP | libc::ENOSYS) => {
            Error::Unsupported("the file system or the kernel has no copy_file_range")
        }
        _ => error,
    })
}

#[inline]
pub(super) fn send(from: &Descriptor, to: &Descriptor, at: u64, bytes: u64) -> Result<usize> {
    let (from, to) = (from.descriptor(), to.descriptor());
    let length = bytes.min(MOST) as usize;
    uninterrupted("sendfile", || {
        let mut here = at as libc::off_t;
        // SAFETY: both descriptors are open; the place is written to by the call.
        unsafe { libc::sendfile(to, from, &raw mut here, length) }
    })
}

#[inline]
pub(super) fn seek(file: &Descriptor, to: u64) -> Result<()> {
    // SAFETY: the descriptor is open.
    match unsafe { libc::lseek(file.descriptor(), to as libc::off_t, libc::SEEK_SET) } {
        -1 => Err(Error::last("lseek")),
        _ => Ok(()),
    }
}

#[inline]
pub(super) fn share(from: &Descriptor, to: &Descriptor) -> Result<()> {
    // SAFETY: both descriptors are open.
    if unsafe { libc::ioctl(to.descriptor(), libc::FICLONE, from.descriptor()) } == 0 {
        return Ok(());
    }
    let error = Error::last("FICLONE");
    Err(match error.number() {
        Some(libc::EOPNOTSUPP | libc::ENOTTY | libc::EXDEV | libc::EINVAL | libc::ENOSYS) => {
            Error::Unsupported("the file system shares no blocks between files (FICLONE)")
        }
        _ => error,
    })
}

/// `struct fiemap` of the kernel's `linux/fiemap.h` with room for some extents.
#[repr(C)]
struct Extents {
    start: u64,
    length: u64,
    flags: u32,
    mapped: u32,
    room: u32,
    reserved: u32,
    list: [Extent; 32],
}

/// `struct fiemap_extent`.
#[repr(C)]
#[derive(Clone, Copy)]
struct Extent {
    logical: u64,
    physical: u64,
    length: u64,
    reserved: [u64; 2],
    flags: u32,
    more_reserved: [u32; 3],
}

pub(super) fn shares_blocks(file: &Descriptor) -> Option<bool> {
    /// `FS_IOC_FIEMAP`.
    #[allow(clippy::cast_lossless, reason = "the C libraries disagree about its type")]
    const FIEMAP: libc::Ioctl = 0xc020_660b_u32 as libc::Ioctl;
    /// `FIEMAP_EXTENT_SHARED`.
    const SHARED: u32 = 0x2000;
    let none = Extent {
        logical: 0,
        physical: 0,
        length: 0,
        reserved: [0; 2],
        flags: 0,
        more_reserved: [0; 3],
    };
    let mut answer = Extents {
        start: 0,
        length: u64::MAX,
        flags: 0,
        mapped: 0,
        room: 32,
        reserved: 0,
        list: [none; 32],
    };
    // SAFETY: the descriptor is open; the structure has the kernel's layout and the room it tells.
    let done = unsafe { libc::ioctl(file.descriptor(), FIEMAP, &raw mut answer) };
    let told = answer.mapped.min(answer.room) as usize;
    (done == 0).then(|| answer.list[..told].iter().any(|extent| extent.flags & SHARED != 0))
}

pub(super) struct Pipe {
    out: Descriptor,
    into: Descriptor,
    capacity: usize,
}

impl Pipe {
    pub(super) fn new(bytes: usize) -> Result<Self> {
        let mut ends = [0; 2];
        // SAFETY: there is room for both answers.
        if unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) } == -1 {
            return Err(Error::last("pipe2"));
        }
        let (out, into) = (Descriptor::owning(ends[0]), Descriptor::owning(ends[1]));
        // SAFETY: the descriptor is open.
        let capacity = unsafe { libc::fcntl(ends[1], libc::F_SETPIPE_SZ, bytes as libc::c_int) };
        if capacity == -1 {
            let error = Error::last("F_SETPIPE_SZ");
            return Err(match error.number() {
                Some(libc::EPERM | libc::EBUSY | libc::EINVAL) => Error::Unsupported(
                    "no pipe may be so large for this user (/proc/sys/fs/pipe-max-size)",
                ),
                _ => error,
            });
        }
        Ok(Self { out, into, capacity: capacity as usize })
    }

    pub(super) fn capacity(&self) -> usize {
        self.capacity
    }

    #[inline]
    pub(super) fn fill(&self, from: &Descriptor, at: u64, bytes: usize) -> Result<usize> {
        let (from, into) = (from.descriptor(), self.into.descriptor());
        uninterrupted("splice", || {
            let mut here = at as libc::off64_t;
            let flags = libc::SPLICE_F_MOVE | libc::SPLICE_F_MORE;
            // SAFETY: both descriptors are open; the place is written to by the call.
            unsafe { libc::splice(from, &raw mut here, into, ptr::null_mut(), bytes, flags) }
        })
    }

    #[inline]
    pub(super) fn empty(&self, to: &Descriptor, at: u64, bytes: usize) -> Result<usize> {
        let (out, to) = (self.out.descriptor(), to.descriptor());
        uninterrupted("splice", || {
            let mut there = at as libc::off64_t;
            let flags = libc::SPLICE_F_MOVE | libc::SPLICE_F_MORE;
            // SAFETY: both descriptors are open; the place is written to by the call.
            unsafe { libc::splice(out, ptr::null_mut(), to, &raw mut there, bytes, flags) }
        })
    }
}
