//! Another machine, through the system's own `ssh`: its configuration, keys and known hosts apply.
//!
//! The same executable must run there. It is looked for under its own SHA-256 in the user's data
//! folder there, and copied to that place first if it is missing.

use std::fs::File;
use std::io;
use std::process::{Child, Command, Stdio};

use super::{Target, piped};

/// The far side's exit status where it lacks our executable; any other failure is ssh's own.
const MISSING: i32 = 77;

pub(super) struct Ssh(pub(super) String);

impl Target for Ssh {
    fn start(&self) -> io::Result<Child> {
        let executable = std::env::current_exe()?;
        let digest = crate::agent::file_digest(&executable)?;
        let file = format!("\"${{XDG_DATA_HOME:-$HOME/.local/share}}\"/whichos/bin/{digest}");
        let there = self.ssh(&format!("test -x {file} || exit {MISSING}")).output()?;
        match there.status.code() {
            Some(0) => {}
            Some(MISSING) => self.copy(&executable, &file)?,
            _ => return Err(complaint("reaching it", &there.stderr)),
        }
        piped(&mut self.ssh(&format!("exec {file} {}", crate::agent::COMMAND)))
    }
}

impl Ssh {
    /// A command line of `sh` there.
    fn ssh(&self, script: &str) -> Command {
        let mut command = Command::new("ssh");
        // Nobody is asked for a password in the middle of a run.
        command.args(["-T", "-o", "BatchMode=yes", "--", &self.0]);
        command.arg(format!("sh -c '{}'", script.replace('\'', "'\\''")));
        command.stdin(Stdio::null());
        command
    }

    /// It gets its name when it is whole.
    fn copy(&self, executable: &std::path::Path, file: &str) -> io::Result<()> {
        let script = format!(
            "umask 077; mkdir -p \"$(dirname {file})\" && cat > {file}.$$ && chmod 700 {file}.$$ && \
             mv {file}.$$ {file} || {{ rm -f {file}.$$; exit 1; }}"
        );
        let copied = self.ssh(&script).stdin(File::open(executable)?).output()?;
        if copied.status.success() {
            return Ok(());
        }
        Err(complaint("copying this program there", &copied.stderr))
    }
}

fn complaint(what: &str, said: &[u8]) -> io::Error {
    let said = String::from_utf8_lossy(said);
    io::Error::other(format!("{what} failed: {}", said.trim()))
}
