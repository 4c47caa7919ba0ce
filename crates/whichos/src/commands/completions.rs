//! `whichos completions SHELL`.

use anyhow::Result;
use clap::CommandFactory as _;
use clap_complete::Shell;

use crate::cli::Cli;
use crate::{Exit, output};

pub(crate) fn completions(shell: Shell) -> Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "whichos", &mut script);
    output::data(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Ok)
}
