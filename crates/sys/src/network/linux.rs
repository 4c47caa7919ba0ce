//! Network namespaces.

use std::fs::File;
use std::io;
use std::mem;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use crate::{Error, Result};

pub(super) fn start_in_new(command: &mut Command) -> Result<()> {
    // SAFETY: the closure runs in the child between fork and exec and makes system calls only.
    unsafe { command.pre_exec(|| new_network().and_then(|()| raise_loopback())) };
    Ok(())
}

pub(super) fn start_in(command: &mut Command, network: &Path) -> Result<()> {
    let namespace = File::open(network)
        .map_err(|source| Error::Os { call: "opening the network namespace", source })?;
    // SAFETY: the closure runs in the child between fork and exec and makes one system call, on a
    // descriptor that it owns.
    unsafe {
        command.pre_exec(move || succeeded(libc::setns(namespace.as_raw_fd(), libc::CLONE_NEWNET)))
    };
    Ok(())
}

fn succeeded(answer: libc::c_int) -> io::Result<()> {
    if answer < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

fn new_network() -> io::Result<()> {
    // SAFETY: changes what this process sees of networks, and nothing in its memory.
    succeeded(unsafe { libc::unshare(libc::CLONE_NEWNET) })
}

/// The loopback of a new network is down.
fn raise_loopback() -> io::Result<()> {
    // SAFETY: makes a socket; the answer is checked before it is used.
    let socket = unsafe { libc::socket(libc::AF_INET, libc::SOCK_DGRAM | libc::SOCK_CLOEXEC, 0) };
    succeeded(socket)?;
    // SAFETY: the descriptor was made just now and is nobody else's.
    let socket = unsafe { OwnedFd::from_raw_fd(socket) };
    // SAFETY: all zeros is a request with an empty name.
    let mut request: libc::ifreq = unsafe { mem::zeroed() };
    for (place, byte) in request.ifr_name.iter_mut().zip(b"lo") {
        *place = *byte as libc::c_char;
    }
    request.ifr_ifru.ifru_flags = (libc::IFF_UP | libc::IFF_RUNNING) as libc::c_short;
    // SAFETY: the request is initialised and outlives the call.
    succeeded(unsafe { libc::ioctl(socket.as_raw_fd(), libc::SIOCSIFFLAGS as _, &request) })
}
