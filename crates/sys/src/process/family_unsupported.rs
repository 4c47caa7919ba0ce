//! Systems where descendants are reached through their process group only.

use super::Child;

pub(super) fn adopt_orphans() {}

pub(super) fn die_with_parent(_: i32) -> bool {
    true
}

pub(super) fn family_of(pid: i32) -> Vec<i32> {
    vec![pid]
}

pub(super) fn kill_descendants(_: Option<Child>) -> usize {
    0
}
