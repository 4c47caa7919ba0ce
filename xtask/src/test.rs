//! All tests, on a machine that has nothing but Rust and a C compiler.

use anyhow::Result;

use crate::steps::Steps;
use crate::{cross, dist, packages, shell, workspace};

/// Runs every test.
pub(crate) fn run() -> Result<()> {
    let mut steps = Steps::new();
    all(&mut steps);
    steps.finish()
}

/// The steps of every test.
pub(crate) fn all(steps: &mut Steps) {
    steps
        .run("packages", || packages::TESTS.ensure())
        .run("tests", || cargo(&["test", "--locked", "--workspace", "--no-fail-fast"]))
        // Simulations, which the optimizer brings down from minutes to seconds.
        .run("statistical calibration", || {
            cargo(&["test", "--locked", "--release", "--package", "stats"])
        })
        // Of a debug build it would be the footprint of something else.
        .run("footprint of a trial", || {
            let it = ["--package", "whichos", "--test", "it", "footprint"];
            cargo(&[&["test", "--locked", "--release"][..], &it].concat())
        })
        .run("static binary", dist::run_in_hostile_environment)
        .run("packages for other systems", || packages::CROSS.ensure())
        .run("check for other systems", || cross::run(&[]));
}

/// Cargo with these arguments.
pub(crate) fn cargo(arguments: &[&str]) -> Result<()> {
    shell::run(workspace::cargo().args(arguments))
}
