//! POSIX mappings; what only Linux has is marked.

use std::ops::Range;
use std::ptr::{self, NonNull};
use std::sync::OnceLock;

use super::Hint;
use crate::data::Descriptor;
use crate::{Error, Result};

pub(super) struct Map {
    start: NonNull<u8>,
    bytes: usize,
    writable: bool,
}

impl Map {
    #[inline]
    pub(super) fn new(
        file: &Descriptor,
        part: &Range<u64>,
        writable: bool,
        hint: Hint,
    ) -> Result<Self> {
        let bytes = usize::try_from(part.end - part.start)
            .map_err(|_| Error::Unsupported("the file is larger than the address space"))?;
        let protection = libc::PROT_READ | if writable { libc::PROT_WRITE } else { 0 };
        let flags = libc::MAP_SHARED | if hint == Hint::MapPopulate { populate()? } else { 0 };
        let (fd, at) = (file.descriptor(), part.start as libc::off_t);
        // SAFETY: a new mapping at a place of the kernel's choice, of an open file.
        let start = unsafe { libc::mmap(ptr::null_mut(), bytes, protection, flags, fd, at) };
        if start == libc::MAP_FAILED {
            return Err(Error::last("mmap"));
        }
        let start = NonNull::new(start.cast::<u8>())
            .ok_or(Error::Unsupported("a file was mapped at address zero"))?;
        let map = Self { start, bytes, writable };
        if let Some(word) = word(hint)? {
            // SAFETY: the range is the mapping just made; no advice here changes its bytes.
            if unsafe { libc::madvise(start.as_ptr().cast(), bytes, word) } == -1 {
                let error = Error::last("madvise");
                return Err(match error.number() {
                    Some(libc::EINVAL) => {
                        Error::Unsupported("this kernel does not know the advice")
                    }
                    _ => error,
                });
            }
        }
        Ok(map)
    }

    #[inline]
    pub(super) fn bytes(&self) -> &[u8] {
        // SAFETY: so many bytes are mapped and borrowed from `self`. The file lies in a directory
        // of this run's own, whose other trials are at rest, so nobody else changes it.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.bytes) }
    }

    #[inline]
    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        assert!(self.writable, "the mapping is for reading");
        // SAFETY: as above; the mapping is writable and `self` is borrowed alone.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.bytes) }
    }

    #[inline]
    pub(super) fn touch(&self) {
        // SAFETY: the call takes a constant.
        let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) }.max(4096) as usize;
        for offset in (0..self.bytes).step_by(page) {
            // SAFETY: the offset lies in the mapping.
            unsafe { self.start.as_ptr().add(offset).read_volatile() };
        }
    }

    #[inline]
    pub(super) fn sync(&self) -> Result<()> {
        // SAFETY: the range is mapped.
        match unsafe { libc::msync(self.start.as_ptr().cast(), self.bytes, libc::MS_SYNC) } {
            0 => Ok(()),
            _ => Err(Error::last("msync")),
        }
    }

    #[inline]
    pub(super) fn unmap(self) -> Result<()> {
        let (start, bytes) = (self.start, self.bytes);
        std::mem::forget(self);
        // SAFETY: mapped above and not used afterwards.
        match unsafe { libc::munmap(start.as_ptr().cast(), bytes) } {
            0 => Ok(()),
            _ => Err(Error::last("munmap")),
        }
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        // SAFETY: mapped above and not used afterwards.
        unsafe { libc::munmap(self.start.as_ptr().cast(), self.bytes) };
    }
}

#[cfg(target_os = "linux")]
fn populate() -> Result<libc::c_int> {
    Ok(libc::MAP_POPULATE)
}

#[cfg(not(target_os = "linux"))]
fn populate() -> Result<libc::c_int> {
    Err(Error::Unsupported("only Linux has MAP_POPULATE"))
}

/// The advice that follows the mapping.
fn word(hint: Hint) -> Result<Option<libc::c_int>> {
    match hint {
        Hint::Nothing | Hint::MapPopulate => Ok(None),
        Hint::Sequential => Ok(Some(libc::MADV_SEQUENTIAL)),
        Hint::WillNeed => Ok(Some(libc::MADV_WILLNEED)),
        #[cfg(target_os = "linux")]
        Hint::HugePage => Ok(Some(libc::MADV_HUGEPAGE)),
        #[cfg(target_os = "linux")]
        Hint::PopulateRead => Ok(Some(libc::MADV_POPULATE_READ)),
        #[cfg(not(target_os = "linux"))]
        Hint::HugePage | Hint::PopulateRead => {
            Err(Error::Unsupported("only Linux has this advice"))
        }
    }
}

/// What the handler writes; set before it is installed.
static MESSAGE: OnceLock<&'static str> = OnceLock::new();

pub(super) fn explain_faults(message: &'static str) -> Result<()> {
    MESSAGE.get_or_init(|| message);
    // SAFETY: all-zero is a valid value of this structure of plain integers and pointers.
    let mut action: libc::sigaction = unsafe { std::mem::zeroed() };
    action.sa_sigaction = say_and_leave as *const () as libc::sighandler_t;
    // SAFETY: the action is whole; its handler makes calls only that a handler may make.
    match unsafe { libc::sigaction(libc::SIGBUS, &raw const action, ptr::null_mut()) } {
        0 => Ok(()),
        _ => Err(Error::last("sigaction")),
    }
}

extern "C" fn say_and_leave(_: libc::c_int) {
    if let Some(message) = MESSAGE.get() {
        // SAFETY: the message is as long as said; the call may be made in a handler.
        unsafe { libc::write(1, message.as_ptr().cast(), message.len()) };
    }
    // SAFETY: the call may be made in a handler and does not return.
    unsafe { libc::_exit(1) };
}
