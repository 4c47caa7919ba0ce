//! Networks of a process's own, where nothing is reached but what is made there.

#[cfg_attr(target_os = "linux", path = "linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "unsupported.rs")]
mod imp;

use std::path::Path;
use std::process::Command;

use crate::Result;

/// Has a command start in a new network, whose only interface is an own loopback: connections
/// that linger there, and counters, are of nobody else. Linux: `unshare(2)` of the network
/// namespace, which needs the right to administer the system; starting the command fails without.
pub fn start_in_new(command: &mut Command) -> Result<()> {
    imp::start_in_new(command)
}

/// Has a command start in a network that a file stands for. Linux: `setns(2)`.
pub fn start_in(command: &mut Command, network: &Path) -> Result<()> {
    imp::start_in(command, network)
}

/// Has a command start in the network of another process.
pub fn start_in_that_of(command: &mut Command, pid: i32) -> Result<()> {
    start_in(command, Path::new(&format!("/proc/{pid}/ns/net")))
}

/// What the network of this process has counted since it was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Requests for a connection that were sent again, because no answer came.
    pub syn_retransmits: u64,
    /// Connections that were dropped because the queue of a listener was full.
    pub listen_overflows: u64,
    /// Closed connections that still linger now: a state, no sum.
    pub time_wait: u64,
}

/// Reads the counters: `/proc/net/netstat`, `/proc/net/sockstat`. `None` where the system does not
/// tell.
pub fn counters() -> Option<Counters> {
    let read = |name| std::fs::read_to_string(format!("/proc/net/{name}")).ok();
    counted(&read("netstat")?, &read("sockstat")?)
}

/// The first file has pairs of lines, names above values; the second has names beside values.
fn counted(netstat: &str, sockstat: &str) -> Option<Counters> {
    let mut lines = netstat.lines().filter_map(|line| line.strip_prefix("TcpExt:"));
    let (names, values) = (lines.next()?, lines.next()?);
    let field = |wanted: &str| -> Option<u64> {
        let mut pairs = names.split_whitespace().zip(values.split_whitespace());
        pairs.find(|(name, _)| *name == wanted)?.1.parse().ok()
    };
    let tcp = sockstat.lines().find_map(|line| line.strip_prefix("TCP:"))?;
    let mut words = tcp.split_whitespace().skip_while(|word| *word != "tw");
    Some(Counters {
        syn_retransmits: field("TCPSynRetrans")?,
        listen_overflows: field("ListenOverflows")?,
        time_wait: words.nth(1)?.parse().ok()?,
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn counters_are_found_by_name() {
        let netstat = "TcpExt: SyncookiesSent ListenOverflows TCPSynRetrans\nTcpExt: 1 22 333\n\
                       IpExt: InNoRoutes\nIpExt: 4\n";
        let sockstat = "sockets: used 9\nTCP: inuse 1 orphan 0 tw 55 alloc 3 mem 2\n";
        let expected = Counters { syn_retransmits: 333, listen_overflows: 22, time_wait: 55 };
        assert_eq!(counted(netstat, sockstat), Some(expected));
        assert_eq!(counted("", sockstat), None);
        assert!(counters().is_some(), "Linux has them");
    }

    #[test]
    fn a_new_network_is_another_one_with_a_loopback_and_can_be_joined() {
        let namespace = |path: &str| std::fs::read_link(path).unwrap().display().to_string();
        let script = "readlink /proc/self/ns/net; cat /proc/net/dev; read line";
        let mut first = Command::new("/bin/sh");
        first.args(["-c", script]);
        first.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
        start_in_new(&mut first).unwrap();
        let Ok(child) = first.spawn() else {
            // Without the right to make one there is nothing to look at.
            return;
        };
        let own = namespace(&format!("/proc/{}/ns/net", child.id()));
        let mut second = Command::new("/bin/readlink");
        second.arg("/proc/self/ns/net");
        start_in_that_of(&mut second, child.id() as i32).unwrap();
        let joined = String::from_utf8(second.output().unwrap().stdout).unwrap();
        let said = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        assert_ne!(own, namespace("/proc/self/ns/net"));
        assert_eq!(joined.trim(), own);
        assert!(said.starts_with(&own) && said.contains("lo:"), "{said}");
    }
}
