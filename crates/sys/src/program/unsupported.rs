//! Systems whose own launching calls are not made yet.

use std::path::Path;

use super::Launch;
use crate::process::Child;
use crate::socket::Stream;
use crate::{Error, Result};

pub(super) struct Program;

impl Program {
    pub(super) fn new(_: &Path, _: &str) -> Result<Self> {
        Err(Error::Unsupported("programs of this system are not launched by its own call yet"))
    }

    pub(super) fn carried(_: &[u8], _: &str) -> Result<Self> {
        Err(Error::Unsupported("programs of this system are not launched by its own call yet"))
    }

    pub(super) fn launch_with(&self, _: Launch, _: &Stream) -> Result<Child> {
        Err(Error::Unsupported("programs of this system are not launched by its own call yet"))
    }

    pub(super) fn launch(&self, _: Launch) -> Result<Child> {
        Err(Error::Unsupported("programs of this system are not launched by its own call yet"))
    }
}

pub(super) fn make_executable(_: &Path) -> Result<()> {
    Ok(())
}
