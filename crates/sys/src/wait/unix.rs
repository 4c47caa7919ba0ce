//! `poll`.

pub(super) use std::os::fd::AsRawFd as AsHandle;

use crate::{Error, Result};

pub(super) type Handle = std::os::fd::RawFd;

pub(super) fn handle(of: &impl AsHandle) -> Handle {
    of.as_raw_fd()
}

#[cfg(target_os = "linux")]
pub(super) struct End(std::os::fd::OwnedFd);

#[cfg(target_os = "linux")]
impl End {
    pub(super) fn of(pid: i32) -> Option<Self> {
        use std::os::fd::FromRawFd as _;
        // SAFETY: the call takes a number and flags.
        let answer = unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0) };
        let descriptor = i32::try_from(answer).ok().filter(|&descriptor| descriptor >= 0)?;
        // SAFETY: the descriptor was made just now and belongs to nobody else.
        Some(Self(unsafe { std::os::fd::OwnedFd::from_raw_fd(descriptor) }))
    }

    pub(super) fn handle(&self) -> Handle {
        self.0.as_raw_fd()
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) struct End(std::convert::Infallible);

#[cfg(not(target_os = "linux"))]
impl End {
    pub(super) fn of(_: i32) -> Option<Self> {
        None
    }

    pub(super) fn handle(&self) -> Handle {
        match self.0 {}
    }
}

pub(super) fn readable(handles: &[Handle], timeout_ms: Option<u64>) -> Result<Vec<bool>> {
    let mut polled: Vec<libc::pollfd> =
        handles.iter().map(|&fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 }).collect();
    let timeout = timeout_ms.map_or(-1, |ms| i32::try_from(ms).unwrap_or(i32::MAX).max(0));
    // SAFETY: the array is as long as said and its descriptors are the caller's.
    let answer = unsafe { libc::poll(polled.as_mut_ptr(), polled.len() as libc::nfds_t, timeout) };
    if answer == -1 {
        let error = std::io::Error::last_os_error();
        if error.kind() == std::io::ErrorKind::Interrupted {
            return Ok(vec![false; handles.len()]);
        }
        return Err(Error::Os { call: "poll", source: error });
    }
    Ok(polled.iter().map(|one| one.revents != 0).collect())
}
