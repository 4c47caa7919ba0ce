//! The measured process: entered in the first line of `main`, before any thread or runtime.
//!
//! It speaks the trial protocol, plain lines that a C program can speak too (documented in
//! `docs/trial-protocol.md`): set up, `ready`, wait for `go`, work in silence, say what was found.

mod calibrate;
pub(crate) mod environment;
mod measure;
pub(crate) mod words;

pub(crate) use calibrate::{LINEAR_PPM, wanted_ns};

use std::io::{Read, Write};
use std::process::ExitCode;

use benchmarks::{Context, Error, Findings, Service, Workload};
use model::{Stage, Tally};

use environment::Environment;

use crate::protocol::Mode;

/// The word after the program's name that makes a process a trial.
pub const COMMAND: &str = "trial";

/// Runs a trial if that is what this process was started for.
pub fn enter() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next()? != COMMAND || arguments.next().is_some() {
        return None;
    }
    Some(match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            say(&failure);
            ExitCode::FAILURE
        }
    })
}

/// The whole life of a trial; the error is the line that tells of it.
fn run() -> Result<(), String> {
    let failed = |stage| move |error: Error| failure_line(stage, &error);
    let environment = Environment::read().map_err(|what| words::failed(Stage::Start, &what))?;
    if !sys::process::die_with_parent(environment.parent) {
        return Err(words::failed(Stage::Start, "the agent is gone"));
    }
    sys::heap::shift(environment.heap_shift);
    let benchmark = benchmarks::lookup(&environment.benchmark).ok_or_else(|| {
        words::failed(Stage::Start, &format!("no benchmark {}", environment.benchmark))
    })?;
    let context = environment.context();
    let before = sys::clock::now_ns();
    let workload = (benchmark.prepare)(&context).map_err(failed(Stage::SetUp))?;
    let set_up_ns = sys::clock::now_ns() - before;
    let offer = workload.offer.as_ref().map(|text| format!("offer {text}\n"));
    say(&format!("{}ready", offer.unwrap_or_default()));
    if !told(b"go\n") {
        return Ok(());
    }
    let lines = work(&environment, &context, workload, set_up_ns)?;
    say(&lines);
    Ok(())
}

fn work(
    environment: &Environment,
    context: &Context,
    workload: Workload,
    set_up_ns: u64,
) -> Result<String, String> {
    let Workload { work, verify, notes, conditions, resident_ppm, offer: _ } = workload;
    let go_ns = sys::clock::now_ns();
    let mut lines = match environment.mode {
        Mode::Measure => measure::measure(environment, context, work),
        Mode::Pilot => calibrate::calibrate(context, false, work),
        Mode::Calibrate => calibrate::calibrate(context, true, work),
    }
    .map_err(|error| failure_line(Stage::Work, &error))?;
    if let Some(verify) = verify {
        verify().map_err(|error| failure_line(Stage::Check, &error))?;
    }
    // With the check, which the host's clock cannot tell from the work.
    let span_ns = sys::clock::now_ns() - go_ns;
    words::push(&mut lines, &format!("span {span_ns}"));
    words::push(&mut lines, &format!("set_up {set_up_ns}"));
    if let Some(ppm) = resident_ppm {
        words::push(&mut lines, &format!("resident {ppm}"));
    }
    for (name, value) in conditions {
        words::push(&mut lines, &format!("condition {name} {value}"));
    }
    for (name, text) in notes {
        words::push(&mut lines, &format!("note {name} {text}"));
    }
    lines.push_str("done");
    Ok(lines)
}

fn failure_line(stage: Stage, error: &Error) -> String {
    match error {
        Error::System(sys::Error::Unsupported(why)) => format!("unsupported {why}"),
        other => words::failed(stage, &other.to_string()),
    }
}

/// Writes lines in one piece, past the buffers of the standard library.
fn say(text: &str) {
    let mut line = String::with_capacity(text.len() + 1);
    line.push_str(text);
    line.push('\n');
    let mut out = std::io::stdout().lock();
    // A reader that is gone has no use for the trial: its end follows at once.
    let _ = out.write_all(line.as_bytes()).and_then(|()| out.flush());
}

/// Sleeps until this word comes; false where the pipe ends instead.
fn told<const LENGTH: usize>(wanted: &[u8; LENGTH]) -> bool {
    let mut word = [0; LENGTH];
    std::io::stdin().lock().read_exact(&mut word).is_ok() && word == *wanted
}

/// Lets a service work until it is told to stop.
fn serve(mut service: Box<dyn Service>, findings: &mut Findings) -> benchmarks::Result<Tally> {
    service.begin()?;
    if !told(b"stop\n") {
        return Err(Error::Wrong("nobody told the service to stop: its agent is gone".into()));
    }
    service.end(findings)
}
