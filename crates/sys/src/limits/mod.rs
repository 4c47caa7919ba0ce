//! How much of everything there is: what a plan must fit into.

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "unsupported.rs")]
mod imp;

/// What this process may use; `None`: not limited, or the system does not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Processors that threads may run on.
    pub processors: u64,
    /// Memory that can be had without pushing others out.
    pub memory_bytes: Option<u64>,
    /// Processes and threads that this user may still start.
    pub processes: Option<u64>,
    /// Files that a process may have open.
    pub open_files: Option<u64>,
}

/// Lets this process have as many files open as it may: the soft limit becomes the hard one.
/// Returns how many it might have open before, and how many now; `None` where the system has no
/// such limit, or does not let itself be told.
pub fn raise_open_files() -> Option<(u64, u64)> {
    imp::raise_open_files()
}

/// Has this process, and what it starts, run on so many processors: the first of those that it
/// may run on. Linux: `sched_setaffinity(2)`; unsupported elsewhere.
pub fn run_on(processors: usize) -> crate::Result<()> {
    imp::run_on(processors)
}

/// Reads the limits now.
pub fn limits() -> Limits {
    imp::limits()
}
