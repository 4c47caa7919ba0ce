//! Other systems of the Unix family that answer calls of Linux.

use super::clues::Clues;
use super::{Identity, Marks};

/// What NetBSD tells of itself unless somebody sets it.
const NETBSD_VERSIONS: &[&str] = &[
    "#1 SMP PREEMPT Thu Oct 24 16:23:02 UTC 2013",
    "#0 Wed Feb 20 20:00:02 CET 2002",
    "#0 Sun Nov 11 11:11:11 MET 2000",
];

pub(super) fn identify(clues: &Clues) -> Option<Identity> {
    freebsd(clues).or_else(|| illumos(clues)).or_else(|| netbsd(clues))
}

fn freebsd(clues: &Clues) -> Option<Identity> {
    if clues.names.system != "Linux" {
        return None;
    }
    let mut marks = Marks::default();
    let version = &clues.names.version;
    marks.unique(version.starts_with("FreeBSD "), "the version is FreeBSD's own");
    marks.unique(
        clues.version.contains("des@freebsd.org"),
        "/proc/version is the one of FreeBSD's linprocfs",
    );
    let mut identity = marks.identity("freebsd-linuxulator")?;
    let release = version.strip_prefix("FreeBSD ").and_then(|rest| rest.split_whitespace().next());
    identity.host = release.map(|release| format!("FreeBSD {release}"));
    Some(identity)
}

fn illumos(clues: &Clues) -> Option<Identity> {
    let mut marks = Marks::default();
    let branded = clues.names.version == "BrandZ virtual linux";
    marks.unique(branded, "the version is that of an LX zone");
    marks.weak(branded && clues.has("native"), "/native exists");
    marks
        .identity("illumos-lx")
        .map(|identity| Identity { host: Some("illumos".into()), ..identity })
}

fn netbsd(clues: &Clues) -> Option<Identity> {
    let mut marks = Marks::default();
    let version = NETBSD_VERSIONS.contains(&clues.names.version.as_str());
    marks.weak(version, "the version is the one that NetBSD always tells");
    let release = ["3.11.6", "2.4.18", "2.0.38"].contains(&clues.names.release.as_str());
    marks.weak(version && release, "the release is the one that NetBSD always tells");
    marks
        .identity("netbsd-linux")
        .map(|identity| Identity { host: Some("NetBSD".into()), ..identity })
}
