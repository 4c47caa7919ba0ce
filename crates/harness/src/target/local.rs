//! This machine: the agent is the same executable.

use std::io;
use std::process::{Child, Command, Stdio};

use super::Target;

pub(super) struct Local;

impl Target for Local {
    fn start(&self) -> io::Result<Child> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(crate::agent::COMMAND).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C in the terminal is for the harness alone: it tells the agent what to do.
        sys::process::in_own_group(&mut command);
        command.spawn()
    }
}
