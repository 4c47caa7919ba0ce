//! Loops around `epoll(7)`, which tells of a socket as long as it can be read.

use sys::readiness::{Epoll, Interest};
use sys::socket::Handle;

use super::super::scene::Scene;
use super::event_loop::{self, Readiness};
use crate::Result;

pub(super) fn serve(scene: &'static Scene) -> Result<()> {
    event_loop::serve::<Epoll>(scene)
}

impl Readiness for Epoll {
    fn new(capacity: usize) -> Result<Self> {
        Ok(Self::new(capacity)?)
    }

    fn watch(&mut self, handle: Handle, key: u32) -> sys::Result<()> {
        self.watch(handle, u64::from(key), Interest::READ)
    }

    fn forget(&mut self, _: Handle, _: u32) {
        // Closing the socket is enough.
    }

    fn wait(&mut self, ready: &mut Vec<u32>, timeout_ns: Option<u64>) -> sys::Result<()> {
        ready.extend(self.wait(timeout_ns)?.iter().map(|one| one.key as u32));
        Ok(())
    }
}
