//! POSIX mappings.

use std::ptr;
use std::sync::atomic::AtomicU64;

use crate::{Error, Result};

pub(super) struct Touched {
    start: *mut libc::c_void,
    bytes: usize,
}

impl Touched {
    pub(super) fn new(bytes: usize) -> Result<Self> {
        if bytes == 0 {
            return Ok(Self { start: ptr::null_mut(), bytes });
        }
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANON;
        // SAFETY: a new mapping at a place of the kernel's choice.
        let start = unsafe { libc::mmap(ptr::null_mut(), bytes, protection, flags, -1, 0) };
        if start == libc::MAP_FAILED {
            return Err(Error::last("mmap"));
        }
        // SAFETY: the call takes a constant.
        let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) }.max(4096) as usize;
        for offset in (0..bytes).step_by(page) {
            // SAFETY: the offset lies in the mapping.
            unsafe { start.cast::<u8>().add(offset).write_volatile(1) };
        }
        Ok(Self { start, bytes })
    }
}

impl Drop for Touched {
    fn drop(&mut self) {
        if self.bytes > 0 {
            // SAFETY: mapped above and not used afterwards.
            unsafe { libc::munmap(self.start, self.bytes) };
        }
    }
}

pub(super) struct Shared {
    start: *mut libc::c_void,
    count: usize,
}

// SAFETY: nothing but atomic numbers lies there.
unsafe impl Sync for Shared {}
// SAFETY: the mapping belongs to no thread.
unsafe impl Send for Shared {}

impl Shared {
    pub(super) fn new(count: usize) -> Result<Self> {
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_SHARED | libc::MAP_ANON;
        let bytes = count.max(1) * size_of::<AtomicU64>();
        // SAFETY: a new mapping at a place of the kernel's choice.
        let start = unsafe { libc::mmap(ptr::null_mut(), bytes, protection, flags, -1, 0) };
        if start == libc::MAP_FAILED {
            return Err(Error::last("mmap"));
        }
        Ok(Self { start, count })
    }

    #[inline]
    pub(super) fn all(&self) -> &[AtomicU64] {
        // SAFETY: mapped above, aligned to a page, zeroed by the kernel, and so many atomic numbers
        // long.
        unsafe { std::slice::from_raw_parts(self.start.cast::<AtomicU64>(), self.count) }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // SAFETY: mapped above and not used afterwards.
        unsafe { libc::munmap(self.start, self.count.max(1) * size_of::<AtomicU64>()) };
    }
}
