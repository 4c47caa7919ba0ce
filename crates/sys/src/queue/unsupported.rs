//! Systems whose own asynchronous transfers are not made yet.

use std::convert::Infallible;

use super::{Kind, Transfer};
use crate::buffer::Aligned;
use crate::data::File;
use crate::{Error, Result};

/// None is ever set up.
pub(super) struct Engine(Infallible);

impl Engine {
    pub(super) fn new(_: Kind, _: &mut Aligned, _: usize) -> Result<Self> {
        Err(Error::Unsupported("this system's asynchronous transfers are not made yet"))
    }

    pub(super) fn attach(&mut self, _: &[&File]) -> Result<()> {
        match self.0 {}
    }

    pub(super) fn submit(&mut self, _: usize, _: &Transfer, _: &mut [u8]) -> Result<()> {
        match self.0 {}
    }

    pub(super) fn wait(&mut self) -> Result<(usize, Result<usize>)> {
        match self.0 {}
    }
}
