//! The timed loop: warm-up, then batches between two readings of the clock each.

use benchmarks::{Context, Findings, Result, Work};
use model::{Tally, Values};
use sys::clock::now_ns;

use super::environment::Environment;
use super::words::{observation, push};

/// Does the work and returns the lines that tell of it.
pub(super) fn measure(environment: &Environment, context: &Context, work: Work) -> Result<String> {
    let before = sys::usage::of_family();
    let mut findings = Findings::default();
    let (tally, warm_up_ns) = match work {
        Work::Batches(batch) => batches(environment, context.operations, batch, &mut findings)?,
        Work::Once(whole) => (whole(context.operations, &mut findings)?, 0),
        Work::Service(service) => (super::serve(service, &mut findings)?, 0),
    };
    let after = sys::usage::of_family();
    let mut lines = String::new();
    for (metric, values) in &findings.values {
        observation(&mut lines, *metric, values);
    }
    for (metric, why) in &findings.invalid {
        push(&mut lines, &format!("invalid {metric} {why}"));
    }
    for (name, value) in &findings.conditions {
        push(&mut lines, &format!("condition {name} {value}"));
    }
    notes(&mut lines, &findings);
    push(&mut lines, &format!("tally {} {}", tally.operations, tally.checksum));
    push(&mut lines, &format!("warm_up {warm_up_ns}"));
    if let (Some(before), Some(after)) = (before, after) {
        let used = after.since(before);
        push(
            &mut lines,
            &format!(
                "usage {} {} {} {} {} {}",
                used.user_ns,
                used.system_ns,
                used.minor_faults,
                used.major_faults,
                used.voluntary_switches,
                used.involuntary_switches
            ),
        );
    }
    Ok(lines)
}

/// The lines of what the work found worth knowing.
pub(super) fn notes(lines: &mut String, findings: &Findings) {
    for (name, text) in &findings.notes {
        push(lines, &format!("note {name} {text}"));
    }
}

fn batches(
    environment: &Environment,
    operations: u64,
    mut batch: impl FnMut(u64) -> Result<u64>,
    findings: &mut Findings,
) -> Result<(Tally, u64)> {
    let samples = environment.samples as usize;
    // Written once in advance, so that recording a sample faults no page in.
    let (mut starts, mut elapsed) = (vec![1_u64; samples], vec![1_u64; samples]);
    let mut done = 0;
    let go = now_ns();
    for _ in 0..environment.warm_up {
        done += batch(operations)?;
    }
    let warm_up_ns = now_ns() - go;
    for (start, elapsed) in starts.iter_mut().zip(&mut elapsed) {
        let begun = now_ns();
        let in_batch = batch(operations)?;
        let ended = now_ns();
        done += in_batch;
        (*start, *elapsed) = (begun - go, ended - begun);
    }
    let values = Values::Batches {
        elapsed_ns: elapsed,
        start_ns: starts,
        operations,
        warm_up: environment.warm_up,
    };
    findings.values.push((0, values));
    Ok((Tally { operations: done, checksum: 0 }, warm_up_ns))
}
