//! Systems without `epoll`.

use crate::socket::Handle;
use crate::{Error, Result};

/// What is waited for.
#[derive(Clone, Copy, Debug)]
pub struct Interest {
    /// That it can be written to.
    pub write: bool,
    /// To be told once for each change, not as long as it lasts.
    pub edge: bool,
}

impl Interest {
    /// Reading, told as long as something can be read.
    pub const READ: Self = Self { write: false, edge: false };
}

/// What one of the watched sockets is ready for.
#[derive(Clone, Copy, Debug)]
pub struct Ready {
    /// The number under which it is watched.
    pub key: u64,
    /// It can be read, or the other side is gone.
    pub read: bool,
    /// It can be written to.
    pub write: bool,
}

/// A set of sockets that the kernel keeps. Linux only.
pub struct Epoll(std::convert::Infallible);

impl Epoll {
    /// Unsupported.
    pub fn new(_: usize) -> Result<Self> {
        Err(Error::Unsupported("only Linux has epoll"))
    }

    /// Unsupported.
    pub fn watch(&mut self, _: Handle, _: u64, _: Interest) -> Result<()> {
        match self.0 {}
    }

    /// Unsupported.
    pub fn wait(&mut self, _: Option<u64>) -> Result<&[Ready]> {
        match self.0 {}
    }
}
