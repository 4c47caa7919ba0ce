//! POSIX processes.

use super::{Child, CloneStack, Ended, Reaped};
use crate::{Error, Result};

#[inline]
pub(super) fn fork_exit() -> Result<Child> {
    // SAFETY: the child only calls `exit`; the caller promises a single thread.
    match unsafe { libc::fork() } {
        -1 => Err(Error::last("fork")),
        // SAFETY: the published definition calls `exit`, which runs what the C library
        // registered; nothing of ours is registered there.
        0 => unsafe { libc::exit(0) },
        child => Ok(Child(child)),
    }
}

#[cfg(c_shims)]
#[inline]
pub(super) fn vfork_exit() -> Result<Child> {
    unsafe extern "C" {
        fn whichos_vfork_exit() -> libc::pid_t;
    }
    // SAFETY: the shim's child only calls `_exit`.
    match unsafe { whichos_vfork_exit() } {
        code if code < 0 => Err(Error::code("vfork", -code)),
        child => Ok(Child(child)),
    }
}

#[cfg(not(c_shims))]
pub(super) fn vfork_exit() -> Result<Child> {
    Err(Error::Unsupported("vfork needs a C compiler when whichos is built"))
}

#[cfg(target_os = "linux")]
#[inline]
pub(super) fn clone_exit(stack: &mut CloneStack) -> Result<Child> {
    extern "C" fn leave(_: *mut libc::c_void) -> libc::c_int {
        0
    }
    let top = stack.0.as_mut_ptr_range().end.cast();
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::SIGCHLD;
    // SAFETY: the parent sleeps until the child, which only returns, has left the shared memory;
    // the stack is large enough, aligned, and used by this child alone.
    match unsafe { libc::clone(leave, top, flags, std::ptr::null_mut()) } {
        -1 => Err(Error::last("clone")),
        child => Ok(Child(child)),
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn clone_exit(stack: &mut CloneStack) -> Result<Child> {
    let _ = &stack.0;
    Err(Error::Unsupported("only Linux has clone"))
}

#[inline]
pub(super) fn wait(child: Child) -> Result<Ended> {
    wait_with(child, 0).map(|ended| ended.unwrap_or(Ended::Exited(0)))
}

pub(super) fn fork_doing(work: impl FnOnce() -> u8) -> Result<Child> {
    // SAFETY: the caller promises a single thread, so that the child finds nothing locked.
    match unsafe { libc::fork() } {
        -1 => Err(Error::last("fork")),
        0 => {
            let status = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
            // SAFETY: leaves without running anything of the parent's.
            unsafe { libc::_exit(status.map_or(101, i32::from)) }
        }
        child => Ok(Child(child)),
    }
}

pub(super) fn wait_for_one() -> Result<()> {
    let mut answer = std::mem::MaybeUninit::<libc::siginfo_t>::uninit();
    let options = libc::WEXITED | libc::WNOWAIT;
    loop {
        // SAFETY: `answer` is a valid place; nothing is reaped.
        if unsafe { libc::waitid(libc::P_ALL, 0, answer.as_mut_ptr(), options) } == 0 {
            return Ok(());
        }
        let error = std::io::Error::last_os_error();
        if error.kind() != std::io::ErrorKind::Interrupted {
            return Err(Error::Os { call: "waitid", source: error });
        }
    }
}

#[inline]
pub(super) fn reap() -> Result<Reaped> {
    let mut status = 0;
    loop {
        // SAFETY: `status` is a valid place for the answer.
        match unsafe { libc::waitpid(-1, &raw mut status, libc::WNOHANG) } {
            0 => return Ok(Reaped::Later),
            -1 => {
                let error = std::io::Error::last_os_error();
                match error.raw_os_error() {
                    Some(libc::EINTR) => {}
                    Some(libc::ECHILD) => return Ok(Reaped::Nobody),
                    _ => return Err(Error::Os { call: "waitpid", source: error }),
                }
            }
            _ => return Ok(Reaped::One(ended(status))),
        }
    }
}

fn ended(status: libc::c_int) -> Ended {
    if libc::WIFSIGNALED(status) {
        Ended::Signaled(libc::WTERMSIG(status))
    } else {
        Ended::Exited(libc::WEXITSTATUS(status))
    }
}

pub(super) fn poll(child: Child) -> Result<Option<Ended>> {
    wait_with(child, libc::WNOHANG)
}

#[inline]
fn wait_with(child: Child, options: libc::c_int) -> Result<Option<Ended>> {
    let mut status = 0;
    loop {
        // SAFETY: `status` is a valid place for the answer.
        match unsafe { libc::waitpid(child.0, &raw mut status, options) } {
            0 => return Ok(None),
            -1 => {
                let error = std::io::Error::last_os_error();
                if error.kind() != std::io::ErrorKind::Interrupted {
                    return Err(Error::Os { call: "waitpid", source: error });
                }
            }
            _ => return Ok(Some(ended(status))),
        }
    }
}

pub(super) fn kill(pid: i32) {
    // SAFETY: a signal to a number; the worst answer is that there is no such process.
    unsafe { libc::kill(pid, libc::SIGKILL) };
}

pub(super) fn kill_group(group: i32) {
    if group > 1 {
        // SAFETY: a signal to a group; the worst answer is that there is none.
        unsafe { libc::killpg(group, libc::SIGKILL) };
    }
}

pub(super) fn in_own_group(command: &mut std::process::Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}
