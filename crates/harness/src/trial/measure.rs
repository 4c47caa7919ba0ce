//! The timed loop: warm-up, then batches between two readings of the clock each.

use benchmarks::{Context, Findings, Result, Work};
use model::Values;
use sys::clock::now_ns;

use super::environment::Environment;
use super::words::{observation, push};

/// Does the work and returns the lines that tell of it.
pub(super) fn measure(environment: &Environment, context: &Context, work: Work) -> Result<String> {
    let before = sys::usage::of_family();
    let (values, operations, checksum, warm_up_ns) = match work {
        Work::Batches(batch) => batches(environment, context.operations, batch)?,
        Work::Once(whole) => {
            let mut findings = Findings::default();
            let tally = whole(context.operations, &mut findings)?;
            (findings.0, tally.operations, tally.checksum, 0)
        }
    };
    let after = sys::usage::of_family();
    let mut lines = String::new();
    for (metric, values) in &values {
        observation(&mut lines, *metric, values);
    }
    push(&mut lines, &format!("tally {operations} {checksum}"));
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

type Done = (Vec<(u16, Values)>, u64, u64, u64);

fn batches(
    environment: &Environment,
    operations: u64,
    mut batch: impl FnMut(u64) -> Result<u64>,
) -> Result<Done> {
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
    Ok((vec![(0, values)], done, 0, warm_up_ns))
}
