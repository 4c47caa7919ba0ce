//! Systems whose cache is not asked yet.

use super::Residency;
use crate::data::Descriptor;
use crate::{Error, Result};

fn not_yet<T>() -> Result<T> {
    Err(Error::Unsupported("this system's page cache is neither emptied nor asked yet"))
}

pub(super) fn evict(_: &Descriptor) -> Result<()> {
    not_yet()
}

pub(super) fn evict_all() -> Result<()> {
    not_yet()
}

pub(super) fn residency(_: &Descriptor, _: u64) -> Result<Residency> {
    not_yet()
}
