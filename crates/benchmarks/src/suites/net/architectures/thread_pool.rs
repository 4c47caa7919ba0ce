//! Threads made in advance, each of which accepts one connection at a time.

use sys::thread::Worker;

use super::super::scene::Scene;
use crate::Result;

pub(super) fn serve(scene: &'static Scene) -> Result<()> {
    let work = move || scene.accept_each(scene.listener(0), |stream| scene.attend(stream));
    let workers: sys::Result<Vec<_>> = (0..scene.loops).map(|_| Worker::start(work)).collect();
    for worker in workers? {
        worker.join()??;
    }
    Ok(())
}
