//! Systems without networks of a process's own.

use std::process::Command;

use crate::{Error, Result};

pub(super) fn start_in_new(_: &mut Command) -> Result<()> {
    Err(Error::Unsupported("only Linux gives a process a network of its own"))
}

pub(super) fn start_in_that_of(_: &mut Command, _: i32) -> Result<()> {
    Err(Error::Unsupported("only Linux gives a process a network of its own"))
}
