//! Loops around `select(2)`.

use sys::readiness::Select;
use sys::socket::Handle;

use super::super::scene::Scene;
use super::event_loop::{self, Readiness};
use crate::Result;

pub(super) fn serve(scene: &'static Scene) -> Result<()> {
    event_loop::serve::<Select>(scene)
}

impl Readiness for Select {
    fn new(_: usize) -> Result<Self> {
        Ok(Self::new())
    }

    fn watch(&mut self, handle: Handle, key: u32) -> sys::Result<()> {
        self.watch(handle, key)
    }

    fn forget(&mut self, handle: Handle, _: u32) {
        self.forget(handle);
    }

    fn wait(&mut self, ready: &mut Vec<u32>, timeout_ns: Option<u64>) -> sys::Result<()> {
        self.wait(ready, timeout_ns)
    }
}
