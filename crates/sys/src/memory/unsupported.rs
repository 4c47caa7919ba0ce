//! Systems whose own mapping call is not made yet.

use std::sync::atomic::AtomicU64;

use crate::{Error, Result};

pub(super) struct Touched;

impl Touched {
    pub(super) fn new(bytes: usize) -> Result<Self> {
        if bytes == 0 {
            return Ok(Self);
        }
        Err(Error::Unsupported("memory of this system is not mapped by its own call yet"))
    }
}

pub(super) struct Shared(std::convert::Infallible);

impl Shared {
    pub(super) fn new(_: usize) -> Result<Self> {
        Err(Error::Unsupported("memory of this system is not shared by its own call yet"))
    }

    pub(super) fn all(&self) -> &[AtomicU64] {
        match self.0 {}
    }
}
