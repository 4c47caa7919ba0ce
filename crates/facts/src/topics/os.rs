//! The operating system as its makers name it.

use crate::parse::assignment;
use crate::sheet::Sheet;
use crate::{Found, Source};

pub(crate) fn collect(source: &Source, sheet: &mut Sheet) {
    let release = source.text("etc/os-release").or_else(|_| source.text("usr/lib/os-release"));
    let told = |name: &str| -> Found<String> {
        let release = release.as_ref().map_err(Clone::clone)?;
        assignment(release, name).ok_or_else(|| format!("/etc/os-release has no {name}"))
    };
    let system = || source.calls().names().map(|names| names.system);
    sheet.treatment("os.name", told("PRETTY_NAME").or_else(|_| told("NAME")).or_else(|_| system()));
    sheet.treatment("os.id", told("ID"));
    sheet.treatment("os.version", version(source, &told));
    sheet.treatment("os.edition", edition(source, &told));
    sheet.treatment("os.init", init(source));
}

fn version(source: &Source, told: &dyn Fn(&str) -> Found<String>) -> Found<String> {
    // Debian's point release is in a file of its own.
    if told("ID").as_deref() == Ok("debian")
        && let Ok(point) = source.text("etc/debian_version")
    {
        return Ok(point);
    }
    told("VERSION_ID").or_else(|_| told("VERSION")).or_else(|_| told("BUILD_ID"))
}

/// Server, desktop or what the makers call it; where they say nothing, whether a desktop is
/// installed.
fn edition(source: &Source, told: &dyn Fn(&str) -> Found<String>) -> Found<String> {
    const MANAGERS: &[&str] =
        &["etc/X11/default-display-manager", "etc/systemd/system/display-manager.service"];
    const SESSIONS: &[&str] = &["usr/share/xsessions", "usr/share/wayland-sessions"];

    if let Ok(edition) = told("VARIANT").or_else(|_| told("VARIANT_ID")) {
        return Ok(edition);
    }
    if MANAGERS.iter().any(|path| source.has(path)) {
        return Ok("desktop (a display manager is installed)".to_owned());
    }
    if SESSIONS.iter().any(|path| !source.names(path).is_empty()) {
        return Ok("desktop (a graphical session is installed)".to_owned());
    }
    if !source.has("usr") {
        return Err("no /usr to look for a desktop in".to_owned());
    }
    Ok("server (no desktop is installed)".to_owned())
}

/// What started everything else.
fn init(source: &Source) -> Found<String> {
    const KNOWN: &[&str] = &[
        "systemd",
        "init",
        "runit",
        "s6-svscan",
        "openrc-init",
        "dinit",
        "launchd",
        "busybox",
        "tini",
        "dumb-init",
        "docker-init",
        "catatonit",
        "bash",
        "sh",
        "sleep",
    ];

    let name = source.text("proc/1/comm")?;
    // Any other name is a program of somebody's own.
    Ok(if KNOWN.contains(&name.as_str()) { name } else { "another program".to_owned() })
}
