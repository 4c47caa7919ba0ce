//! Loops around `poll(2)`.

use sys::readiness::Poll;
use sys::socket::Handle;

use super::super::scene::Scene;
use super::event_loop::{self, Readiness};
use crate::Result;

pub(super) fn serve(scene: &'static Scene) -> Result<()> {
    event_loop::serve::<Poll>(scene)
}

impl Readiness for Poll {
    fn new(capacity: usize) -> Result<Self> {
        Ok(Self::new(capacity))
    }

    fn watch(&mut self, handle: Handle, key: u32) -> sys::Result<()> {
        self.watch(handle, key);
        Ok(())
    }

    fn forget(&mut self, _: Handle, key: u32) {
        self.forget(key);
    }

    fn wait(&mut self, ready: &mut Vec<u32>, timeout_ns: Option<u64>) -> sys::Result<()> {
        self.wait(ready, timeout_ns)
    }
}
