//! Systems whose own thread call is not made yet.

use crate::{Error, Result};

pub(super) struct EmptyThreads;

impl EmptyThreads {
    pub(super) fn new(_: usize, _: Option<usize>) -> Result<Self> {
        Err(Error::Unsupported("threads of this system are not created by its own call yet"))
    }

    pub(super) fn create(&mut self, _: usize) -> Result<()> {
        Err(Error::Unsupported("threads of this system are not created by its own call yet"))
    }

    pub(super) fn join(&mut self, _: usize) -> Result<()> {
        Err(Error::Unsupported("threads of this system are not created by its own call yet"))
    }
}

pub(super) struct Handle(std::convert::Infallible);

pub(super) fn start(_: Box<dyn FnOnce() + Send>) -> Result<Handle> {
    Err(Error::Unsupported("threads of this system are not created by its own call yet"))
}

impl Handle {
    pub(super) fn join(self) -> Result<()> {
        match self.0 {}
    }
}
