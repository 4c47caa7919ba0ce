//! Systems without `getrusage`.

use super::Usage;

pub(super) fn of_family() -> Option<Usage> {
    None
}

pub(super) fn of_children() -> Option<Usage> {
    None
}
