//! Whether a container is around.

use super::mounts::mounts;
use crate::sheet::Sheet;
use crate::{Found, Source};

pub(crate) fn collect(source: &Source, sheet: &mut Sheet) {
    let (kind, evidence) = container(source);
    sheet.treatment("container.kind", kind);
    sheet.treatment("container.evidence", evidence);
    sheet.treatment("container.root_filesystem", root(source));
    sheet.treatment("container.user_namespace", user_namespace(source));
}

/// What is around, and by what it shows.
fn container(source: &Source) -> (Found<String>, Vec<String>) {
    let mut seen: Vec<(String, &str)> = Vec::new();
    if let Ok(name) = source.text("run/systemd/container") {
        let known = ["docker", "podman", "lxc", "lxc-libvirt", "systemd-nspawn", "rkt", "wsl"];
        let name = known.into_iter().find(|known| *known == name).unwrap_or("another kind");
        seen.push((name.to_owned(), "/run/systemd/container"));
    }
    for (path, name, evidence) in [
        ("run/.containerenv", "podman", "/run/.containerenv"),
        (".dockerenv", "docker", "/.dockerenv"),
        ("var/run/secrets/kubernetes.io", "kubernetes", "/var/run/secrets/kubernetes.io"),
        ("dev/lxd", "lxc", "/dev/lxd"),
        ("proc/vz", "openvz", "/proc/vz"),
    ] {
        // A host of OpenVZ has a second folder, and disks made from an image keep its marks.
        let left_over = (name == "openvz" && source.has("proc/bc"))
            || (path.starts_with('.') && outermost(source));
        if source.has(path) && !left_over {
            seen.push((name.to_owned(), evidence));
        }
    }
    let groups = source.text("proc/1/cgroup").or_else(|_| source.text("proc/self/cgroup"));
    for (part, name) in [
        ("kubepods", "kubernetes"),
        ("docker", "docker"),
        ("libpod", "podman"),
        ("/lxc", "lxc"),
        ("containerd", "containerd"),
        ("machine.slice/machine-", "systemd-nspawn"),
    ] {
        if groups.as_ref().is_ok_and(|groups| groups.contains(part)) {
            seen.push((name.to_owned(), "the names of control groups"));
        }
    }
    if root(source).as_deref() == Ok("overlay") && seen.is_empty() {
        seen.push(("another kind".to_owned(), "the root file system is an overlay"));
    }
    let evidence =
        seen.iter().map(|(name, evidence)| format!("{name}: {evidence}")).collect::<Vec<_>>();
    // Kubernetes runs containers of another kind; it says more.
    let orchestrated = seen.iter().find(|(name, _)| name == "kubernetes");
    let kind = orchestrated.or(seen.first()).map(|(name, _)| name.clone());
    let kind = match kind {
        Some(kind) => Ok(kind),
        None if groups.is_err() && !source.has("proc/self") => {
            Err("no /proc to look in".to_owned())
        }
        None => Ok("none".to_owned()),
    };
    (kind, evidence)
}

/// Whether this is where the machine's own first process lives, on a root that is no overlay.
fn outermost(source: &Source) -> bool {
    // The kernel gives the first namespace of processes always this number.
    const FIRST: &str = "pid:[4026531836]";

    source.link("proc/self/ns/pid").as_deref() == Ok(FIRST)
        && root(source).is_ok_and(|kind| kind != "overlay")
}

fn root(source: &Source) -> Found<String> {
    let root = mounts(source)?.into_iter().rfind(|mount| mount.point == "/");
    root.map(|mount| mount.kind).ok_or_else(|| "nothing is mounted at the root".to_owned())
}

/// Whether numbers of users here are others outside.
fn user_namespace(source: &Source) -> Found<bool> {
    let map = source.text("proc/self/uid_map")?;
    let words: Vec<&str> = map.split_whitespace().collect();
    Ok(words != ["0", "0", "4294967295"])
}
