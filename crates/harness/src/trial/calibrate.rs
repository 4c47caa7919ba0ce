//! How many operations a batch needs, so that the clock's own cost and steps vanish in it.
//!
//! A batch lasts at least 1 ms and at least 1,000 × (resolution + cost of a pair of readings).
//! The count is doubled until it does, measured twice more (the faster counts: one preemption
//! must not end the search), and then checked as lmbench does: 3.5 % more operations must take
//! 3.5 % more time.

use benchmarks::{Context, Findings, Result, Work};
use sys::clock::{Quality, now_ns, quality};

use super::measure::notes;
use super::words::push;

/// Shortest batch.
const SHORTEST_NS: u64 = 1_000_000;
/// Steps of the clock in a batch, at least.
const STEPS: u64 = 1_000;
/// Batches measured on each side of the check.
const CHECKS: usize = 9;

/// By how many millionths a batch of 3.5 % more operations may be longer.
pub(crate) const LINEAR_PPM: std::ops::RangeInclusive<u64> = 25_000..=45_000;

/// What a batch must last with a clock of this quality.
pub(crate) fn wanted_ns(resolution_ns: u64, pair_ns: u64) -> u64 {
    STEPS * (resolution_ns + pair_ns)
}

/// Finds the operation count and returns the lines that tell of it.
pub(super) fn calibrate(context: &Context, repeat: bool, work: Work) -> Result<String> {
    let clock = quality();
    let mut lines = String::new();
    let (operations, batch_ns) = match work {
        Work::Once(whole) => {
            let mut findings = Findings::default();
            let begun = now_ns();
            whole(context.operations, &mut findings)?;
            let elapsed_ns = now_ns() - begun;
            notes(&mut lines, &findings);
            (context.operations, elapsed_ns)
        }
        Work::Service(service) => {
            let begun = now_ns();
            super::serve(service, &mut Findings::default())?;
            (context.operations, now_ns() - begun)
        }
        Work::Batches(batch) => {
            let mut time = timed(batch);
            if repeat {
                let target = SHORTEST_NS.max(wanted_ns(clock.resolution_ns, clock.pair_ns));
                let found = search(context.operations, target, &mut time)?;
                if let Some(ppm) = checked(found.0, &mut time)? {
                    push(&mut lines, &format!("nonlinear {ppm}"));
                }
                found
            } else {
                (context.operations, pilot(context, &mut time)?)
            }
        }
    };
    let Quality { resolution_ns, pair_ns, .. } = clock;
    let line = format!("calibrated {operations} {} {resolution_ns} {pair_ns}", batch_ns.max(1));
    push(&mut lines, &line);
    Ok(lines)
}

fn timed(mut batch: impl FnMut(u64) -> Result<u64>) -> impl FnMut(u64) -> Result<u64> {
    move |operations| {
        let begun = now_ns();
        batch(operations)?;
        Ok(now_ns() - begun)
    }
}

/// The length of a batch whose count is given: the median of three where it is short, so that a
/// cold first one is not taken for all.
fn pilot(context: &Context, time: &mut impl FnMut(u64) -> Result<u64>) -> Result<u64> {
    const SHORT_NS: u64 = 50_000_000;
    let mut lengths = vec![time(context.operations)?];
    // Files that may be used once only are as many as the context says.
    while context.batches as usize > lengths.len() && lengths.len() < 3 && lengths[0] < SHORT_NS {
        lengths.push(time(context.operations)?);
    }
    lengths.sort_unstable();
    Ok(lengths[lengths.len() / 2])
}

/// Doubles the count until a batch lasts as long as wanted.
fn search(
    pass: u64,
    target_ns: u64,
    time: &mut impl FnMut(u64) -> Result<u64>,
) -> Result<(u64, u64)> {
    let mut operations = pass.max(1);
    loop {
        let mut length = time(operations)?;
        if length >= target_ns {
            for _ in 0..2 {
                length = length.min(time(operations)?);
            }
            if length >= target_ns {
                return Ok((operations, length));
            }
        }
        // A jump that is still short of the target, then doubling.
        let jump = (target_ns / length.max(1) / 2).clamp(2, 1_000);
        operations = operations.saturating_mul(jump);
    }
}

