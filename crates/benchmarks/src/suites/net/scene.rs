//! What an architecture is given to serve with.

use sys::program::Program;
use sys::socket::{Incoming, Listener, Stream};

use super::board::Board;
use super::protocol::{Dialog, converse};
use crate::Result;

/// How long to wait before trying again what could not be had.
const PAUSE_NS: u64 = 1_000_000;

/// A server's surroundings.
pub(super) struct Scene {
    /// One, or one for each loop.
    pub(super) listeners: Vec<Listener>,
    pub(super) dialog: Dialog,
    pub(super) board: Board,
    /// Loops, or workers of a pool.
    pub(super) loops: usize,
    /// Connections that may be open at once.
    pub(super) connections: usize,
    /// What is started for a connection, where something is.
    pub(super) program: Option<Program>,
}

impl Scene {
    /// The listener of a loop or worker.
    pub(super) fn listener(&self, number: usize) -> &Listener {
        &self.listeners[number % self.listeners.len()]
    }

    /// Accepts connections, waiting for each, until the listener is shut.
    pub(super) fn accept_each(
        &self,
        listener: &Listener,
        mut each: impl FnMut(Stream),
    ) -> Result<()> {
        loop {
            match listener.accept() {
                Ok(Incoming::One(stream)) => {
                    self.board.enter();
                    each(stream);
                }
                Ok(Incoming::Later) => {}
                Ok(Incoming::Shut) => return Ok(()),
                Err(error) => self.pause(&error),
            }
        }
    }

    /// Notes what could not be had, and gives others time to give it back.
    #[cold]
    pub(super) fn pause(&self, error: &sys::Error) {
        self.board.refused(error);
        sys::clock::sleep(PAUSE_NS);
    }

    /// The whole life of a connection that waits in reading.
    #[inline]
    pub(super) fn attend(&self, stream: Stream) {
        if converse(self.dialog, &stream) {
            self.board.answered();
        }
        drop(stream);
        self.board.leave();
    }
}
