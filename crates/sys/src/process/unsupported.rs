//! Systems whose own process calls are not made yet.

use super::{Child, CloneStack, Ended, Reaped};
use crate::{Error, Result};

const NOT_YET: Error = Error::Unsupported("processes of this system are not created yet");

pub(super) fn fork_exit() -> Result<Child> {
    Err(Error::Unsupported("this system has no fork"))
}

pub(super) fn vfork_exit() -> Result<Child> {
    Err(Error::Unsupported("this system has no vfork"))
}

pub(super) fn clone_exit(stack: &mut CloneStack) -> Result<Child> {
    let _ = &stack.0;
    Err(Error::Unsupported("only Linux has clone"))
}

pub(super) fn wait(_: Child) -> Result<Ended> {
    Err(NOT_YET)
}

pub(super) fn fork_doing(_: impl FnOnce() -> u8) -> Result<Child> {
    Err(Error::Unsupported("this system has no fork"))
}

pub(super) fn wait_for_one() -> Result<()> {
    Err(NOT_YET)
}

pub(super) fn reap() -> Result<Reaped> {
    Err(NOT_YET)
}

pub(super) fn poll(_: Child) -> Result<Option<Ended>> {
    Err(NOT_YET)
}

pub(super) fn kill(_: i32) {}

pub(super) fn kill_group(_: i32) {}

pub(super) fn in_own_group(_: &mut std::process::Command) {}
