//! A program for each connection, which is its standard input and output, as inetd does.

use sys::process::Ended;
use sys::program::Launch;

use super::super::scene::Scene;
use crate::{Error, Result};

pub(super) fn by_fork(scene: &'static Scene) -> Result<()> {
    serve(scene, Launch::ForkExec)
}

pub(super) fn by_spawn(scene: &'static Scene) -> Result<()> {
    serve(scene, Launch::PosixSpawn)
}

fn serve(scene: &'static Scene, how: Launch) -> Result<()> {
    let program = scene.program.as_ref();
    let program = program.ok_or_else(|| Error::Wrong("there is no program to start".into()))?;
    scene.accept_each(scene.listener(0), |stream| {
        let launched = program.launch_with(how, &stream);
        drop(stream);
        if let Err(error) = launched {
            scene.board.leave();
            scene.pause(&error);
        }
        Scene::reap(&mut |ended| over(scene, ended));
    })?;
    scene.reap_last(|ended| over(scene, ended))
}

/// The program leaves with status 0 where it has answered.
fn over(scene: &Scene, ended: Ended) {
    if ended == Ended::Exited(0) {
        scene.board.answered();
    }
    scene.board.leave();
}
