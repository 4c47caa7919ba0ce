//! Systems whose own file calls are not made yet.

use std::path::Path;

use super::Space;
use crate::{Error, Result};

fn not_yet<T>() -> Result<T> {
    Err(Error::Unsupported("files of this system are not used by its own calls yet"))
}

pub(crate) struct Name;

impl Name {
    pub(super) fn new(_: &Path) -> Result<Self> {
        not_yet()
    }

    pub(super) fn create_stdio(&self, _: &[u8]) -> Result<()> {
        not_yet()
    }

    pub(super) fn remove(&self) -> Result<()> {
        not_yet()
    }

    pub(super) fn open_new(&self) -> Result<Open> {
        not_yet()
    }

    pub(super) fn open_to_read(&self) -> Result<Open> {
        not_yet()
    }

    pub(super) fn size(&self) -> Result<u64> {
        not_yet()
    }

    pub(super) fn make_directory(&self) -> Result<()> {
        not_yet()
    }

    pub(super) fn unlink(&self) -> Result<()> {
        not_yet()
    }
}

pub(super) struct Open;

impl Open {
    pub(super) fn write(&self, _: &[u8]) -> Result<()> {
        not_yet()
    }

    pub(super) fn read(&self, _: &mut [u8]) -> Result<()> {
        not_yet()
    }

    pub(super) fn sync(&self) -> Result<()> {
        not_yet()
    }

    pub(super) fn close(self) -> Result<()> {
        not_yet()
    }
}

pub(super) fn settle(_: &Path) -> Result<()> {
    not_yet()
}

pub(super) fn space(_: &Path) -> Result<Space> {
    not_yet()
}

pub(super) fn spread_subdirectories(_: &Path) -> Result<()> {
    not_yet()
}
