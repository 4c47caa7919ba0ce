//! Memory that a process has touched.

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "unsupported.rs")]
mod imp;

use std::sync::atomic::AtomicU64;

use crate::Result;

/// Private anonymous memory, every page of it written: what a large parent process has.
pub struct Touched(#[expect(dead_code, reason = "held until dropped")] imp::Touched);

impl Touched {
    /// `mmap(2)` of `bytes`, then one store to each page. The system's own policy for huge pages
    /// applies, as it does to an ordinary program.
    pub fn new(bytes: usize) -> Result<Self> {
        imp::Touched::new(bytes).map(Self)
    }
}

/// Numbers that this process shares with those that it forks: a shared anonymous mapping, all
/// zero at first.
pub struct Shared(imp::Shared);

impl Shared {
    /// Room for `count` numbers.
    pub fn new(count: usize) -> Result<Self> {
        imp::Shared::new(count).map(Self)
    }

    /// One of them.
    ///
    /// # Panics
    /// Beyond the last.
    #[inline]
    pub fn at(&self, place: usize) -> &AtomicU64 {
        &self.0.all()[place]
    }
}

/// A process's share of the memory that it uses: what several use counts for each in equal parts.
/// Linux: `Pss` of `/proc/PID/smaps_rollup`; `None` elsewhere.
pub fn share_bytes(pid: i32) -> Option<u64> {
    kib_field(&std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?, "Pss:")
}

/// Memory that the kernel has taken for itself, for everybody: its objects, stacks and page
/// tables. Linux: `Slab`, `KernelStack` and `PageTables` of `/proc/meminfo`; `None` elsewhere.
pub fn kernel_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    ["Slab:", "KernelStack:", "PageTables:"].iter().map(|name| kib_field(&text, name)).sum()
}

fn kib_field(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

/// Private dirty memory of a process in bytes: what a fork of it has to copy sooner or later.
///
/// Linux: `Anonymous` of `/proc/PID/smaps_rollup`, which holds every private page that was written
/// to. `Private_Dirty` there also counts pages of an executable that was built a moment ago and is
/// not on the disk yet. `None` elsewhere.
pub fn private_dirty_bytes(pid: i32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    kib_field(&text, "Anonymous:")
}
