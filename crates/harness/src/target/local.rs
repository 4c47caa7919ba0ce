//! This machine: the agent is the same executable.

use std::io;
use std::process::{Child, Command};

use super::{Target, piped};

pub(super) struct Local;

impl Target for Local {
    fn start(&self) -> io::Result<Child> {
        piped(Command::new(std::env::current_exe()?).arg(crate::agent::COMMAND))
    }
}
