//! illumos and Solaris. Sources: ipadm(8), prctl(1), system(5), Solaris Tunable Parameters Manual.

use sys::host::Resource;

use super::{Read, Row, Wanted};

/// A row of a property of TCP.
macro_rules! property {
    ($name:literal, $wanted:expr, $why:literal) => {
        Row {
            name: $name,
            read: Read::Command(&["ipadm", "show-prop", "-co", "current", "-p", $name, "tcp"]),
            wanted: $wanted,
            why: $why,
            now: concat!("ipadm set-prop -t -p ", $name, "={} tcp"),
            kept: concat!("ipadm set-prop -p ", $name, "={} tcp (keeps itself)"),
            source: "ipadm(8)",
        }
    };
}

pub(super) const TABLE: &[Row] = &[
    Row {
        name: "process.max-file-descriptor",
        read: Read::Limit(Resource::OpenFiles),
        wanted: |demand| Wanted::AtLeast(demand.connections + 64),
        why: "each connection is an open file; rlim_fd_max of /etc/system bounds it",
        now: "prctl -n process.max-file-descriptor -v {} -r -i process $$",
        kept: "/etc/system: set rlim_fd_max={}",
        source: "prctl(1), system(5)",
    },
    property!(
        "_conn_req_max_q",
        |demand| Wanted::AtLeast(demand.connections.min(65_535)),
        "connections that may wait to be accepted"
    ),
    property!(
        "_conn_req_max_q0",
        |demand| Wanted::AtLeast(demand.connections.clamp(1_024, 65_535)),
        "connections that are half open"
    ),
    property!(
        "smallest_anon_port",
        |_| Wanted::Leave,
        "lower it (to 10240) where a load runs out of ports"
    ),
    property!(
        "_time_wait_interval",
        |_| Wanted::Leave,
        "milliseconds that closed connections wait; shorten it on a load's host only"
    ),
];
