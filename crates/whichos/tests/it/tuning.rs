//! `doctor net` for real, in a network namespace, whose settings are its own.
#![expect(clippy::print_stdout, reason = "a test that cannot run here says so")]

use std::process::{Command, Output};

use crate::bench::{Bench, printed};

/// A network namespace that goes with this value.
struct Namespace(String);

impl Namespace {
    fn new() -> Option<Self> {
        let name = format!("whichos-tuning-{}", std::process::id());
        let made = Command::new("ip").args(["netns", "add", &name]).output();
        let made = made.is_ok_and(|output| output.status.success());
        if !made {
            println!("skipped: network namespaces cannot be made here (needs root and iproute2)");
        }
        made.then_some(Self(name))
    }

    fn command(&self, bench: &Bench, arguments: &[&str]) -> Output {
        let mut command = Command::new("ip");
        command
            .args(["netns", "exec", &self.0])
            .args(arguments)
            .env("XDG_DATA_HOME", bench.path("data"));
        command.output().unwrap()
    }

    /// `doctor net`, and its exit status.
    fn doctor(&self, bench: &Bench, arguments: &[&str]) -> (Option<i32>, String) {
        let whole = [&[env!("CARGO_BIN_EXE_whichos"), "doctor", "net"], arguments].concat();
        let output = self.command(bench, &whole);
        (output.status.code(), printed(&output))
    }

    fn backlog(&self, bench: &Bench) -> String {
        let output = self.command(bench, &["cat", "/proc/sys/net/core/somaxconn"]);
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn set_backlog(&self, bench: &Bench, value: &str) {
        let script = format!("echo {value} > /proc/sys/net/core/somaxconn");
        assert!(self.command(bench, &["sh", "-c", &script]).status.success());
    }
}

impl Drop for Namespace {
    fn drop(&mut self) {
        let _ = Command::new("ip").args(["netns", "delete", &self.0]).output();
    }
}

#[test]
fn settings_are_told_set_and_put_back() {
    let Some(namespace) = Namespace::new() else { return };
    let bench = Bench::new();
    // Settings of the whole system must be enough, so that the test sets none of them: an
    // asynchronous server of few connections needs little.
    let load = ["--connections", "200", "--rate", "10"];
    namespace.set_backlog(&bench, "50");
    let (code, said) = namespace.doctor(&bench, &load);
    assert_eq!(code, Some(4), "{said}");
    assert!(said.contains("net.core.somaxconn: 50, wanted 200"), "{said}");
    assert_eq!(namespace.backlog(&bench), "50", "telling sets nothing");

    namespace.doctor(&bench, &[&load[..], &["--apply"]].concat());
    assert_eq!(namespace.backlog(&bench), "200");
    let (code, said) = namespace.doctor(&bench, &["--revert"]);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(namespace.backlog(&bench), "50");
    let (code, said) = namespace.doctor(&bench, &["--revert"]);
    assert_eq!((code, said.contains("nothing was set")), (Some(1), true), "{said}");

    // What somebody else has set since is theirs.
    namespace.doctor(&bench, &[&load[..], &["--apply"]].concat());
    namespace.set_backlog(&bench, "77");
    let (code, said) = namespace.doctor(&bench, &["--revert"]);
    assert_eq!((code, said.contains("left alone")), (Some(4), true), "{said}");
    assert_eq!(namespace.backlog(&bench), "77");
}

#[test]
fn settings_of_other_systems_are_told_without_values() {
    let bench = Bench::new();
    for (system, setting) in [("freebsd", "kern.ipc.soacceptqueue"), ("windows", "dynamic ports")] {
        let output = bench.output(&["doctor", "net", "--system", system]);
        assert_eq!(output.status.code(), Some(0), "{}", printed(&output));
        assert!(printed(&output).contains(setting), "{}", printed(&output));
    }
    let output = bench.output(&["doctor", "net", "--system", "plan9"]);
    assert_eq!(output.status.code(), Some(1));
}
