//! The page cache: making a file cold, and proving it.

#[cfg_attr(target_os = "linux", path = "linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "unsupported.rs")]
mod imp;

use crate::Result;
use crate::data::File;

/// How much of a file lies in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Residency {
    /// Pages of the file that do.
    pub resident: u64,
    /// Pages of the file.
    pub pages: u64,
}

impl Residency {
    /// The share that does, in parts per million; zero for an empty file.
    pub fn ppm(self) -> u64 {
        self.resident.saturating_mul(1_000_000).checked_div(self.pages).unwrap_or(0)
    }
}

/// Takes a file out of the cache: `fsync(2)`, since dirty pages stay, then `posix_fadvise(2)` with
/// `POSIX_FADV_DONTNEED`. Nothing may map the file. Needs no privilege.
pub fn evict(file: &File) -> Result<()> {
    imp::evict(&file.0)
}

/// Takes everything out of the cache: `sync(2)`, then 3 to `/proc/sys/vm/drop_caches`. Needs root.
pub fn evict_all() -> Result<()> {
    imp::evict_all()
}

/// How much of a file of `bytes` lies in memory.
///
/// Linux: `mincore(2)` of a mapping, which shows the pages of a file below an overlay too, and
/// `cachestat(2)` beside it where the kernel has it; the larger number counts.
pub fn residency(file: &File, bytes: u64) -> Result<Residency> {
    imp::residency(&file.0, bytes)
}
