//! Launching a program by each call that a system has.

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "unsupported.rs")]
mod imp;

use std::path::Path;

use crate::Result;
use crate::process::Child;
use crate::socket::Stream;

/// A program with its arguments and an empty environment, made ready so that launching it
/// allocates nothing.
pub struct Program(imp::Program);

/// How a program is launched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Launch {
    /// `fork(2)`, then `execve(2)` in the child.
    ForkExec,
    /// `vfork(2)`, then `execve(2)` in the child.
    VforkExec,
    /// `posix_spawn(3)` without attributes or file actions.
    PosixSpawn,
}

/// Lets everybody read and execute a file: mode 0755 where the system has modes.
pub fn make_executable(path: &Path) -> Result<()> {
    imp::make_executable(path)
}

impl Program {
    /// A program at a path, with one argument after its name.
    pub fn new(path: &Path, argument: &str) -> Result<Self> {
        imp::Program::new(path, argument).map(Self)
    }

    /// A program that this one carries inside, in a file that has no name. Linux:
    /// `memfd_create(2)`, executed as `/proc/self/fd/N`.
    pub fn carried(bytes: &[u8], argument: &str) -> Result<Self> {
        imp::Program::carried(bytes, argument).map(Self)
    }

    /// Starts it with a connection as its standard input and output, as inetd does, and returns
    /// without waiting for its end. By fork: `dup2(2)` in the child; by spawn: file actions. There
    /// is no way by vfork.
    #[inline]
    pub fn launch_with(&self, how: Launch, connection: &Stream) -> Result<Child> {
        self.0.launch_with(how, connection)
    }

    /// Starts it and returns without waiting for its end. Where executing it fails, the child
    /// leaves with status 127 (or the call itself fails), so a caller that checks the status
    /// cannot take a failure for a fast launch.
    #[inline]
    pub fn launch(&self, how: Launch) -> Result<Child> {
        self.0.launch(how)
    }
}
