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

/// Reads the limits now.
pub fn limits() -> Limits {
    imp::limits()
}
