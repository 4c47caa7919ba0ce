//! Processes made in advance, each of which accepts one connection at a time: all from one
//! listener, or each from its own, among which the kernel shares out.

use sys::process::{fork_doing, wait_for_one};

use super::super::scene::Scene;
use crate::Result;

pub(super) fn serve(scene: &'static Scene) -> Result<()> {
    for number in 0..scene.loops {
        fork_doing(|| {
            let listener = scene.listener(number);
            u8::from(scene.accept_each(listener, |stream| scene.attend(stream)).is_err())
        })?;
    }
    // They end when their listener is shut, the first of them at once.
    wait_for_one()?;
    scene.reap_last(|_| {})
}
