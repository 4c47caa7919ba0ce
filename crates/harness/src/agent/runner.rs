//! One trial, from starting its process to bringing the system to rest.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

use benchmarks::Leaves;
use model::{Failure, Stage, TrialState};
use sys::clock::now_ns;
use sys::wait::{End, Handle, handle, readable};

use super::{Agent, state};
use crate::lines::Lines;
use crate::protocol::{Reply, Report, Request, SystemState, TrialOrder};
use crate::trial::{environment, words::Heard};

/// Name of the directory that all trials of a run share, beside their own.
pub(super) const SHARED: &str = "shared";
/// What is kept of a trial's complaints.
const COMPLAINTS: usize = 2_000;
/// How long a trial that has said everything may take to leave.
const LEAVE_NS: u64 = 5_000_000_000;

/// Runs a trial to its report. An error means that the harness is gone.
pub(super) fn run(agent: &mut Agent, order: &TrialOrder) -> io::Result<()> {
    let directory = match trial_directory(agent, order) {
        Ok(directory) => directory,
        Err(reason) => {
            let report = failed(order, Stage::Start, reason);
            return agent.wire.say(&Reply::Report(Box::new(report)));
        }
    };
    let directories = directory.as_deref().map(|own| Directories { own, shared: shared_of(own) });
    let written = sys::usage::written_by_family();
    let mut report = match start(agent, order, directories.as_ref()) {
        Ok(running) => running.run(agent, order)?,
        Err(error) => failed(order, Stage::Start, error.to_string()),
    };
    let before = now_ns();
    sys::process::kill_descendants(None);
    // The trial and its descendants were waited for, so that what they wrote counts as ours, and
    // we wrote nothing meanwhile: so the measured process itself need not ask.
    report.state.bytes_written =
        sys::usage::written_by_family().zip(written).map(|(after, before)| after.since(before));
    report.unsettled = directory.and_then(|directory| settle(&directory, leaves(order)).err());
    report.state.settle_ns = now_ns() - before;
    agent.wire.say(&Reply::Report(Box::new(report)))
}

/// An empty directory for the trial, where it uses one.
fn trial_directory(agent: &Agent, order: &TrialOrder) -> Result<Option<PathBuf>, String> {
    let Some(index) = order.place else { return Ok(None) };
    let place = agent.places.get(index).ok_or("no such place was opened")?;
    // A name of its own: file systems choose where a directory lies by its name too.
    let directory = place.scratch.path().join(format!("trial-{:016x}", order.seed));
    std::fs::create_dir(&directory)
        .map(|()| Some(directory.clone()))
        .map_err(|error| format!("creating {}: {error}", directory.display()))
}

/// The directories that a trial uses.
struct Directories<'a> {
    /// Its own.
    own: &'a Path,
    /// The one that all trials of the run share.
    shared: PathBuf,
}

/// Beside the trials' own directories, for files that many trials read.
fn shared_of(own: &Path) -> PathBuf {
    own.with_file_name(SHARED)
}

/// What the benchmark wants to become of its trials' files.
fn leaves(order: &TrialOrder) -> Leaves {
    benchmarks::lookup(&order.benchmark).map(|benchmark| benchmark.leaves).unwrap_or_default()
}

/// Removes or empties what the trial left and waits until the file system has written everything.
fn settle(directory: &Path, leaves: Leaves) -> Result<(), String> {
    let scratch = directory.parent().unwrap_or(directory);
    match leaves {
        Leaves::Nothing => std::fs::remove_dir_all(directory)
            .map_err(|error| format!("removing {}: {error}", directory.display()))?,
        Leaves::EmptyFiles => empty_files(directory)
            .map_err(|error| format!("emptying the files of {}: {error}", directory.display()))?,
    }
    match sys::file::settle(scratch) {
        Ok(()) | Err(sys::Error::Unsupported(_)) => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}

/// Empties every file below a directory; the names stay.
fn empty_files(directory: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(directory)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            empty_files(&entry.path())?;
        } else if kind.is_file() {
            std::fs::OpenOptions::new().write(true).open(entry.path())?.set_len(0)?;
        }
    }
    Ok(())
}

