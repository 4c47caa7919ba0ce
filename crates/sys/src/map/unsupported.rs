//! Systems whose own mapping call is not made yet.

use std::convert::Infallible;
use std::ops::Range;

use super::Hint;
use crate::data::Descriptor;
use crate::{Error, Result};

/// None is ever made.
pub(super) struct Map(Infallible);

impl Map {
    pub(super) fn new(_: &Descriptor, _: &Range<u64>, _: bool, _: Hint) -> Result<Self> {
        Err(Error::Unsupported("files of this system are not mapped by its own call yet"))
    }

    pub(super) fn bytes(&self) -> &[u8] {
        match self.0 {}
    }

    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        match self.0 {}
    }

    pub(super) fn touch(&self) {
        match self.0 {}
    }

    pub(super) fn sync(&self) -> Result<()> {
        match self.0 {}
    }

    pub(super) fn unmap(self) -> Result<()> {
        match self.0 {}
    }
}

pub(super) fn explain_faults(_: &'static str) -> Result<()> {
    Ok(())
}
