//! Systems whose own durable writes are not made yet.

use std::path::Path;

use super::Opening;
use crate::{Error, Result};

fn not_yet<T>() -> Result<T> {
    Err(Error::Unsupported("durable writes of this system are not made by its own calls yet"))
}

pub(super) struct File(std::convert::Infallible);

impl File {
    pub(super) fn open(_: &Path, _: Opening) -> Result<Self> {
        not_yet()
    }

    pub(super) fn descriptor(&self) -> i32 {
        match self.0 {}
    }

    pub(super) fn write_at(&self, _: &[u8], _: u64) -> Result<()> {
        match self.0 {}
    }

    pub(super) fn write_through_at(&self, _: &[u8], _: u64) -> Result<()> {
        match self.0 {}
    }

    pub(super) fn read_at(&self, _: &mut [u8], _: u64) -> Result<usize> {
        match self.0 {}
    }

    pub(super) fn fsync(&self) -> Result<()> {
        match self.0 {}
    }

    pub(super) fn fdatasync(&self) -> Result<()> {
        match self.0 {}
    }

    pub(super) fn full_fsync(&self) -> Result<()> {
        match self.0 {}
    }

    pub(super) fn barrier_fsync(&self) -> Result<()> {
        match self.0 {}
    }

    pub(super) fn sync_range(&self, _: u64, _: u64) -> Result<()> {
        match self.0 {}
    }

    pub(super) fn allocate(&self, _: u64) -> Result<()> {
        match self.0 {}
    }

    pub(super) fn forget(&self) -> Result<()> {
        match self.0 {}
    }
}

pub(super) fn sync_directory(_: &Path) -> Result<()> {
    not_yet()
}