fn failed(order: &TrialOrder, stage: Stage, reason: String) -> Report {
    let failure = Failure { role: order.role.clone(), stage, reason };
    Report { outcome: Some(Err(failure)), ..Report::default() }
}

/// A trial process with its pipes.
struct Running {
    child: Child,
    /// Tells its end even if a process that it left holds its pipes; `None` once it has.
    end: Option<End>,
    ended: bool,
    to: ChildStdin,
    from: Lines<ChildStdout>,
    /// `None` once it has ended.
    errors: Option<ChildStderr>,
    complaints: Vec<u8>,
    heard: Heard,
    started_ns: u64,
    deadline_ns: u64,
}

fn start(
    agent: &Agent,
    order: &TrialOrder,
    directories: Option<&Directories<'_>>,
) -> io::Result<Running> {
    let mut command = match &order.program {
        None => {
            let mut command = Command::new(&agent.executable);
            command.arg(crate::trial::COMMAND);
            command
        }
        Some(program) => {
            // The shell only splits the words: it is replaced by the program.
            let mut command = Command::new("/bin/sh");
            command.args(["-c", &format!("exec {program}")]);
            command
        }
    };
    let directory = directories.map(|both| both.own);
    let own = directory.map(|path| path.display().to_string());
    let shared = directories.map(|both| both.shared.display().to_string());
    command
        .env_clear()
        .envs(environment::variables(order, own.as_deref(), shared.as_deref()))
        .envs(lent(order, directories)?)
        .current_dir(directory.unwrap_or(Path::new("/")))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    sys::process::in_own_group(&mut command);
    let started_ns = now_ns();
    let mut child = command.spawn()?;
    let (Some(to), Some(from), Some(errors)) =
        (child.stdin.take(), child.stdout.take(), child.stderr.take())
    else {
        return Err(io::Error::other("a pipe to the trial is missing"));
    };
    Ok(Running {
        end: End::of(child.id() as i32),
        ended: false,
        child,
        to,
        from: Lines::new(from),
        errors: Some(errors),
        complaints: Vec::new(),
        heard: Heard::default(),
        started_ns,
        deadline_ns: started_ns.saturating_add(order.limit_ns),
    })
}

/// What the benchmark lends to a foreign program.
fn lent(
    order: &TrialOrder,
    directories: Option<&Directories<'_>>,
) -> io::Result<Vec<(String, String)>> {
    let found = benchmarks::find(&order.benchmark).filter(|_| order.program.is_some());
    let Some((lend, definition)) =
        found.and_then(|(benchmark, definition)| Some((benchmark.lend?, definition)))
    else {
        return Ok(Vec::new());
    };
    let context = benchmarks::Context {
        case: model::Case {
            benchmark: definition.id,
            revision: definition.revision,
            values: order.values.clone(),
        },
        directory: directories.map(|both| both.own.to_owned()),
        shared: directories.map(|both| both.shared.clone()),
        operations: order.operations,
        batches: u64::from(order.samples + order.warm_up),
        seed: order.seed,
    };
    lend(&context).map_err(io::Error::other)
}

/// Why waiting for a trial ended.
enum Woken {
    /// What was waited for is there.
    Yes,
    /// The trial's output has ended.
    Ended,
    /// It took too long.
    TooLong,
    /// It said something that is no word of the protocol.
    Rubbish(String),
    /// The harness wants it dead.
    Aborted,
}

