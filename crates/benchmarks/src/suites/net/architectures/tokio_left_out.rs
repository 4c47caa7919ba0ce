//! A build without Tokio.

use super::super::scene::Scene;
use crate::Result;

pub(super) fn serve(_: &'static Scene) -> Result<()> {
    Err(sys::Error::Unsupported("not in this build: it was built without the feature tokio").into())
}
