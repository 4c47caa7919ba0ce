//! `getppid` by both ways.

use crate::Result;

#[cfg(target_os = "linux")]
#[inline]
pub(super) fn getppid_raw(times: u64) -> Result<u64> {
    let mut sum = 0_u64;
    for _ in 0..times {
        // SAFETY: the call takes no argument and cannot fail.
        sum = sum.wrapping_add(unsafe { libc::syscall(libc::SYS_getppid) } as u64);
    }
    Ok(sum)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn getppid_raw(_: u64) -> Result<u64> {
    Err(crate::Error::Unsupported("only Linux promises its numbers of system calls"))
}

#[inline]
pub(super) fn getppid(times: u64) -> Result<u64> {
    let mut sum = 0_u64;
    for _ in 0..times {
        // SAFETY: the call takes no argument and cannot fail.
        sum = sum.wrapping_add(unsafe { libc::getppid() } as u64);
    }
    Ok(sum)
}
