//! Whatever a command of the user's leads to: a container, a jail, a zone, another user. The word
//! `agent` and the path of this executable are appended to it, so the command must make that path
//! run there (`exec:podman run -i --rm -v /opt:/opt IMAGE`).

use std::io;
use std::process::{Child, Command};

use super::{Target, piped};

pub(super) struct Exec(pub(super) String);

impl Target for Exec {
    fn start(&self) -> io::Result<Child> {
        let executable = std::env::current_exe()?;
        let mut command = Command::new("/bin/sh");
        // The shell splits the user's words; ours come as its arguments, whatever they hold.
        command.args(["-c", &format!("exec {} \"$0\" \"$@\"", self.0)]).arg(executable);
        piped(command.arg(crate::agent::COMMAND))
    }
}
