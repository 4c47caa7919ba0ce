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

/// Sleeps until a handle has something to read or is at its end, or until `timeout_ms` has passed
/// (`None`: for ever). Returns which handles are ready, in order; all false: the time has passed
/// or a signal came. Manual: `poll(2)`.
pub fn readable(handles: &[Handle], timeout_ms: Option<u64>) -> Result<Vec<bool>> {
    imp::readable(handles, timeout_ms)
}
