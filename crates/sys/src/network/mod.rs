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

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

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