/// The check, made once more where it fails: a busy machine lengthens short batches at random, and
/// what is really not linear fails twice.
fn checked(operations: u64, time: &mut impl FnMut(u64) -> Result<u64>) -> Result<Option<u64>> {
    match check(operations, time)? {
        Some(ppm) if !LINEAR_PPM.contains(&ppm) => {
            let again = check(operations, time)?;
            Ok(again.filter(|again| LINEAR_PPM.contains(again)).or(Some(ppm)))
        }
        found => Ok(found),
    }
}

/// By how many millionths a batch of 3.5 % more operations is longer; `None` where the count is
/// too small to be raised by that.
fn check(operations: u64, time: &mut impl FnMut(u64) -> Result<u64>) -> Result<Option<u64>> {
    if operations < 1_000 {
        return Ok(None);
    }
    let more = operations + operations * 35 / 1_000;
    let (mut shortest, mut shortest_more) = (u64::MAX, u64::MAX);
    for _ in 0..CHECKS {
        shortest = shortest.min(time(operations)?);
        shortest_more = shortest_more.min(time(more)?);
    }
    let added = shortest_more.saturating_sub(shortest);
    Ok(Some(added.saturating_mul(1_000_000) / shortest.max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock by script: an operation takes so long, and every call costs something besides.
    fn scripted(per_operation: u64, fixed: u64) -> impl FnMut(u64) -> Result<u64> {
        move |operations| Ok(operations * per_operation + fixed)
    }

    #[test]
    fn a_batch_is_long_enough_and_not_much_longer() {
        for (per_operation, fixed) in [(1, 0), (37, 100), (999, 5), (12_345, 0), (5_000_000, 0)] {
            let (operations, length) =
                search(1, 1_000_000, &mut scripted(per_operation, fixed)).unwrap();
            assert!(length >= 1_000_000, "{per_operation}");
            assert!(length <= 4_000_000.max(per_operation + fixed), "{per_operation}: {length}");
            assert_eq!(length, operations * per_operation + fixed);
        }
    }

    #[test]
    fn one_slow_batch_does_not_end_the_search() {
        let mut calls = 0;
        let mut hiccup = |operations: u64| {
            calls += 1;
            Ok(operations * 100 + if calls == 1 { 50_000_000 } else { 0 })
        };
        let (operations, _) = search(1, 1_000_000, &mut hiccup).unwrap();
        assert!(operations >= 10_000);
    }

    #[test]
    fn one_disturbed_check_is_made_again() {
        let mut calls = 0;
        let mut disturbed_at_first = |operations: u64| {
            calls += 1;
            Ok(operations * 100 + if calls <= 2 * CHECKS && calls % 2 == 0 { 50_000 } else { 0 })
        };
        let found = checked(10_000, &mut disturbed_at_first).unwrap().unwrap();
        assert!(LINEAR_PPM.contains(&found), "{found}");
        let fixed = checked(10_000, &mut scripted(100, 1_000_000)).unwrap().unwrap();
        assert!(!LINEAR_PPM.contains(&fixed), "{fixed}");
    }

    #[test]
    fn fixed_costs_are_noticed() {
        let linear = check(10_000, &mut scripted(100, 0)).unwrap().unwrap();
        assert!((34_000..36_000).contains(&linear), "{linear}");
        let fixed = check(10_000, &mut scripted(100, 1_000_000)).unwrap().unwrap();
        assert!(fixed < 20_000, "{fixed}");
        assert_eq!(check(10, &mut scripted(1, 0)).unwrap(), None);
    }
}
