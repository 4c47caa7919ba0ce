//! FreeBSD and DragonFly BSD. Sources: tuning(7), sysctl(8), loader.conf(5).

use super::{Read, Row, Wanted};

/// A row of a kernel setting.
macro_rules! setting {
    ($name:literal, $wanted:expr, $why:literal) => {
        super::sysctl!($name, $wanted, $why, "sysctl ", "tuning(7), sysctl.conf(5)")
    };
}

pub(super) const TABLE: &[Row] = &[
    setting!(
        "kern.maxfiles",
        |demand| Wanted::AtLeast(2 * demand.connections + 4_096),
        "open files of the whole system"
    ),
    setting!(
        "kern.maxfilesperproc",
        |demand| Wanted::AtLeast(demand.connections + 64),
        "each connection is an open file of its process"
    ),
    setting!(
        "kern.ipc.soacceptqueue",
        |demand| Wanted::AtLeast(demand.connections.min(65_535)),
        "connections that may wait to be accepted; `netstat -Lan` shows them (kern.ipc.somaxconn \
         before 10.0)"
    ),
    Row {
        name: "kern.ipc.maxsockets",
        read: Read::Command(&["sysctl", "-n", "kern.ipc.maxsockets"]),
        wanted: |demand| Wanted::AtLeast(2 * demand.connections + 4_096),
        why: "sockets of the whole system",
        now: "sysctl kern.ipc.maxsockets={}",
        kept: "/boot/loader.conf: kern.ipc.maxsockets={}",
        source: "tuning(7)",
    },
    setting!(
        "net.inet.ip.portrange.first",
        |_| Wanted::Leave,
        "lower it (to 1024) where a load runs out of ports: 16,384 of them by default"
    ),
    setting!(
        "net.inet.tcp.maxtcptw",
        |demand| Wanted::AtLeast(demand.waiting()),
        "connections that may wait out their time after closing"
    ),
    setting!(
        "net.inet.tcp.msl",
        |_| Wanted::Leave,
        "half of that time, in milliseconds; shorten it on a load's host only"
    ),
    Row {
        name: "kern.maxproc",
        read: Read::Command(&["sysctl", "-n", "kern.maxproc"]),
        wanted: |demand| Wanted::AtLeast(if demand.processes { demand.tasks() } else { 1_024 }),
        why: "processes of the whole system; kern.maxprocperuid bounds one user",
        now: "",
        kept: "/boot/loader.conf: kern.maxproc={}",
        source: "tuning(7), loader.conf(5)",
    },
    setting!(
        "kern.threads.max_threads_per_proc",
        |demand| Wanted::AtLeast(if demand.threads { demand.tasks() } else { 1_024 }),
        "a server with a thread for each connection stops here"
    ),
];
