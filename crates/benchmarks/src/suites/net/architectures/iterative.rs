//! One client after the other: what simultaneity is compared with.

use super::super::scene::Scene;
use crate::Result;

pub(super) fn serve(scene: &'static Scene) -> Result<()> {
    scene.accept_each(scene.listener(0), |stream| scene.attend(stream))
}