impl Running {
    fn run(mut self, agent: &mut Agent, order: &TrialOrder) -> io::Result<Report> {
        let woken = self.until(agent, |heard, _| heard.ready)?;
        if !matches!(woken, Woken::Yes) {
            return Ok(self.end(order, woken, Stage::SetUp));
        }
        let start_up_ns = now_ns() - self.started_ns;
        let private_dirty_bytes = sys::memory::private_dirty_bytes(self.child.id() as i32);
        agent.wire.say(&Reply::Ready)?;
        let woken = self.until(agent, |_, go| go)?;
        if !matches!(woken, Woken::Yes) {
            return Ok(self.end(order, woken, Stage::SetUp));
        }
        let before = state();
        let told = self.to.write_all(b"go\n").and_then(|()| self.to.flush());
        let woken = match told {
            Ok(()) => self.until(agent, |heard, _| heard.done)?,
            // It has died: what it said tells why.
            Err(_) => self.until(agent, |_, _| false)?,
        };
        if matches!(woken, Woken::Yes) {
            agent.wire.say(&Reply::Done)?;
        }
        let after = state();
        let mut report = self.end(order, woken, Stage::Work);
        report.state.start_up_ns = start_up_ns;
        report.state.private_dirty_bytes = private_dirty_bytes;
        add_system_state(&mut report.state, before, after);
        Ok(report)
    }

    /// Sleeps until `wanted` of what was heard and of whether `go` has come, or until something
    /// else ends the waiting.
    fn until(
        &mut self,
        agent: &mut Agent,
        wanted: impl Fn(&Heard, bool) -> bool,
    ) -> io::Result<Woken> {
        let mut go = false;
        loop {
            while let Some(line) = self.from.next_line() {
                if let Err(what) = self.heard.hear(&line) {
                    return Ok(Woken::Rubbish(what));
                }
            }
            while let Some(request) = agent.wire.arrived()? {
                match request {
                    Request::Go => go = true,
                    Request::Abort => return Ok(Woken::Aborted),
                    _ => return Err(io::Error::other("a request in the middle of a trial")),
                }
            }
            if wanted(&self.heard, go) {
                return Ok(Woken::Yes);
            }
            if self.ended || self.from.at_end() {
                return Ok(Woken::Ended);
            }
            if agent.wire.lines.at_end() {
                return Ok(Woken::Aborted);
            }
            let left_ns = self.deadline_ns.saturating_sub(now_ns());
            if left_ns == 0 {
                return Ok(Woken::TooLong);
            }
            self.sleep(agent, left_ns.div_ceil(1_000_000))?;
        }
    }

    /// Sleeps until one of the pipes has something, and takes it.
    fn sleep(&mut self, agent: &mut Agent, timeout_ms: u64) -> io::Result<()> {
        let wire = handle(agent.wire.lines.source());
        let from = handle(self.from.source());
        let errors = self.errors.as_ref().map(handle);
        let end = self.end.as_ref().map(End::handle);
        let handles: Vec<Handle> =
            [Some(wire), Some(from), errors, end].into_iter().flatten().collect();
        let ready = readable(&handles, Some(timeout_ms)).map_err(io::Error::other)?;
        let is_ready = |wanted: Option<Handle>| {
            let place = handles.iter().position(|&handle| Some(handle) == wanted);
            place.is_some_and(|place| ready[place])
        };
        if is_ready(Some(wire)) {
            agent.wire.lines.read_some()?;
        }
        if is_ready(errors) {
            self.take_complaints();
        }
        if is_ready(Some(from)) {
            self.from.read_some()?;
        } else if is_ready(end) {
            // Everything that it had said was read before.
            self.ended = true;
            self.end = None;
        }
        Ok(())
    }

    fn take_complaints(&mut self) {
        let mut chunk = [0; 1024];
        match self.errors.as_mut().map(|errors| errors.read(&mut chunk)) {
            Some(Ok(count)) if count > 0 => {
                let room = COMPLAINTS.saturating_sub(self.complaints.len());
                self.complaints.extend_from_slice(&chunk[..count.min(room)]);
            }
            _ => self.errors = None,
        }
    }

