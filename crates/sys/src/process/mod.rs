//! Processes: creating them by each call that a system has, waiting for them, and being their
//! janitor.

#[cfg_attr(target_os = "linux", path = "family_linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "family_unsupported.rs")]
mod family;
#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "unsupported.rs")]
mod imp;

use crate::Result;

/// Number of a process that this one has started and not waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child(pub i32);

/// `fork(2)`; the child calls `exit(3)` with status 0 at once.
///
/// The caller must have a single thread and no buffered C output: `exit` would write it twice.
#[inline]
pub fn fork_exit() -> Result<Child> {
    imp::fork_exit()
}

/// `vfork(2)`; the child calls `_exit(2)` with status 0 at once, the only thing it may call.
#[inline]
pub fn vfork_exit() -> Result<Child> {
    imp::vfork_exit()
}

/// `clone(2)` with `CLONE_VM | CLONE_VFORK` on a stack of its own; the child returns at once.
/// Linux only.
#[inline]
pub fn clone_exit(stack: &mut CloneStack) -> Result<Child> {
    imp::clone_exit(stack)
}

/// The stack that a cloned child runs on while its parent waits.
pub struct CloneStack(Box<[u128]>);

impl CloneStack {
    /// 64 KiB.
    #[expect(clippy::new_without_default, reason = "a stack is asked for, not defaulted to")]
    pub fn new() -> Self {
        Self(vec![0; 4096].into_boxed_slice())
    }
}

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It left with this status.
    Exited(i32),
    /// This signal ended it.
    Signaled(i32),
}

impl std::fmt::Display for Ended {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Exited(status) => write!(formatter, "exit status {status}"),
            Self::Signaled(signal) => write!(formatter, "killed by signal {signal}"),
        }
    }
}

/// Waits for a child to end: `waitpid(2)`.
#[inline]
pub fn wait(child: Child) -> Result<Ended> {
    imp::wait(child)
}

/// `fork(2)`; the child does `work` and leaves with the status that it returns, without running
/// anything of the parent's.
///
/// The caller must have a single thread: a lock that another one holds stays locked in the child.
pub fn fork_doing(work: impl FnOnce() -> u8) -> Result<Child> {
    imp::fork_doing(work)
}

/// What came of waiting for any child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reaped {
    /// It has ended so.
    One(Ended),
    /// None has ended.
    Later,
    /// There is none.
    Nobody,
}

/// Sleeps until one of this process's children has ended, and leaves it to be reaped: `waitid(2)`.
pub fn wait_for_one() -> Result<()> {
    imp::wait_for_one()
}

/// Reaps a child of this process that has ended, without waiting: `waitpid(2)` of any.
#[inline]
pub fn reap() -> Result<Reaped> {
    imp::reap()
}

/// A process and its descendants, as far as they can be seen. Linux: `/proc`; elsewhere the
/// process alone.
pub fn family_of(pid: i32) -> Vec<i32> {
    family::family_of(pid)
}

/// Asks whether a child has ended, without waiting.
pub fn poll(child: Child) -> Result<Option<Ended>> {
    imp::poll(child)
}

/// Kills one process; no error if it is gone.
pub fn kill(pid: i32) {
    imp::kill(pid);
}

/// Number of this process.
pub fn id() -> i32 {
    std::process::id() as i32
}

/// Lets orphaned descendants become children of this process, so that it can find and end them:
/// `PR_SET_CHILD_SUBREAPER` on Linux; elsewhere nothing, and process groups serve.
pub fn adopt_orphans() {
    family::adopt_orphans();
}

/// Has the kernel kill this process when the thread that started it ends. Returns false where the
/// parent is gone already. Linux: `PR_SET_PDEATHSIG`; elsewhere nothing.
pub fn die_with_parent(parent: i32) -> bool {
    family::die_with_parent(parent)
}

/// Kills every descendant of this process but `spare`, waits for them, and returns how many there
/// were. What a killed process leaves is killed too.
pub fn kill_descendants(spare: Option<Child>) -> usize {
    family::kill_descendants(spare)
}

/// Has a command start in a process group of its own, out of reach of the terminal's Ctrl-C.
pub fn in_own_group(command: &mut std::process::Command) {
    imp::in_own_group(command);
}

/// Kills all processes of a group; no error if there are none.
pub fn kill_group(group: i32) {
    imp::kill_group(group);
}

#[cfg(test)]
mod tests {
    #[cfg(target_os = "linux")]
    #[test]
    fn each_call_makes_a_child_that_leaves_with_zero() {
        use super::*;
        let mut stack = CloneStack::new();
        // vfork and clone only: this test runs among threads, where a forked exit is not safe.
        for child in [vfork_exit(), clone_exit(&mut stack)] {
            assert_eq!(wait(child.unwrap()).unwrap(), Ended::Exited(0));
        }
    }
}
