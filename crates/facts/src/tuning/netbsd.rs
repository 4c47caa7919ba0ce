//! NetBSD. Sources: sysctl(7), login.conf(5).

use super::{Row, Wanted};

/// A row of a kernel setting.
macro_rules! setting {
    ($name:literal, $wanted:expr, $why:literal) => {
        super::sysctl!($name, $wanted, $why, "sysctl -w ", "sysctl(7)")
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
        |demand| Wanted::AtLeast(demand.connections.min(32_767)),
        "connections that may wait to be accepted"
    ),
    setting!(
        "net.inet.ip.anonportmin",
        |_| Wanted::Leave,
        "lower it (to 1024) where a load runs out of ports"
    ),
    setting!(
        "kern.maxproc",
        |demand| Wanted::AtLeast(if demand.processes { demand.tasks() } else { 1_024 }),
        "processes of the whole system"
    ),
];
