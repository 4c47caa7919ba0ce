//! A process for each connection: `fork(2)`; the child answers.

use sys::process::fork_doing;

use super::super::protocol::converse;
use super::super::scene::Scene;
use crate::Result;

pub(super) fn serve(scene: &'static Scene) -> Result<()> {
    let board = &scene.board;
    scene.accept_each(scene.listener(0), |stream| {
        let forked = fork_doing(|| {
            if converse(scene.dialog, &stream) {
                board.answered();
            }
            board.leave();
            0
        });
        drop(stream);
        if let Err(error) = forked {
            board.leave();
            scene.pause(&error);
        }
        // Whoever has ended is reaped, so that its processor time counts.
        Scene::reap(&mut |_| {});
    })?;
    scene.reap_last(|_| {})
}
