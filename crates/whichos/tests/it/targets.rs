//! Agents elsewhere: in a network namespace, behind a command, on a host that ssh reaches.
#![expect(clippy::print_stdout, reason = "a test that cannot run here says so")]

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use model::Status;

use crate::bench::{Bench, has_ended, printed};

/// Another host, as far as the network goes: a namespace at the other end of a cable.
pub(crate) struct Host {
    pub(crate) name: String,
    /// Our end of the cable.
    pub(crate) near: IpAddr,
    /// Its end.
    pub(crate) far: IpAddr,
}

impl Host {
    /// `None` where this user may not make one.
    pub(crate) fn new(number: u8) -> Option<Self> {
        let name = format!("whichos-{}-{number}", std::process::id());
        let (cable, plug) = (format!("who{number}"), format!("whof{number}"));
        let host = Self {
            near: IpAddr::from([10, 231, number, 1]),
            far: IpAddr::from([10, 231, number, 2]),
            name,
        };
        let (near, far) = (format!("{}/30", host.near), format!("{}/30", host.far));
        let name = host.name.as_str();
        let steps: [&[&str]; 6] = [
            &["netns", "add", name],
            &["link", "add", &cable, "type", "veth", "peer", "name", &plug, "netns", name],
            &["address", "add", &near, "dev", &cable],
            &["link", "set", &cable, "up"],
            &["-n", name, "address", "add", &far, "dev", &plug],
            &["-n", name, "link", "set", &plug, "up"],
        ];
        let made = steps.iter().all(|step| ip(step));
        if !made {
            println!("skipped: network namespaces cannot be made here (needs root and iproute2)");
        }
        made.then_some(host)
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // The cable goes with the end that is in it.
        ip(&["netns", "delete", &self.name]);
    }
}

fn ip(arguments: &[&str]) -> bool {
    let output = Command::new("ip").args(arguments).output();
    output.is_ok_and(|output| output.status.success())
}

/// A real server of ssh on a host, which only our own key opens.
struct Server {
    process: Child,
    /// Goes before the system's `ssh` in the search path, and gives it our configuration.
    wrapper: PathBuf,
}

impl Server {
    /// `None` where there is none installed.
    fn start(bench: &Bench, host: &Host) -> Option<Self> {
        const DAEMON: &str = "/usr/sbin/sshd";
        if !Path::new(DAEMON).exists() {
            println!("skipped: there is no {DAEMON} (install openssh-server)");
            return None;
        }
        let file = |name: &str| bench.path(name).display().to_string();
        std::fs::create_dir_all("/run/sshd").unwrap();
        for key in ["host_key", "user_key"] {
            let arguments = ["-q", "-t", "ed25519", "-N", "", "-f", &file(key)];
            assert!(Command::new("ssh-keygen").args(arguments).status().unwrap().success());
        }
        let (far, data) = (host.far, file("far"));
        let (host_key, user_key) = (file("host_key"), file("user_key"));
        std::fs::write(
            bench.path("sshd_config"),
            format!(
                "ListenAddress {far}\nPort 22\nHostKey {host_key}\nAuthorizedKeysFile {user_key}.pub\n\
                 PidFile none\nStrictModes no\nPermitRootLogin prohibit-password\nUsePAM no\n\
                 SetEnv XDG_DATA_HOME={data}\n"
            ),
        )
        .unwrap();
        let known_hosts = file("known_hosts");
        std::fs::write(
            bench.path("ssh_config"),
            format!(
                "Host far\n HostName {far}\n User root\n IdentityFile {user_key}\n \
                 IdentitiesOnly yes\n UserKnownHostsFile {known_hosts}\n \
                 StrictHostKeyChecking accept-new\n LogLevel ERROR\n"
            ),
        )
        .unwrap();
        let wrapper = bench.path("wrapper");
        std::fs::create_dir(&wrapper).unwrap();
        let config = file("ssh_config");
        let script = bench.script("ssh", &format!("exec /usr/bin/ssh -F {config} \"$@\""));
        std::fs::rename(script, wrapper.join("ssh")).unwrap();
        let process = Command::new("ip")
            .args(["netns", "exec", &host.name, DAEMON, "-D", "-f", &file("sshd_config")])
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let server = Self { process, wrapper };
        let begun = Instant::now();
        while std::net::TcpStream::connect((host.far, 22)).is_err() {
            assert!(begun.elapsed() < Duration::from_secs(10), "sshd does not answer");
            std::thread::sleep(Duration::from_millis(20));
        }
        Some(server)
    }

    fn path(&self) -> String {
        format!("{}:{}", self.wrapper.display(), std::env::var("PATH").unwrap())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Runs `syscall.null` here and there, and looks whether both were measured.
fn runs_on(bench: &Bench, target: &str, path: Option<&str>) {
    let result = bench.result().display().to_string();
    let far = format!("far={target}");
    let mut command = bench.command(&[
        "run",
        "syscall.null",
        "--on",
        "local",
        "--on",
        &far,
        "--budget",
        "10s",
        "--output",
        &result,
    ]);
    if let Some(path) = path {
        command.env("PATH", path);
    }
    let output = command.output().unwrap();
    has_ended(&output);
    let record = bench.record();
    let labels: Vec<&str> = record.subjects.iter().map(|one| one.label.as_str()).collect();
    assert_eq!(labels, ["local", "far"]);
    assert_eq!(record.subjects[0].binary, record.subjects[1].binary, "one file is measured");
    for cell in &record.sessions[0].cells {
        let measured = match cell.status {
            Status::Measured { .. } => true,
            Status::Preliminary { trials, .. } => trials > 0,
            _ => false,
        };
        assert!(measured, "{:?}", cell.status);
    }
}

/// What the far side's server of ssh started may need a moment to leave.
fn nothing_is_left(bench: &Bench) {
    let begun = Instant::now();
    while !bench.processes().is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", bench.processes());
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_named_network_namespace_is_a_target() {
    let Some(host) = Host::new(1) else { return };
    let bench = Bench::new();
    runs_on(&bench, &format!("netns:{}", host.name), None);
    nothing_is_left(&bench);
}

#[test]
fn a_command_of_the_users_leads_to_a_target() {
    let bench = Bench::new();
    runs_on(&bench, "exec:env ELSEWHERE=1 nice -n 0", None);
    nothing_is_left(&bench);
}

#[test]
fn a_host_that_ssh_reaches_is_a_target_and_gets_the_program() {
    let Some(host) = Host::new(2) else { return };
    let bench = Bench::new();
    let Some(server) = Server::start(&bench, &host) else { return };
    runs_on(&bench, "ssh:far", Some(&server.path()));
    drop(server);
    nothing_is_left(&bench);
    let copies: Vec<_> = std::fs::read_dir(bench.path("far/whichos/bin")).unwrap().collect();
    assert_eq!(copies.len(), 1, "the program was copied once, and nothing else is left");
}

#[test]
fn targets_that_cannot_be_reached_are_refused_with_the_reason() {
    for (target, says) in [
        ("moon", "no target is called"),
        ("netns:there-is-none", "namespace"),
        ("exec:false", "agent"),
        ("ssh:host.invalid", "failed"),
    ] {
        let output = Bench::new().run(&["syscall.null", "--on", target]);
        assert_eq!(output.status.code(), Some(1), "{target}: {}", printed(&output));
        assert!(printed(&output).contains(says), "{target}: {}", printed(&output));
    }
}
