//! Systems without mounts of a process's own.

use crate::{Error, Result};

pub(super) fn enter_private_namespace() -> Result<()> {
    Err(Error::Unsupported("only Linux gives a process mounts of its own"))
}
