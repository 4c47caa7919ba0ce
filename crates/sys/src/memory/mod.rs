//! Memory that a process has touched.

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "unsupported.rs")]
mod imp;

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

/// Private dirty memory of a process in bytes: what a fork of it has to copy sooner or later.
///
/// Linux: `Anonymous` of `/proc/PID/smaps_rollup`, which holds every private page that was written
/// to. `Private_Dirty` there also counts pages of an executable that was built a moment ago and is
/// not on the disk yet. `None` elsewhere.
pub fn private_dirty_bytes(pid: i32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Anonymous:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}
