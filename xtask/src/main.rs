//! Repository automation: `cargo xtask …`. What people must do more than once is a command here,
//! in Rust, so that it runs the same on every machine; CI only calls it.
#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "a command that a person runs says what it does")]

mod bench;
mod ci;
mod codegen;
mod cross;
mod dist;
mod elf;
mod packages;
mod shell;
mod steps;
mod test;
mod tidy;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Automation of the whichos repository.
#[derive(Parser)]
#[command(name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Format, lints, repository rules, generated files, all tests, documentation.
    Ci,
    /// Installs what the tests need where it may, and runs all of them.
    Test,
    /// Checks every crate for the systems that this one is not.
    Cross {
        /// Only these targets.
        targets: Vec<String>,
    },
    /// Builds the fully static Linux binary and proves that it is one.
    Dist,
    /// Checks the rules of the repository that no compiler knows.
    Tidy,
    /// Writes the generated pages of docs/.
    Codegen {
        /// Write nothing; fail where a committed page differs.
        #[arg(long)]
        check: bool,
    },
    /// Measures how good the measurements are; takes minutes on a quiet machine.
    #[command(subcommand)]
    Bench(bench::Command),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Ci => ci::run(),
        Command::Test => test::run(),
        Command::Cross { targets } => packages::CROSS.ensure().and_then(|()| cross::run(&targets)),
        Command::Dist => dist::run().map(|_| ()),
        Command::Tidy => tidy::run(),
        Command::Codegen { check } => codegen::run(check),
        Command::Bench(command) => bench::run(&command),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
