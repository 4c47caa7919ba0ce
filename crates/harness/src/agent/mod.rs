//! The agent: starts fresh trial processes where the figures are to come from, and is the janitor
//! there.
//!
//! One thread, asleep during trials. At the end of its input it kills its descendants, removes its
//! scratch directories and leaves: so the death of whoever started it, over any kind of pipe, ends
//! everything.

mod runner;

use std::io::{self, Stdin, Stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use sha2::{Digest, Sha256};

use crate::lines::Lines;
use crate::protocol::frame::{Received, Receiver, Sender};
use crate::protocol::{Hello, Opened, Reply, Request, SystemState, VERSION};
use crate::scratch::Scratch;

/// The word after the program's name that makes a process an agent.
pub const COMMAND: &str = "agent";

/// Serves the harness at the other end of standard input and output until that ends.
pub fn serve() -> ExitCode {
    sys::process::adopt_orphans();
    let mut agent = Agent {
        wire: Wire::new(),
        places: Vec::new(),
        executable: std::env::current_exe().unwrap_or_default(),
    };
    let ended = agent.serve();
    sys::process::kill_descendants(None);
    drop(agent);
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// The pipe to the harness.
struct Wire {
    lines: Lines<Stdin>,
    out: Stdout,
    sender: Sender,
    receiver: Receiver,
}

impl Wire {
    fn new() -> Self {
        Self {
            lines: Lines::new(io::stdin()),
            out: io::stdout(),
            sender: Sender::default(),
            receiver: Receiver::default(),
        }
    }

    fn say(&mut self, reply: &Reply) -> io::Result<()> {
        self.sender.send(&mut self.out, reply)
    }

    /// A request that has arrived already; `None`: none yet, or the end.
    fn arrived(&mut self) -> io::Result<Option<Request>> {
        while let Some(line) = self.lines.next_line() {
            match self.receiver.receive(&line).map_err(io::Error::other)? {
                Received::Message(request) => return Ok(Some(request)),
                Received::Part | Received::Foreign => {}
            }
        }
        Ok(None)
    }

    /// Sleeps until a request comes; `None` at the end of the pipe.
    fn request(&mut self) -> io::Result<Option<Request>> {
        loop {
            if let Some(request) = self.arrived()? {
                return Ok(Some(request));
            }
            if self.lines.at_end() {
                return Ok(None);
            }
            self.lines.read_some()?;
        }
    }
}

/// A directory under test, with our scratch directory in it.
struct Place {
    directory: PathBuf,
    scratch: Scratch,
}

struct Agent {
    wire: Wire,
    places: Vec<Place>,
    executable: PathBuf,
}

impl Agent {
    fn serve(&mut self) -> io::Result<()> {
        while let Some(request) = self.wire.request()? {
            let reply = match request {
                Request::Hello => self.hello().map(Reply::Hello),
                Request::Open { place } => self.open(&place).map(Reply::Opened),
                Request::Facts { place } => Ok(Reply::Facts(self.facts(place))),
                Request::State => Ok(Reply::State(state())),
                Request::Prepare(order) => {
                    runner::run(self, &order)?;
                    continue;
                }
                // The trial that these were meant for has ended by itself.
                Request::Go | Request::Abort => continue,
            };
            let reply = reply.unwrap_or_else(|error| Reply::Refused(error.to_string()));
            self.wire.say(&reply)?;
        }
        Ok(())
    }

    fn hello(&self) -> io::Result<Hello> {
        let limits = sys::limits::limits();
        Ok(Hello {
            version: VERSION,
            registry: registry_digest(),
            binary: file_digest(&self.executable)?,
            pid: sys::process::id(),
            boot: facts::boot_identity(),
            processors: limits.processors,
            memory_bytes: limits.memory_bytes,
            processes: limits.processes,
        })
    }

    fn open(&mut self, place: &str) -> io::Result<Opened> {
        let directory = PathBuf::from(place);
        let scratch = Scratch::create(&directory)?;
        std::fs::create_dir(scratch.path().join(runner::SHARED))?;
        let space = sys::file::space(&directory).map_err(io::Error::other)?;
        let opened = Opened {
            place: self.places.len(),
            scratch: scratch.path().display().to_string(),
            free_bytes: space.free_bytes,
            free_inodes: space.free_inodes,
            not_a_disk: match space.kind {
                sys::file::Kind::Disk => None,
                sys::file::Kind::Tmpfs => Some("tmpfs".into()),
                sys::file::Kind::Overlay => Some("overlay".into()),
            },
        };
        self.places.push(Place { directory, scratch });
        Ok(opened)
    }

    fn facts(&self, place: Option<usize>) -> model::Facts {
        let place = place.and_then(|index| self.places.get(index));
        facts::collect(&facts::Source::here(), place.map(|place| place.directory.as_path()))
    }
}

/// How busy the system is.
fn state() -> SystemState {
    let state = facts::state(&facts::Source::here());
    SystemState {
        load_milli: state.load_milli,
        steal_ns: state.steal_ns,
        busy_ns: state.busy_ns,
        frequency_khz: state.frequency_khz,
    }
}

/// SHA-256 of every benchmark's name and revision.
pub(crate) fn registry_digest() -> String {
    hexadecimal(&Sha256::digest(benchmarks::digest_input()))
}

/// SHA-256 of a file, in hexadecimal.
pub fn file_digest(path: &Path) -> io::Result<String> {
    let mut file = std::fs::File::open(path)?;
    let mut hasher = Sha256::new();
    let mut chunk = vec![0; 64 * 1024];
    loop {
        match io::Read::read(&mut file, &mut chunk)? {
            0 => return Ok(hexadecimal(&hasher.finalize())),
            count => hasher.update(&chunk[..count]),
        }
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
