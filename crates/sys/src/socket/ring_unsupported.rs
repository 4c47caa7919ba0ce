//! Systems without `io_uring`.

use super::{Listener, Stream};
use crate::{Error, Result};

/// What an operation of the ring has come to.
#[derive(Debug)]
pub enum Event {
    /// A connection was accepted.
    Accepted(Stream),
    /// Accepting has failed once.
    NotAccepted(Error),
    /// So many bytes have come; none means that the other side has finished writing.
    Received(Stream, usize),
    /// An answer was given, the connection is closed.
    Closed,
    /// The connection was lost before it was to be answered, and is closed.
    Lost,
    /// The answer could not be given; the connection is closed.
    NotAnswered,
    /// The listener was shut.
    Shut,
}

/// A queue of operations that the kernel does by itself. Linux only.
pub struct Ring(std::convert::Infallible);

impl Ring {
    /// Unsupported.
    pub fn new(_: u32, _: &'static [u8], _: u64) -> Result<Self> {
        Err(Error::Unsupported("only Linux has io_uring"))
    }

    /// Unsupported.
    pub fn accept_all(&mut self, _: &Listener) -> Result<()> {
        match self.0 {}
    }

    /// Unsupported.
    pub fn receive(&mut self, _: Stream) -> Result<()> {
        match self.0 {}
    }

    /// Unsupported.
    pub fn received(&self, _: &Stream, _: usize) -> &[u8] {
        match self.0 {}
    }

    /// Unsupported.
    pub fn answer_and_receive(&mut self, _: Stream) -> Result<()> {
        match self.0 {}
    }

    /// Unsupported.
    pub fn answer_and_close(&mut self, _: Stream) -> Result<()> {
        match self.0 {}
    }

    /// Unsupported.
    pub fn wait(&mut self) -> Result<Event> {
        match self.0 {}
    }
}
