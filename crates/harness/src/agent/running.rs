//! One process of a trial, from its start to its report.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

use model::{Failure, Stage, TrialState};
use sys::clock::now_ns;
use sys::wait::{End, Handle, handle, readable};

use super::directory::Directories;
use super::{Agent, Wire, state};
use crate::lines::Lines;
use crate::protocol::{Reply, Report, SystemState, TrialOrder};
use crate::trial::{environment, words::Heard};

/// What is kept of a trial's complaints.
const COMPLAINTS: usize = 2_000;
/// How long a trial that has said everything may take to leave.
const LEAVE_NS: u64 = 5_000_000_000;

/// How far a process is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// It prepares.
    SettingUp,
    /// It waits for `go`.
    Ready,
    /// It works.
    Working,
}

/// A process of a trial with its pipes.
pub(super) struct Running {
    order: TrialOrder,
    directories: Option<Directories>,
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
    phase: Phase,
    started_ns: u64,
    deadline_ns: u64,
    start_up_ns: u64,
    private_dirty_bytes: Option<u64>,
    before: SystemState,
}

/// Why waiting for a process ended.
pub(super) enum Woken {
    /// It is done.
    Done,
    /// Its output has ended.
    Ended,
    /// It took too long.
    TooLong,
    /// It said something that is no word of the protocol.
    Rubbish(String),
    /// It is no longer wanted.
    Aborted,
}

/// The report of a process that could not be started.
pub(super) fn failed(order: &TrialOrder, stage: Stage, reason: String) -> Report {
    let failure = Failure { role: order.role.clone(), stage, reason };
    Report { role: order.role.clone(), outcome: Some(Err(failure)), ..Report::default() }
}

/// In which network a process starts.
#[derive(Clone, Copy)]
pub(super) enum Network {
    /// Its parent's.
    Shared,
    /// A new one.
    New,
    /// That of another process.
    Of(i32),
}

fn command(
    agent: &Agent,
    order: &TrialOrder,
    directories: Option<&Directories>,
) -> io::Result<Command> {
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
    let own = directories.map(|both| both.own.display().to_string());
    let shared = directories.map(|both| both.shared.display().to_string());
    command
        .env_clear()
        .envs(environment::variables(order, own.as_deref(), shared.as_deref()))
        .envs(lent(order, directories)?)
        .current_dir(directories.map_or(Path::new("/"), |both| &both.own))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    sys::process::in_own_group(&mut command);
    Ok(command)
}

/// What the benchmark lends to a foreign program.
fn lent(
    order: &TrialOrder,
    directories: Option<&Directories>,
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
        role: order.role.clone(),
        peers: order.peers.clone(),
        listen: order.listen,
        directory: directories.map(|both| both.own.clone()),
        shared: directories.map(|both| both.shared.clone()),
        operations: order.operations,
        batches: u64::from(order.samples + order.warm_up),
        seed: order.seed,
    };
    lend(&context).map_err(io::Error::other)
}

impl Running {
    /// Starts a process of a trial.
    pub(super) fn start(
        agent: &Agent,
        order: &TrialOrder,
        directories: Option<&Directories>,
        network: Network,
    ) -> io::Result<Self> {
        let mut command = command(agent, order, directories)?;
        match network {
            Network::Shared => {}
            Network::New => sys::network::start_in_new(&mut command).map_err(io::Error::other)?,
            Network::Of(pid) => {
                sys::network::start_in_that_of(&mut command, pid).map_err(io::Error::other)?;
            }
        }
        let started_ns = now_ns();
        let mut child = command.spawn()?;
        let (Some(to), Some(from), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(io::Error::other("a pipe to the trial is missing"));
        };
        Ok(Self {
            end: End::of(child.id() as i32),
            ended: false,
            child,
            to,
            from: Lines::new(from),
            errors: Some(errors),
            complaints: Vec::new(),
            heard: Heard::default(),
            phase: Phase::SettingUp,
            started_ns,
            deadline_ns: started_ns.saturating_add(order.limit_ns),
            start_up_ns: 0,
            private_dirty_bytes: None,
            before: SystemState::default(),
            order: order.clone(),
            directories: directories.cloned(),
        })
    }

    pub(super) fn role(&self) -> &str {
        &self.order.role
    }

