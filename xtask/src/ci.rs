//! What must hold before a change is taken.

use anyhow::Result;

use crate::steps::Steps;
use crate::test::cargo;
use crate::{codegen, shell, test, tidy, workspace};

/// Checks everything; what fails fast comes first.
pub(crate) fn run() -> Result<()> {
    let mut steps = Steps::new();
    steps
        .run("format", || cargo(&["fmt", "--all", "--check"]))
        .run("repository rules", tidy::run)
        .run("lints", || {
            let lints =
                ["clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"];
            cargo(&lints)
        })
        .run("documentation", || {
            let mut command = workspace::cargo();
            command.env("RUSTDOCFLAGS", "-D warnings");
            shell::run(command.args(["doc", "--locked", "--no-deps", "--workspace"]))
        })
        .run("generated files", || codegen::run(true));
    test::all(&mut steps);
    steps.finish()
}
