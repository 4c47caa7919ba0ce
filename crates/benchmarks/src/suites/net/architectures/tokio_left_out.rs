//! A build without Tokio.

use super::Serve;

pub(super) const SERVE: Option<Serve> = None;
