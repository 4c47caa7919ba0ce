//! The Windows Subsystem for Linux, the first of which has no Linux in it.

use super::clues::Clues;
use super::{Identity, Marks};

pub(super) fn identify(clues: &Clues) -> Option<Identity> {
    second(clues).or_else(|| first(clues))
}

/// The second has a kernel of its own, below which is Hyper-V.
fn second(clues: &Clues) -> Option<Identity> {
    let mut marks = Marks::default();
    let release = clues.names.release.to_lowercase();
    marks.weak(release.contains("microsoft-standard"), "the release is Microsoft's own");
    let hyper_v = clues.signature == "Microsoft Hv";
    marks.weak(clues.has("run/WSL") && hyper_v, "/run/WSL exists");
    marks.weak(clues.has("proc/sys/fs/binfmt_misc/WSL") && hyper_v, "binfmt_misc has WSLInterop");
    if marks.evidence.is_empty() {
        return None;
    }
    marks.weak(hyper_v, "the processor answers Microsoft Hv");
    marks.identity("wsl2")
}

/// The first is the kernel of Windows, which answers calls of Linux.
fn first(clues: &Clues) -> Option<Identity> {
    let mut marks = Marks::default();
    let own = clues.names.release.ends_with("-Microsoft");
    marks.weak(own, "the release ends in -Microsoft");
    marks.weak(clues.names.version.ends_with("-Microsoft"), "the version ends in -Microsoft");
    let builder = clues.version.contains("Microsoft@Microsoft.com");
    marks.weak(builder, "/proc/version is built by Microsoft");
    marks.weak(own && clues.has("proc/sys/fs/binfmt_misc/WSL"), "binfmt_misc has WSLInterop");
    marks.identity("wsl1").map(|identity| Identity { host: Some("Windows NT".into()), ..identity })
}
