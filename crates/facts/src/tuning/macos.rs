//! macOS. Sources: sysctl(8), launchctl(1), setrlimit(2).

use sys::host::Resource;

use super::{Read, Row, Wanted};

/// A row of a kernel setting. Nothing keeps it through a restart but a launch daemon.
macro_rules! setting {
    ($name:literal, $wanted:expr, $why:literal) => {
        Row {
            name: $name,
            read: Read::Command(&["sysctl", "-n", $name]),
            wanted: $wanted,
            why: $why,
            now: concat!("sudo sysctl -w ", $name, "={}"),
            kept: concat!(
                "/Library/LaunchDaemons/load.plist: a daemon that runs `sysctl -w ",
                $name,
                "={}`"
            ),
            source: "sysctl(8), launchd.plist(5)",
        }
    };
}

pub(super) const TABLE: &[Row] = &[
    Row {
        name: "open files of a process",
        read: Read::Limit(Resource::OpenFiles),
        wanted: |demand| Wanted::AtLeast(demand.connections + 64),
        why: "256 by default; `whichos run` raises its own soft limit by itself",
        now: "ulimit -n {}",
        kept: "/Library/LaunchDaemons/limit.maxfiles.plist: launchctl limit maxfiles {} {}",
        source: "setrlimit(2), launchctl(1)",
    },
    setting!(
        "kern.maxfiles",
        |demand| Wanted::AtLeast(2 * demand.connections + 4_096),
        "open files of the whole system"
    ),
    setting!(
        "kern.maxfilesperproc",
        |demand| Wanted::AtLeast(demand.connections + 64),
        "no process's limit of open files may be higher"
    ),
    setting!(
        "kern.ipc.somaxconn",
        |demand| Wanted::AtLeast(demand.connections.min(32_767)),
        "connections that may wait to be accepted: 128 by default"
    ),
    setting!(
        "net.inet.ip.portrange.first",
        |_| Wanted::Leave,
        "lower it (to 1024) where a load runs out of ports: 16,384 of them by default"
    ),
    setting!(
        "kern.maxproc",
        |demand| Wanted::AtLeast(if demand.processes { demand.tasks() } else { 1_024 }),
        "processes of the whole system; kern.maxprocperuid bounds one user"
    ),
    setting!(
        "kern.num_taskthreads",
        |demand| Wanted::AtLeast(if demand.threads { demand.tasks() } else { 1_024 }),
        "threads of one process"
    ),
];
