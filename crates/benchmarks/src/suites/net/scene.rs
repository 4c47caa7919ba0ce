//! What an architecture is given to serve with.

use sys::clock::{now_ns, sleep};
use sys::process::{Ended, Reaped, reap};
use sys::program::Program;
use sys::socket::{Incoming, Listener, Stream};

use super::board::Board;
use super::protocol::{Dialog, converse};
use crate::Result;

/// How long the last connections may take when the listener is shut.
const LAST_NS: u64 = 500_000_000;
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

    /// Takes note of children that have ended.
    #[inline]
    pub(super) fn reap(each: &mut impl FnMut(Ended)) {
        while let Ok(Reaped::One(ended)) = reap() {
            each(ended);
        }
    }

    /// The last children: those that do not end by themselves wait for clients who say nothing,
    /// and are ended, so that what they have used counts all the same.
    pub(super) fn reap_last(&self, mut each: impl FnMut(Ended)) -> Result<()> {
        let limit = now_ns() + self.dialog.hold_ns() + LAST_NS;
        loop {
            match reap()? {
                Reaped::One(ended) => each(ended),
                Reaped::Nobody => return Ok(()),
                Reaped::Later if now_ns() < limit => sleep(PAUSE_NS / 4),
                Reaped::Later => {
                    sys::process::kill_descendants(None);
                    return Ok(());
                }
            }
        }
    }

    /// Waits, for a while, until the threads of the last connections have ended.
    pub(super) fn wait_for_last(&self) {
        let limit = now_ns() + self.dialog.hold_ns() + LAST_NS;
        while self.board.live() > 0 && now_ns() < limit {
            sleep(PAUSE_NS / 4);
        }
    }

    /// Notes what could not be had, and gives others time to give it back.
    #[cold]
    pub(super) fn pause(&self, error: &sys::Error) {
        self.board.refused(error);
        sleep(PAUSE_NS);
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
