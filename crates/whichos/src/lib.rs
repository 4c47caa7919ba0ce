//! The command line of whichos: arguments, commands, terminal output, exit codes.
//!
//! A library under a thin `main`, so that the repository's automation can make documents from the
//! same definitions that the program runs on.
#![forbid(unsafe_code)]

mod build;
pub mod cli;
mod commands;
mod exit;
mod files;
mod output;
mod paths;
mod progress;
mod settings;

use std::process::ExitCode;

use clap::Parser as _;

use cli::{Cli, Command};
pub use exit::Exit;

/// Runs the command that the arguments name.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no errors.
            let exit = if error.use_stderr() { Exit::Usage } else { Exit::Ok };
            let _ = error.print();
            return exit.into();
        }
    };
    match dispatch(cli.command) {
        Ok(exit) => exit.into(),
        Err(error) => exit::report(&error).into(),
    }
}

fn dispatch(command: Command) -> anyhow::Result<Exit> {
    match command {
        Command::Run(arguments) => commands::run::run(&arguments),
        Command::Compare(arguments) => commands::compare::compare(&arguments),
        Command::Report(arguments) => commands::report::report(&arguments),
        Command::Advise(arguments) => commands::advise::advise(&arguments),
        Command::Merge(arguments) => commands::merge::merge(&arguments),
        Command::Import(arguments) => commands::import::import(&arguments),
        Command::Export(arguments) => commands::export::export(&arguments),
        Command::List(arguments) => commands::list::list(&arguments),
        Command::Show(arguments) => commands::show::show(&arguments),
        Command::Doctor(arguments) => commands::doctor::doctor(&arguments),
        Command::Clean(arguments) => commands::clean::clean(&arguments),
        Command::Completions { shell } => commands::completions::completions(shell),
        Command::Man { directory } => commands::man::man(directory.as_deref()),
        Command::Agent => Ok(Exit::Code(harness::agent::serve())),
    }
}
