//! OpenBSD. Sources: sysctl(2), login.conf(5).

use super::{Row, Wanted};

/// A row of a kernel setting.
macro_rules! setting {
    ($name:literal, $wanted:expr, $why:literal) => {
        super::sysctl!($name, $wanted, $why, "sysctl ", "sysctl(2), sysctl.conf(5)")
    };
}

pub(super) const TABLE: &[Row] = &[
    setting!(
        "kern.maxfiles",
        |demand| Wanted::AtLeast(2 * demand.connections + 4_096),
        "open files of the whole system; openfiles of login.conf(5) bounds a process"
    ),
    setting!(
        "kern.somaxconn",
        |demand| Wanted::AtLeast(demand.connections.min(65_535)),
        "connections that may wait to be accepted"
    ),
    setting!("net.inet.ip.portfirst", |_| Wanted::Leave, "lower it where a load runs out of ports"),
    setting!(
        "kern.maxproc",
        |demand| Wanted::AtLeast(if demand.processes { demand.tasks() } else { 1_024 }),
        "processes of the whole system"
    ),
    setting!(
        "kern.maxthread",
        |demand| Wanted::AtLeast(demand.tasks()),
        "threads of the whole system"
    ),
];
