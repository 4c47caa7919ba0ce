//! What the tests need of the system, and how it gets there.

use std::process::Command;

use anyhow::{Result, bail};

use crate::shell;

/// Something the tests need.
#[derive(Clone, Copy)]
struct Need {
    /// The Debian package that has it.
    package: &'static str,
    /// Who needs it.
    purpose: &'static str,
    /// How its presence shows.
    probe: Probe,
}

#[derive(Clone, Copy)]
enum Probe {
    /// A command that ends well.
    Runs(&'static [&'static str]),
    /// A library that the C compiler finds.
    Library(&'static str),
    /// The package itself is installed.
    Package,
}

/// A list of what is needed.
pub(crate) struct Needs(&'static [Need]);

/// To build and to run the tests on this system.
pub(crate) const TESTS: Needs = Needs(&[
    Need {
        package: "gcc",
        purpose: "the C programs that are launched and compared with",
        probe: Probe::Runs(&["cc", "--version"]),
    },
    Need {
        package: "libc6-dev",
        purpose: "the headers of the C programs, and the static binary",
        probe: Probe::Library("libc.a"),
    },
    Need {
        package: "strace",
        purpose: "to see which system calls are timed",
        probe: Probe::Runs(&["strace", "-V"]),
    },
    Need {
        package: "procps",
        purpose: "`kill`, to interrupt a run",
        probe: Probe::Runs(&["kill", "-l"]),
    },
    Need {
        package: "iproute2",
        purpose: "network namespaces that stand in for other hosts",
        probe: Probe::Runs(&["ip", "-V"]),
    },
    Need {
        package: "openssh-server",
        purpose: "a host to be reached by ssh",
        probe: Probe::Package,
    },
    Need {
        package: "openssh-client",
        purpose: "to reach a host by ssh",
        probe: Probe::Runs(&["ssh", "-V"]),
    },
]);

/// To compare with what everybody has for files.
pub(crate) const STORAGE: Needs = Needs(&[
    Need {
        package: "fio",
        purpose: "the program that files and journals are compared with",
        probe: Probe::Runs(&["fio", "--version"]),
    },
    Need {
        package: "util-linux",
        purpose: "`fincore`, which proves what lies in the cache",
        probe: Probe::Runs(&["fincore", "--version"]),
    },
]);

/// To check for other systems: a compiler that carries its library's source, which is how the
/// standard library of any target comes to be without a download.
pub(crate) const CROSS: Needs = Needs(&[
    Need {
        package: "rustc-web",
        purpose: "the compiler of the checks for other systems",
        probe: Probe::Package,
    },
    Need {
        package: "rust-web-src",
        purpose: "the standard library's source for other systems",
        probe: Probe::Package,
    },
    Need {
        package: "binutils-mingw-w64-x86-64",
        purpose: "import libraries of the standard library for Windows",
        probe: Probe::Runs(&["x86_64-w64-mingw32-dlltool", "--version"]),
    },
]);

impl Needs {
    /// Installs what is missing where that is allowed; an error says what is missing and which
    /// command installs it.
    pub(crate) fn ensure(&self) -> Result<()> {
        let missing = self.missing();
        if missing.is_empty() {
            return Ok(());
        }
        for need in &missing {
            println!("missing: {} ({})", need.package, need.purpose);
        }
        let names: Vec<&str> = missing.iter().map(|need| need.package).collect();
        let by_hand = format!("sudo apt-get update && sudo apt-get install {}", names.join(" "));
        let Some(prefix) = privilege() else {
            bail!("missing {}; install with: {by_hand}", names.join(", "));
        };
        if install(prefix, &names).is_err() {
            // A fresh machine has no package lists yet.
            shell::run(&mut apt(prefix, &["update"]))
                .and_then(|()| install(prefix, &names))
                .map_err(|error| error.context(format!("try by hand: {by_hand}")))?;
        }
        let still: Vec<&str> = self.missing().iter().map(|need| need.package).collect();
        if !still.is_empty() {
            bail!("apt-get ended well, but {} is not there; try: {by_hand}", still.join(", "));
        }
        Ok(())
    }

    fn missing(&self) -> Vec<Need> {
        self.0.iter().filter(|need| !need.met()).copied().collect()
    }
}

impl Need {
    fn met(&self) -> bool {
        match self.probe {
            Probe::Runs(words) => shell::succeeds(Command::new(words[0]).args(&words[1..])),
            Probe::Library(name) => {
                // The compiler repeats the bare name where it finds nothing.
                shell::output(Command::new("cc").arg(format!("-print-file-name={name}")))
                    .is_ok_and(|path| path.contains('/'))
            }
            Probe::Package => {
                let mut query = Command::new("dpkg-query");
                query.args(["--show", "--showformat=${db:Status-Status}", self.package]);
                shell::output(&mut query).is_ok_and(|state| state == "installed")
            }
        }
    }
}

/// What to put before apt-get so that it may install, if anything does.
fn privilege() -> Option<&'static [&'static str]> {
    if !shell::succeeds(Command::new("apt-get").arg("--version")) {
        return None;
    }
    let root = shell::output(Command::new("id").arg("-u")).is_ok_and(|user| user.trim() == "0");
    if root {
        return Some(&[]);
    }
    shell::succeeds(Command::new("sudo").args(["-n", "true"])).then_some(&["sudo", "-n"])
}

fn install(prefix: &[&str], packages: &[&str]) -> Result<()> {
    // What is on the machine is its owner's: nothing is removed to make room.
    let mut command = apt(prefix, &["install", "-y", "--no-install-recommends", "--no-remove"]);
    shell::run(command.args(packages))
}

fn apt(prefix: &[&str], arguments: &[&str]) -> Command {
    let mut words = prefix.iter().chain(&["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]);
    let mut command = Command::new(words.next().unwrap_or(&"apt-get"));
    command.args(words).args(arguments);
    command
}
