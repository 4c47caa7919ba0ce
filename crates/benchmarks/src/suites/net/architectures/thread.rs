//! A thread for each connection: `pthread_create(3)`, detached.

use std::sync::OnceLock;

use sys::socket::{Attendant, Attendants, Stream};

use super::super::scene::Scene;
use crate::Result;

/// What the threads serve with: a thread is given its connection and nothing else, so that
/// starting it allocates nothing.
static SCENE: OnceLock<&'static Scene> = OnceLock::new();

struct Attend;

impl Attendant for Attend {
    fn attend(stream: Stream) {
        if let Some(scene) = SCENE.get() {
            scene.attend(stream);
        }
    }
}

pub(super) fn serve(scene: &'static Scene) -> Result<()> {
    let scene = *SCENE.get_or_init(|| scene);
    let attendants = Attendants::new()?;
    scene.accept_each(scene.listener(0), |stream| {
        if let Err(error) = attendants.start::<Attend>(stream) {
            scene.board.leave();
            scene.pause(&error);
        }
    })?;
    scene.wait_for_last();
    Ok(())
}
