//! gVisor: a kernel in a process.

use super::clues::Clues;
use super::{Identity, Marks};

pub(super) fn identify(clues: &Clues) -> Option<Identity> {
    let mut marks = Marks::default();
    marks.unique(clues.log_of_gvisor, "the kernel's log says that gVisor starts");
    marks.weak(clues.names.release.ends_with("-gvisor"), "the release ends in -gvisor");
    marks.weak(
        clues.names.version == "#1 SMP Sun Jan 10 15:06:54 PST 2016",
        "the version is the one that gVisor always tells",
    );
    marks.weak(clues.command_line.contains("-gvisor"), "the command line boots a gVisor");
    marks.identity("gvisor")
}
