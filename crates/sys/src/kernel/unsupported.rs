//! Systems without `getppid`.

use crate::{Error, Result};

pub(super) fn getppid_raw(_: u64) -> Result<u64> {
    Err(Error::Unsupported("this system has no getppid"))
}

pub(super) fn getppid(_: u64) -> Result<u64> {
    Err(Error::Unsupported("this system has no getppid"))
}
