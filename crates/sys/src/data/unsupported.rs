//! Systems whose own file calls are not made yet.

use std::convert::Infallible;

use super::{Access, How};
use crate::file::Name;
use crate::{Error, Result};

fn not_yet<T>() -> Result<T> {
    Err(Error::Unsupported("files of this system are not used by its own calls yet"))
}

/// None is ever opened.
pub(crate) struct File(Infallible);

impl File {
    pub(super) fn open(_: &Name, _: Access) -> Result<Self> {
        not_yet()
    }

    pub(super) fn read_at(&self, _: &mut [u8], _: u64) -> Result<usize> {
        match self.0 {}
    }

    pub(super) fn write_at(&self, _: &[u8], _: u64) -> Result<usize> {
        match self.0 {}
    }

    pub(super) fn read_at_with(&self, _: How, _: &mut [u8], _: u64) -> Result<Option<usize>> {
        match self.0 {}
    }

    pub(super) fn write_at_with(&self, _: How, _: &[u8], _: u64) -> Result<usize> {
        match self.0 {}
    }

    pub(super) fn stop_bypassing(&self) -> Result<()> {
        match self.0 {}
    }

    pub(super) fn size(&self) -> Result<u64> {
        match self.0 {}
    }

    pub(super) fn set_size(&self, _: u64) -> Result<()> {
        match self.0 {}
    }

    pub(super) fn flush(&self) -> Result<()> {
        match self.0 {}
    }

    pub(super) fn sync(&self) -> Result<()> {
        match self.0 {}
    }

    pub(super) fn close(self) -> Result<()> {
        match self.0 {}
    }
}

pub(super) fn sync_directory(_: &Name) -> Result<()> {
    not_yet()
}
