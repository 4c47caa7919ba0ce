//! Systems whose own call is not made yet.

use std::ops::Range;

use crate::data::Descriptor;
use crate::{Error, Result};

pub(super) fn fallocate(_: &Descriptor, _: &Range<u64>) -> Result<()> {
    Err(Error::Unsupported("this system has no fallocate"))
}

pub(super) fn posix_fallocate(_: &Descriptor, _: &Range<u64>) -> Result<()> {
    Err(Error::Unsupported("this system's posix_fallocate is not called yet"))
}
