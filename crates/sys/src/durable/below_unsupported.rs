//! Systems that are not asked what lies below.

use std::path::Path;

use super::Below;

pub(super) fn below(_: &Path) -> Below {
    Below { flushes: true, ..Below::default() }
}
