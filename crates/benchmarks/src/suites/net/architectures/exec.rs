//! A program for each connection, which is its standard input and output, as inetd does.

use sys::process::{Ended, wait_any};
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
        while let Ok(Some((_, ended))) = wait_any(false) {
            over(scene, ended);
        }
    })?;
    while let Some((_, ended)) = wait_any(true)? {
        over(scene, ended);
    }
    Ok(())
}

/// The program leaves with status 0 where it has answered.
fn over(scene: &Scene, ended: Ended) {
    if ended == Ended::Exited(0) {
        scene.board.answered();
    }
    scene.board.leave();
}
