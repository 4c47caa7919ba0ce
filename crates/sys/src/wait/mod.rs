//! Sleeping until one of several pipes has something to read: one thread serves them all.

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "unsupported.rs")]
mod imp;

use crate::Result;

/// Something that can be waited for, as its system numbers it.
pub type Handle = imp::Handle;

/// The handle of a pipe, file or socket of the standard library.
pub fn handle(of: &impl imp::AsHandle) -> Handle {
    imp::handle(of)
}

/// Something that becomes readable when a process ends: `pidfd_open(2)` on Linux; `None` where
/// the system has no such thing. Without it an end is seen only through the process's pipes.
pub struct End(imp::End);

impl End {
    /// Watches a child of this process.
    pub fn of(pid: i32) -> Option<Self> {
        imp::End::of(pid).map(Self)
    }

    /// What to wait for.
    pub fn handle(&self) -> Handle {
        self.0.handle()
    }
}

/// Sleeps until a handle has something to read or is at its end, or until `timeout_ms` has passed
/// (`None`: for ever). Returns which handles are ready, in order; all false: the time has passed
/// or a signal came. Manual: `poll(2)`.
pub fn readable(handles: &[Handle], timeout_ms: Option<u64>) -> Result<Vec<bool>> {
    imp::readable(handles, timeout_ms)
}
