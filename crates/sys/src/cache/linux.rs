//! `posix_fadvise`, `mincore`, `cachestat`.

use std::ptr;

use super::Residency;
use crate::data::Descriptor;
use crate::{Error, Result};

/// Pages that one `mincore` tells of.
const STRIDE: usize = 1 << 18;

pub(super) fn evict(file: &Descriptor) -> Result<()> {
    // SAFETY: the descriptor is open.
    if unsafe { libc::fsync(file.descriptor()) } == -1 {
        return Err(Error::last("fsync"));
    }
    // SAFETY: the descriptor is open; zero bytes mean: to the end.
    match unsafe { libc::posix_fadvise(file.descriptor(), 0, 0, libc::POSIX_FADV_DONTNEED) } {
        0 => Ok(()),
        code => Err(Error::code("posix_fadvise", code)),
    }
}

pub(super) fn evict_all() -> Result<()> {
    // SAFETY: the call takes no argument and cannot fail.
    unsafe { libc::sync() };
    std::fs::write("/proc/sys/vm/drop_caches", "3")
        .map_err(|source| Error::Os { call: "/proc/sys/vm/drop_caches", source })
}

pub(super) fn residency(file: &Descriptor, bytes: u64) -> Result<Residency> {
    let page = page_size();
    let pages = bytes.div_ceil(page as u64);
    let seen = in_core(file, bytes as usize, page)?;
    let resident = seen.max(cached(file)?.unwrap_or(0)).min(pages);
    Ok(Residency { resident, pages })
}

fn page_size() -> usize {
    // SAFETY: the call takes a constant.
    unsafe { libc::sysconf(libc::_SC_PAGESIZE) }.max(4096) as usize
}

/// Resident pages by `mincore` of a mapping that touches nothing.
fn in_core(file: &Descriptor, bytes: usize, page: usize) -> Result<u64> {
    if bytes == 0 {
        return Ok(0);
    }
    // SAFETY: a new mapping at a place of the kernel's choice, of an open file.
    let start = unsafe {
        libc::mmap(ptr::null_mut(), bytes, libc::PROT_READ, libc::MAP_SHARED, file.descriptor(), 0)
    };
    if start == libc::MAP_FAILED {
        return Err(Error::last("mmap"));
    }
    let mut answers = vec![0_u8; STRIDE.min(bytes.div_ceil(page))];
    let mut resident = 0;
    let mut asked = Ok(());
    for offset in (0..bytes).step_by(STRIDE * page) {
        let length = (bytes - offset).min(STRIDE * page);
        // SAFETY: the range lies in the mapping; there is a byte of answer for each of its pages.
        let answer = unsafe { libc::mincore(start.byte_add(offset), length, answers.as_mut_ptr()) };
        if answer == -1 {
            asked = Err(Error::last("mincore"));
            break;
        }
        let told = &answers[..length.div_ceil(page)];
        resident += told.iter().map(|byte| u64::from(byte & 1)).sum::<u64>();
    }
    // SAFETY: mapped above and not used afterwards.
    unsafe { libc::munmap(start, bytes) };
    asked.map(|()| resident)
}

/// Cached pages by `cachestat`; `None` on kernels before 6.5 and where a filter forbids it.
fn cached(file: &Descriptor) -> Result<Option<u64>> {
    /// Its number, the same on every processor.
    const CACHESTAT: libc::c_long = 451;
    // `struct cachestat_range` of the kernel's `linux/mman.h`; a length of zero means: to the end.
    let range = [0_u64; 2];
    // `struct cachestat`: pages cached, dirty, in writeback, evicted, recently evicted.
    let mut answer = [0_u64; 5];
    // SAFETY: the descriptor is open; both arrays have the layout of the kernel's structures.
    let done = unsafe {
        libc::syscall(CACHESTAT, file.descriptor(), range.as_ptr(), answer.as_mut_ptr(), 0)
    };
    if done == 0 {
        return Ok(Some(answer[0]));
    }
    let error = Error::last("cachestat");
    match error.number() {
        Some(libc::ENOSYS | libc::EPERM | libc::EOPNOTSUPP) => Ok(None),
        _ => Err(error),
    }
}
