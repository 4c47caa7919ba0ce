//! Linux. Sources: the kernel's Documentation/admin-guide/sysctl and networking/ip-sysctl, and the
//! manual pages.

use sys::host::Resource;

use super::{Read, Row, Wanted};

/// A row of a kernel setting below `/proc/sys`.
macro_rules! setting {
    ($name:literal, $read:expr, $wanted:expr, $why:literal, $source:literal) => {
        Row {
            name: $name,
            read: $read,
            wanted: $wanted,
            why: $why,
            now: concat!("sysctl -w ", $name, "='{}'"),
            kept: concat!("/etc/sysctl.d/60-load.conf: ", $name, " = {}"),
            source: $source,
        }
    };
}

pub(super) const TABLE: &[Row] = &[
    Row {
        name: "open files of a process",
        read: Read::Limit(Resource::OpenFiles),
        wanted: |demand| Wanted::AtLeast(demand.connections + 64),
        why: "each connection is an open file; `whichos run` raises its own soft limit by itself",
        now: "ulimit -n {}",
        kept: "/etc/security/limits.d/load.conf: * - nofile {} (services: LimitNOFILE={})",
        source: "setrlimit(2), limits.conf(5), systemd.exec(5)",
    },
    setting!(
        "fs.nr_open",
        Read::Setting("proc/sys/fs/nr_open"),
        |demand| Wanted::AtLeast(demand.connections + 64),
        "no process's limit of open files may be higher",
        "admin-guide/sysctl/fs"
    ),
    setting!(
        "fs.file-max",
        Read::Setting("proc/sys/fs/file-max"),
        |demand| Wanted::AtLeast(2 * demand.connections + 4_096),
        "open files of the whole system: both ends of a connection are here on one host",
        "admin-guide/sysctl/fs"
    ),
    setting!(
        "net.core.somaxconn",
        Read::Setting("proc/sys/net/core/somaxconn"),
        |demand| Wanted::AtLeast(demand.connections.min(65_535)),
        "connections that may wait to be accepted; the server's own backlog must be as large",
        "listen(2)"
    ),
    setting!(
        "net.ipv4.tcp_max_syn_backlog",
        Read::Setting("proc/sys/net/ipv4/tcp_max_syn_backlog"),
        |demand| Wanted::AtLeast(demand.connections.clamp(1_024, 65_535)),
        "connections that are half open; beyond it clients send their SYN again after a second",
        "networking/ip-sysctl"
    ),
    setting!(
        "net.ipv4.ip_local_port_range",
        Read::Setting("proc/sys/net/ipv4/ip_local_port_range"),
        |demand| Wanted::Range {
            first: 1_024,
            last: 65_535,
            at_least: demand.connections.saturating_mul(2).min(64_512),
        },
        "ports that a load can use towards one address; it also uses several source addresses",
        "networking/ip-sysctl"
    ),
    setting!(
        "net.ipv4.tcp_tw_reuse",
        Read::Setting("proc/sys/net/ipv4/tcp_tw_reuse"),
        |_| Wanted::Exactly(1),
        "lets a client use a port again that waits out its minute; 2, the default, does so on the \
         loopback only (tcp_tw_recycle, which old advice names, is gone since 4.12)",
        "networking/ip-sysctl"
    ),
    setting!(
        "net.ipv4.tcp_max_tw_buckets",
        Read::Setting("proc/sys/net/ipv4/tcp_max_tw_buckets"),
        |demand| Wanted::AtLeast(demand.waiting()),
        "connections that may wait out their minute; beyond it they are cut short",
        "networking/ip-sysctl"
    ),
    setting!(
        "net.ipv4.tcp_fin_timeout",
        Read::File("proc/sys/net/ipv4/tcp_fin_timeout"),
        |_| Wanted::Leave,
        "it is not the minute of closed connections (that is fixed) but of half-closed ones",
        "networking/ip-sysctl"
    ),
    setting!(
        "net.ipv4.tcp_syncookies",
        Read::File("proc/sys/net/ipv4/tcp_syncookies"),
        |_| Wanted::Leave,
        "answers an overflow of half-open connections without memory; it protects the host",
        "networking/ip-sysctl"
    ),
    setting!(
        "net.ipv4.tcp_mem",
        Read::LastOf("proc/sys/net/ipv4/tcp_mem"),
        |demand| Wanted::AtLeast(3 * demand.connections),
        "pages that all TCP buffers may take; a busy connection needs about three",
        "networking/ip-sysctl"
    ),
    setting!(
        "net.core.netdev_max_backlog",
        Read::Setting("proc/sys/net/core/netdev_max_backlog"),
        |demand| Wanted::AtLeast(if demand.rate > 20_000 { 4_096 } else { 1_000 }),
        "packets that wait for a processor; the second column of /proc/net/softnet_stat counts \
         those that found no room",
        "admin-guide/sysctl/net"
    ),
    setting!(
        "net.netfilter.nf_conntrack_max",
        Read::Counted {
            file: "proc/sys/net/netfilter/nf_conntrack_max",
            count: "proc/sys/net/netfilter/nf_conntrack_count",
        },
        |demand| Wanted::AtLeast(demand.connections + 2 * demand.rate * 120),
        "connections that the packet filter remembers, closed ones for two minutes",
        "networking/nf_conntrack-sysctl"
    ),
    setting!(
        "kernel.pid_max",
        Read::Setting("proc/sys/kernel/pid_max"),
        |demand| Wanted::AtLeast(demand.tasks()),
        "processes and threads of the whole system",
        "proc_sys_kernel(5)"
    ),
    setting!(
        "kernel.threads-max",
        Read::Setting("proc/sys/kernel/threads-max"),
        |demand| Wanted::AtLeast(demand.tasks()),
        "threads of the whole system",
        "proc_sys_kernel(5)"
    ),
    Row {
        name: "processes of a user",
        read: Read::Limit(Resource::Processes),
        wanted: |demand| Wanted::AtLeast(demand.tasks()),
        why: "a server with a process or a thread for each connection needs as many",
        now: "ulimit -u {}",
        kept: "/etc/security/limits.d/load.conf: * - nproc {} (services: LimitNPROC={})",
        source: "setrlimit(2), limits.conf(5)",
    },
    Row {
        name: "processes of a control group",
        read: Read::File("sys/fs/cgroup/pids.max"),
        wanted: |demand| Wanted::AtLeast(demand.tasks()),
        why: "services get a share of all threads only (15 % by default), containers less",
        now: "systemctl set-property UNIT TasksMax={}",
        kept: "/etc/systemd/system/UNIT.d/load.conf: TasksMax={}",
        source: "admin-guide/cgroup-v2, systemd.resource-control(5)",
    },
    setting!(
        "vm.max_map_count",
        Read::Setting("proc/sys/vm/max_map_count"),
        |demand| Wanted::AtLeast(if demand.threads { 2 * demand.tasks() } else { 65_530 }),
        "a thread has two mappings, its stack and the guard below it",
        "admin-guide/sysctl/vm"
    ),
    setting!(
        "kernel.io_uring_disabled",
        Read::File("proc/sys/kernel/io_uring_disabled"),
        |_| Wanted::Exactly(0),
        "servers on io_uring need it; administrators close it for safety, so nothing is set here",
        "admin-guide/sysctl/kernel"
    ),
];