    pub(super) fn pid(&self) -> i32 {
        self.child.id() as i32
    }

    pub(super) fn deadline_ns(&self) -> u64 {
        self.deadline_ns
    }

    /// Lets it work.
    pub(super) fn go(&mut self) {
        self.phase = Phase::Working;
        self.before = state();
        self.tell(b"go\n");
    }

    /// Lets a service come to its end.
    pub(super) fn stop(&mut self) {
        self.tell(b"stop\n");
    }

    fn tell(&mut self, word: &[u8]) {
        // If it has died, the end of its output tells.
        let _ = self.to.write_all(word).and_then(|()| self.to.flush());
    }

    /// Takes in what it has said and tells the harness; why waiting for it ended, if it has.
    pub(super) fn advance(&mut self, wire: &mut Wire) -> io::Result<Option<Woken>> {
        while let Some(line) = self.from.next_line() {
            if let Err(what) = self.heard.hear(&line) {
                return Ok(Some(Woken::Rubbish(what)));
            }
        }
        if self.phase == Phase::SettingUp && self.heard.ready {
            self.phase = Phase::Ready;
            self.start_up_ns = now_ns() - self.started_ns;
            self.private_dirty_bytes = sys::memory::private_dirty_bytes(self.pid());
            let offer = self.heard.offer.clone();
            wire.say(&Reply::Ready { role: self.order.role.clone(), offer })?;
        }
        if self.phase == Phase::Working && self.heard.done {
            wire.say(&Reply::Done { role: self.order.role.clone() })?;
            return Ok(Some(Woken::Done));
        }
        if self.ended || self.from.at_end() {
            return Ok(Some(Woken::Ended));
        }
        Ok((now_ns() >= self.deadline_ns).then_some(Woken::TooLong))
    }

    /// What to wait for, always the same count in the same order.
    pub(super) fn handles(&self) -> [Option<Handle>; 3] {
        [
            Some(handle(self.from.source())),
            self.errors.as_ref().map(handle),
            self.end.as_ref().map(End::handle),
        ]
    }

    /// Reads from what is ready, in the order of [`Self::handles`].
    pub(super) fn read(&mut self, ready: [bool; 3]) -> io::Result<()> {
        let [from, errors, end] = ready;
        if errors {
            self.take_complaints();
        }
        if from {
            self.from.read_some()?;
        } else if end {
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
    pub(super) fn end(mut self, woken: Woken) -> (Report, Option<Directories>) {
        let after = state();
        let stage = if self.phase == Phase::Working { Stage::Work } else { Stage::SetUp };
        let status = self.leave(matches!(woken, Woken::Done | Woken::Ended));
        let trouble = self.trouble(woken, status, stage);
        let order = &self.order;
        let heard = &mut self.heard;
        let mut report = Report {
            role: order.role.clone(),
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
            let measured =
                heard.done.then(|| heard.measured(&order.role, order.operations, order.warm_up));
            let failure = |(stage, reason)| Failure { role: order.role.clone(), stage, reason };
            report.outcome = Some(match trouble {
                Some(trouble) => Err(failure(trouble)),
                None => measured.ok_or_else(|| failure((stage, "it said nothing".to_owned()))),
            });
        }
        report.state.start_up_ns = self.start_up_ns;
        report.state.private_dirty_bytes = self.private_dirty_bytes;
        if stage == Stage::Work {
            add_system_state(&mut report.state, self.before, after);
        }
        (report, self.directories)
    }

    /// What went wrong, in the order of how much it tells.
    fn trouble(
        &self,
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
            Woken::Aborted => Some((stage, super::TOLD_TO_STOP.into())),
            Woken::TooLong => Some((
                stage,
                format!("it took longer than {:.1} s{said}", self.order.limit_ns as f64 / 1e9),
            )),
            Woken::Rubbish(what) => Some((stage, what)),
            Woken::Ended => {
                let status = status.map_or("an unknown status".to_owned(), |one| one.to_string());
                Some((stage, format!("it ended with {status} before it was done{said}")))
            }
            Woken::Done if self.heard.done && !status.is_some_and(|status| status.success()) => {
                let status = status.map_or("an unknown status".to_owned(), |one| one.to_string());
                Some((stage, format!("it ended with {status}{said}")))
            }
            Woken::Done => None,
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
