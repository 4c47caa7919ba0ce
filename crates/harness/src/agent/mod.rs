//! The agent: starts fresh trial processes where the figures are to come from, and is the janitor
//! there.
//!
//! One thread, asleep during trials. At the end of its input it kills its descendants, removes its
//! scratch directories and leaves: so the death of whoever started it, over any kind of pipe, ends
//! everything.

mod directory;
mod pieces;
mod running;

use std::io::{self, Stdin, Stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use directory::Directories;
use model::Stage;
use pieces::Pieces;
use running::{Network, Running, Woken};
use sha2::{Digest, Sha256};
use sys::clock::now_ns;
use sys::usage::Written;
use sys::wait::{Handle, handle, readable};

use crate::lines::Lines;
use crate::protocol::frame::{Received, Receiver, Sender};
use crate::protocol::{
    Hello, Opened, PieceWritten, Reply, Report, Request, SystemState, TrialOrder, VERSION,
};
use crate::scratch::Scratch;

/// The word after the program's name that makes a process an agent.
pub const COMMAND: &str = "agent";

/// The reason of a process that was killed because nobody wanted its work any more.
pub(crate) const TOLD_TO_STOP: &str = "it was told to stop";

/// Serves the harness at the other end of standard input and output until that ends.
pub fn serve() -> ExitCode {
    sys::process::adopt_orphans();
    let mut agent = Agent {
        wire: Wire::new(),
        places: Vec::new(),
        running: Vec::new(),
        ended: Vec::new(),
        written: None,
        pieces: None,
        own_networks: true,
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
    /// The processes of the present trial that run here, in the order of their preparation.
    running: Vec<Running>,
    /// Those of them that have ended.
    ended: Vec<(Report, Option<Directories>)>,
    /// What this process and what it has waited for had written when the trial began.
    written: Option<Written>,
    /// The file that brings a device to a steady state.
    pieces: Option<Pieces>,
    /// Whether the system lets us make networks, as far as is known.
    own_networks: bool,
}

impl Agent {
    /// Does what is asked and watches the present trial, until the pipe ends.
    fn serve(&mut self) -> io::Result<()> {
        loop {
            while let Some(request) = self.wire.arrived()? {
                self.answer(request)?;
            }
            if self.wire.lines.at_end() {
                return Ok(());
            }
            self.advance()?;
            self.sleep()?;
        }
    }

    fn answer(&mut self, request: Request) -> io::Result<()> {
        let reply = match request {
            Request::Hello => self.hello().map(Reply::Hello),
            Request::Open { place } => self.open(&place).map(Reply::Opened),
            Request::Facts { place } => Ok(Reply::Facts(self.facts(place))),
            Request::State => Ok(Reply::State(state())),
            Request::WritePiece { place, at, bytes } => {
                self.write_piece(place, at, bytes).map(Reply::PieceWritten)
            }
            Request::EndPieces => {
                let ended = self.pieces.take().map_or(Ok(()), Pieces::end);
                ended.map(|()| Reply::PiecesEnded).map_err(io::Error::other)
            }
            Request::Prepare(order) => {
                self.prepare(&order);
                return Ok(());
            }
            // A process that these were meant for may have ended by itself.
            Request::Go { role } => {
                self.playing(&role).into_iter().for_each(Running::go);
                return Ok(());
            }
            Request::Stop { role } => {
                self.playing(&role).into_iter().for_each(Running::stop);
                return Ok(());
            }
            Request::Abort => {
                self.abort();
                return Ok(());
            }
        };
        let reply = reply.unwrap_or_else(|error| Reply::Refused(error.to_string()));
        self.wire.say(&reply)
    }

    fn playing(&mut self, role: &str) -> Option<&mut Running> {
        self.running.iter_mut().find(|running| running.role() == role)
    }

    /// Starts a process of a trial.
    fn prepare(&mut self, order: &TrialOrder) {
        if self.running.is_empty() {
            self.written = sys::usage::written_by_family();
        }
        let directories = match Directories::make(self, order) {
            Ok(directories) => directories,
            Err(reason) => {
                self.ended.push((running::failed(order, Stage::Start, reason), None));
                return;
            }
        };
        let network = match self.running.first() {
            _ if !order.own_network || !self.own_networks => Network::Shared,
            None => Network::New,
            Some(first) => Network::Of(first.pid()),
        };
        let start =
            |agent: &Self, network| Running::start(agent, order, directories.as_ref(), network);
        let mut started = start(self, network);
        if let (Err(_), Network::New) = (&started, network) {
            // Not everybody may make networks: all roles of all trials share the system's then.
            self.own_networks = false;
            started = start(self, Network::Shared);
        }
        match started {
            Ok(running) => self.running.push(running),
            Err(error) => {
                let report = running::failed(order, Stage::Start, error.to_string());
                self.ended.push((report, directories));
            }
        }
    }

    /// Takes in what the trial's processes have said. When one of them fails, the others are of no
    /// use; when all have ended, the system is brought to rest and the harness gets the reports.
    fn advance(&mut self) -> io::Result<()> {
        let mut place = 0;
        while place < self.running.len() {
            match self.running[place].advance(&mut self.wire)? {
                Some(woken) => self.ended.push(self.running.remove(place).end(woken)),
                None => place += 1,
            }
        }
        let good = |report: &Report| matches!(report.outcome, Some(Ok(_)));
        if !self.running.is_empty() && !self.ended.iter().all(|(report, _)| good(report)) {
            self.abort();
        }
        if self.running.is_empty() && !self.ended.is_empty() {
            self.report()?;
        }
        Ok(())
    }

    fn abort(&mut self) {
        let aborted = self.running.drain(..).map(|running| running.end(Woken::Aborted));
        self.ended.extend(aborted);
    }

    /// Brings the system to rest and tells what came of every role.
    fn report(&mut self) -> io::Result<()> {
        let before = now_ns();
        sys::process::kill_descendants(None);
        // The trial and its descendants were waited for, so that what they wrote counts as ours, and
        // we wrote nothing meanwhile: so the measured process itself need not ask.
        let written = sys::usage::written_by_family().zip(self.written.take());
        let bytes_written = written.map(|(after, before)| after.since(before));
        let ended = std::mem::take(&mut self.ended);
        let mut unsettled: Vec<String> = ended
            .iter()
            .filter_map(|(_, directories)| directories.as_ref()?.settle().err())
            .collect();
        let settle_ns = now_ns() - before;
        for (mut report, _) in ended {
            report.state.settle_ns = settle_ns;
            report.state.bytes_written = bytes_written;
            report.unsettled = unsettled.pop();
            self.wire.say(&Reply::Report(Box::new(report)))?;
        }
        Ok(())
    }

    /// Sleeps until a request comes, a process says something, or one has taken too long.
    fn sleep(&mut self) -> io::Result<()> {
        let mut handles = vec![handle(self.wire.lines.source())];
        let watched: Vec<[Option<Handle>; 3]> = self.running.iter().map(Running::handles).collect();
        handles.extend(watched.iter().flatten().flatten());
        let deadline_ns = self.running.iter().map(Running::deadline_ns).min();
        let timeout_ms =
            deadline_ns.map(|deadline| deadline.saturating_sub(now_ns()).div_ceil(1_000_000));
        let ready = readable(&handles, timeout_ms).map_err(io::Error::other)?;
        let mut ready = ready.into_iter();
        if ready.next() == Some(true) {
            self.wire.lines.read_some()?;
        }
        for (running, watched) in self.running.iter_mut().zip(watched) {
            let own = watched.map(|one| one.is_some() && ready.next() == Some(true));
            running.read(own)?;
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
        std::fs::create_dir(scratch.path().join(directory::SHARED))?;
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

    fn write_piece(&mut self, place: usize, at: u64, bytes: u64) -> io::Result<PieceWritten> {
        let pieces = if let Some(pieces) = self.pieces.take() {
            pieces
        } else {
            let place = self.places.get(place);
            let place = place.ok_or_else(|| io::Error::other("no such place was opened"))?;
            Pieces::create(place.scratch.path()).map_err(io::Error::other)?
        };
        self.pieces.insert(pieces).write(at, bytes).map_err(io::Error::other)
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
