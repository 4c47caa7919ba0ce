//! A named network namespace of this machine (`ip netns add NAME`): another host, as far as the
//! network goes.

use std::io;
use std::path::Path;
use std::process::{Child, Command};

use super::{Target, piped};

/// Where `ip netns` keeps its names. Manual: ip-netns(8).
const NAMES: &str = "/run/netns";

pub(super) struct NetworkNamespace(pub(super) String);

impl Target for NetworkNamespace {
    fn start(&self) -> io::Result<Child> {
        let mut command = Command::new(std::env::current_exe()?);
        sys::network::start_in(&mut command, &Path::new(NAMES).join(&self.0))
            .map_err(io::Error::other)?;
        piped(command.arg(crate::agent::COMMAND))
    }
}
