//! Systems whose own mapping call is not made yet.

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
