//! Systems whose own calls for waiting are not used yet.

use crate::socket::Handle;
use crate::{Error, Result};

const NOT_YET: Error = Error::Unsupported("this system's own call for waiting is not used yet");

/// Unsupported.
pub struct Poll;

impl Poll {
    /// Watches nothing.
    pub fn new(_: usize) -> Self {
        Self
    }

    /// Does nothing: no socket can be had.
    pub fn watch(&mut self, _: Handle, _: u32) {}

    /// Does nothing.
    pub fn forget(&mut self, _: u32) {}

    /// Unsupported.
    pub fn wait(&mut self, _: &mut Vec<u32>, _: Option<u64>) -> Result<()> {
        Err(NOT_YET)
    }
}

/// Unsupported.
#[derive(Default)]
pub struct Select;

impl Select {
    /// Watches nothing.
    pub fn new() -> Self {
        Self
    }

    /// Unsupported.
    pub fn watch(&mut self, _: Handle, _: u32) -> Result<()> {
        Err(NOT_YET)
    }

    /// Does nothing.
    pub fn forget(&mut self, _: Handle) {}

    /// Unsupported.
    pub fn wait(&mut self, _: &mut Vec<u32>, _: Option<u64>) -> Result<()> {
        Err(NOT_YET)
    }
}
