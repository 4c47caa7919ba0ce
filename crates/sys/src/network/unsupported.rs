//! Systems without networks of a process's own.

use std::path::Path;
use std::process::Command;

use crate::{Error, Result};

pub(super) fn start_in_new(_: &mut Command) -> Result<()> {
    Err(Error::Unsupported("only Linux gives a process a network of its own"))
}

pub(super) fn start_in(_: &mut Command, _: &Path) -> Result<()> {
    Err(Error::Unsupported("only Linux gives a process a network of its own"))
}
