//! User-Mode Linux: Linux as a program of Linux.

use super::clues::Clues;
use super::{Identity, Marks};

pub(super) fn identify(clues: &Clues) -> Option<Identity> {
    let mut marks = Marks::default();
    marks.unique(clues.cpu("vendor_id") == "User Mode Linux", "the processor is User Mode Linux");
    marks.weak(clues.cpu("model name") == "UML", "the processor's model is UML");
    marks.weak(clues.has("proc/exitcode"), "/proc/exitcode exists");
    let mut identity = marks.identity("user-mode-linux")?;
    // `host : Linux NAME RELEASE …`: the name of the host stays out.
    let mut words = clues.cpu("host").split_whitespace();
    if let (Some(system), Some(release)) = (words.next(), words.nth(1)) {
        identity.host = Some(format!("{system} {release}"));
    }
    Some(identity)
}
