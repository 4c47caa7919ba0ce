//! `cargo check` for the systems that this one is not.
//!
//! Neither a linker nor a C compiler for the target is needed, and nothing but packages of the
//! distribution is installed: Debian's `rustc-web` is a compiler whose library source is the
//! package `rust-web-src`, so cargo can make the standard library of any target that the compiler
//! knows (`-Zbuild-std`, which a released compiler allows under `RUSTC_BOOTSTRAP`).

use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::{shell, workspace};

/// Where Debian puts the compiler. The one of the search path may be rustup's, which has no
/// matching library source.
const COMPILER: &str = "/usr/bin/rustc";

/// The targets, one for each back end that platform code has.
const TARGETS: [&str; 5] = [
    "x86_64-pc-windows-gnu",
    "aarch64-apple-darwin",
    "x86_64-unknown-freebsd",
    "x86_64-unknown-netbsd",
    "x86_64-unknown-illumos",
];

/// Crates that are not checked: they are for those who work on whichos, or are C.
const LEFT_OUT: [&str; 2] = ["xtask", "openmp"];

/// Checks the workspace for all targets, or for these.
pub(crate) fn run(targets: &[String]) -> Result<()> {
    let targets: Vec<&str> = if targets.is_empty() {
        TARGETS.to_vec()
    } else {
        targets.iter().map(String::as_str).collect()
    };
    demand_compiler()?;
    let metadata = workspace::metadata()?;
    let mut command = workspace::cargo();
    command.args([
        "check",
        "--locked",
        "--keep-going",
        "--workspace",
        "-Zbuild-std=std,panic_abort",
    ]);
    for name in LEFT_OUT {
        if metadata.members.iter().any(|member| member.name == name) {
            command.args(["--exclude", name]);
        }
    }
    for target in &targets {
        command.args(["--target", target]);
        // A C compiler of this system that happens to accept the flags would compile against this
        // system's headers: the check is of a build without one.
        command.env(format!("CC_{}", target.replace('-', "_")), "no-c-compiler-for-this-target");
    }
    command.arg("--target-dir").arg(metadata.target.join("cross"));
    command.env("RUSTC", COMPILER).env("RUSTC_BOOTSTRAP", "1");
    command.env("CARGO_PROFILE_DEV_DEBUG", "0");
    for name in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER"]
    {
        command.env_remove(name);
    }
    shell::run(&mut command)
}

/// The distribution's first compiler of that name may be too old for the workspace.
fn demand_compiler() -> Result<()> {
    let text = shell::output(Command::new(COMPILER).arg("--version"))?;
    let (found, wanted) = (version(&text), version(env!("CARGO_PKG_RUST_VERSION")));
    let found = found.with_context(|| format!("{COMPILER} --version: {}", text.trim()))?;
    if Some(found) < wanted {
        bail!(
            "{COMPILER} is {}, and the workspace needs {}; Debian's security archive has a newer \
             one: sudo apt-get update && sudo apt-get install rustc-web rust-web-src",
            text.trim(),
            env!("CARGO_PKG_RUST_VERSION"),
        );
    }
    Ok(())
}

/// The first `MAJOR.MINOR` of a text.
fn version(text: &str) -> Option<(u32, u32)> {
    let number =
        text.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
    let mut parts = number.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_as_numbers() {
        let old = version("rustc 1.85.0 (4d91de4e4 2025-02-17) (built from a source tarball)");
        let new = version("rustc 1.101.0");
        assert_eq!(old, Some((1, 85)));
        assert!(old < version("1.95") && version("1.95") < new);
        assert_eq!(version("rustc"), None);
    }
}
