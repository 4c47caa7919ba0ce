//! System calls that do next to nothing: the price of entering the kernel.

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "unsupported.rs")]
mod imp;

use crate::Result;

/// Calls the kernel's `getppid` `times` times, past the C library, and returns the sum of the
/// answers. Linux only: other systems promise no numbers of system calls.
///
/// Manual: `syscall(2)`, `getppid(2)`.
#[inline]
pub fn getppid_raw(times: u64) -> Result<u64> {
    imp::getppid_raw(times)
}

/// Calls the C library's `getppid`, which no library answers from memory.
#[inline]
pub fn getppid(times: u64) -> Result<u64> {
    imp::getppid(times)
}