    /// Makes an end of the process and puts the report together.
    fn end(mut self, order: &TrialOrder, woken: Woken, stage: Stage) -> Report {
        let _ = &self.to;
        let status = self.leave(matches!(woken, Woken::Yes | Woken::Ended));
        let heard = &mut self.heard;
        let mut report = Report {
            unsupported: heard.unsupported.take(),
            calibration: heard.calibration,
            own_span_ns: heard.span_ns,
            warm_up_ns: heard.warm_up_ns,
            conditions: std::mem::take(&mut heard.conditions),
            notes: std::mem::take(&mut heard.notes),
            ..Report::default()
        };
        report.state.set_up_ns = heard.set_up_ns;
        report.state.resident_ppm = heard.resident_ppm;
        if let Some(usage) = heard.usage {
            report.state.user_ns = Some(usage.user_ns);
            report.state.system_ns = Some(usage.system_ns);
            report.state.minor_faults = Some(usage.minor_faults);
            report.state.major_faults = Some(usage.major_faults);
            report.state.voluntary_switches = Some(usage.voluntary_switches);
            report.state.involuntary_switches = Some(usage.involuntary_switches);
        }
        if report.unsupported.is_none() {
            let measured = heard
                .done
                .then(|| self.heard.measured(&order.role, order.operations, order.warm_up));
            let failure = |(stage, reason)| Failure { role: order.role.clone(), stage, reason };
            report.outcome = Some(match self.trouble(order, woken, status, stage) {
                Some(trouble) => Err(failure(trouble)),
                None => measured.ok_or_else(|| failure((stage, "it said nothing".to_owned()))),
            });
        }
        report
    }

    /// What went wrong, in the order of how much it tells.
    fn trouble(
        &self,
        order: &TrialOrder,
        woken: Woken,
        status: Option<ExitStatus>,
        stage: Stage,
    ) -> Option<(Stage, String)> {
        if let Some((stage, reason)) = &self.heard.failed {
            return Some((*stage, reason.clone()));
        }
        let complaints = String::from_utf8_lossy(&self.complaints);
        let said = complaints.trim().replace('\n', " / ");
        let said = if said.is_empty() { said } else { format!("; it said: {said}") };
        match woken {
            Woken::Aborted => Some((stage, "it was told to stop".into())),
            Woken::TooLong => Some((
                stage,
                format!("it took longer than {:.1} s{said}", order.limit_ns as f64 / 1e9),
            )),
            Woken::Rubbish(what) => Some((stage, what)),
            Woken::Ended => {
                let status = status.map_or("an unknown status".to_owned(), |one| one.to_string());
                Some((stage, format!("it ended with {status} before it was done{said}")))
            }
            Woken::Yes if self.heard.done && !status.is_some_and(|status| status.success()) => {
                let status = status.map_or("an unknown status".to_owned(), |one| one.to_string());
                Some((stage, format!("it ended with {status}{said}")))
            }
            Woken::Yes => None,
        }
    }

    /// Waits for the process to leave, a while if it is on its way, and kills it otherwise.
    fn leave(&mut self, patient: bool) -> Option<ExitStatus> {
        let limit = now_ns() + if patient { LEAVE_NS } else { 0 };
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if now_ns() < limit => {
                    // Its output ends when it does; anything that it still says is no figure.
                    let handles = [handle(self.from.source())];
                    if self.from.at_end() {
                        std::thread::sleep(std::time::Duration::from_micros(200));
                    } else if matches!(readable(&handles, Some(100)), Ok(ready) if ready[0]) {
                        let _ = self.from.read_some();
                        while self.from.next_line().is_some() {}
                    }
                }
                _ => break,
            }
        }
        sys::process::kill_group(self.child.id() as i32);
        let _ = self.child.kill();
        self.child.wait().ok()
    }
}

fn add_system_state(trial: &mut TrialState, before: SystemState, after: SystemState) {
    let since = |after: Option<u64>, before: Option<u64>| Some(after?.saturating_sub(before?));
    trial.steal_ns = since(after.steal_ns, before.steal_ns);
    let own = trial.user_ns.unwrap_or(0) + trial.system_ns.unwrap_or(0);
    trial.others_ns = since(after.busy_ns, before.busy_ns).map(|busy| busy.saturating_sub(own));
}
