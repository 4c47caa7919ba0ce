//! Pilots: how many operations a batch needs on the subject that needs most, what a trial costs,
//! and what therefore fits the budget.

use std::collections::{BTreeMap, BTreeSet};

use benchmarks::{Pass, Planned};
use model::{Flag, Status, StopReason};

use super::crew::Crew;
use super::group::Group;
use super::search::LOOKS_AHEAD;
use super::session::Running;
use super::trial::Attempt;
use super::writes;
use super::{Stop, flags};
use crate::budget::{Claim, Use, affordable};
use crate::protocol::{Calibration, Mode};
use crate::schedule::next_seed;

/// Timed part that a trial aims at, so that most time goes into many trials, not long ones.
const TRIAL_NS: u64 = 200_000_000;
/// Most batches in a trial: enough to see whether they settle.
const BATCHES: u64 = 10;
/// Warm-up before the timed part: at least so long and at least three batches.
const WARM_UP_NS: u64 = 50_000_000;

/// Runs the pilots of all cells that have none yet, then leaves out what does not fit.
pub(crate) fn run(
    running: &mut Running<'_>,
    crew: &mut Crew,
    work: &mut [Group],
) -> Result<(), Stop> {
    let begun_ns = sys::clock::now_ns();
    // What cannot fit by its declared cost needs no pilot.
    leave_out(running, work)?;
    announce_writes(running, work);
    let total = work.iter().flat_map(Group::alive).count();
    running.planned = total;
    for group in work.iter_mut() {
        of_group(running, crew, group)?;
    }
    leave_out(running, work)?;
    running.set_up_ns += sys::clock::now_ns() - begun_ns;
    running.done = running.session().trials.len();
    Ok(())
}

/// Runs the pilots of the living members of a group that have none yet.
pub(crate) fn of_group(
    running: &mut Running<'_>,
    crew: &mut Crew,
    group: &mut Group,
) -> Result<(), Stop> {
    let mut found: BTreeMap<usize, Calibration> = BTreeMap::new();
    for member in group.members.iter_mut().filter(|member| member.alive) {
        running.done += 1;
        if running.cell(member.cell).operations > 0 {
            continue;
        }
        running.step(member.cell, true);
        let foreign = running.subjects[member.planned.subject].program.is_some();
        let order = pilot_order(&member.planned.planned.pass, foreign);
        let seed = next_seed(&mut running.random);
        let mut attempt = running.attempt(crew, &member.planned, order, seed)?;
        if matches!(attempt, Attempt::Lost(_)) {
            // The agent was lost, which need not be this case's doing.
            attempt = running.attempt(crew, &member.planned, order, seed ^ 1)?;
        }
        match attempt {
            Attempt::Report(report, span, cost_ns) => {
                let declared = declared_of_pilot(&member.planned.planned, &order);
                let subject = &running.subjects[member.planned.subject];
                let counted = report.state.bytes_written;
                running.writes.add(&member.planned, subject, declared, counted);
                // What a trial costs beside its own work.
                let around_ns = cost_ns.saturating_sub(span.length());
                let unsupported = report.unsupported.clone();
                running.cell_mut(member.cell).notes.clone_from(&report.notes);
                match (unsupported, report.calibration, &report.outcome) {
                    (Some(reason), ..) => {
                        member.alive = false;
                        running.set_status(member.cell, Status::Unsupported { reason })?;
                    }
                    (None, Some(calibration), Some(Ok(_)) | None) => {
                        found.insert(member.cell, calibration);
                        member.trial_ns = around_ns;
                    }
                    (None, None, Some(Ok(_))) => {
                        // A foreign program is not asked how long it takes.
                        member.trial_ns = around_ns;
                    }
                    (.., outcome) => {
                        let reason = match outcome {
                            Some(Err(failure)) => failure.to_string(),
                            _ => "the pilot said nothing".to_owned(),
                        };
                        member.alive = false;
                        running.set_status(member.cell, Status::Failed { reason })?;
                    }
                }
            }
            Attempt::Lost(reason) => {
                member.alive = false;
                running.set_status(member.cell, Status::Failed { reason })?;
            }
        }
    }
    settle_counts(running, group, &found)
}

/// What a pilot does: its operations, batches, and purpose. A foreign program may know whole
/// passes only.
fn pilot_order(pass: &Pass, foreign: bool) -> super::trial::Work {
    super::trial::Work {
        operations: if foreign { pass.operations } else { pass.pilot },
        samples: if pass.once || foreign { 1 } else { 3 },
        warm_up: 0,
        mode: if pass.repeat { Mode::Calibrate } else { Mode::Pilot },
        expected_ns: 0,
    }
}

/// What a pilot writes at most: its share of a trial's operations.
fn declared_of_pilot(planned: &Planned, order: &super::trial::Work) -> u64 {
    let done = u128::from(order.operations) * u128::from(order.samples);
    let whole = u128::from(planned.pass.operations.max(1));
    let written = u128::from(planned.cost.bytes_written);
    (written * done.min(whole) / whole) as u64
}

/// One operation count serves all subjects of a case: the largest that any needs.
fn settle_counts(
    running: &mut Running<'_>,
    group: &mut Group,
    found: &BTreeMap<usize, Calibration>,
) -> Result<(), Stop> {
    let mut by_case: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
    for member in &group.members {
        let Some(calibration) = found.get(&member.cell) else { continue };
        let case = running.cell(member.cell).case;
        let pass = member.planned.planned.pass;
        let operations = if pass.repeat { calibration.operations } else { pass.operations };
        let scaled = u128::from(calibration.batch_ns) * u128::from(operations)
            / u128::from(calibration.operations.max(1));
        // A small part does not tell all of a large whole, such as how a full directory slows down.
        let declared_ns =
            if pass.pilot < pass.operations { member.planned.planned.cost.ns } else { 0 };
        let length = scaled.max(u128::from(declared_ns));
        let largest = by_case.entry(case).or_insert((0, 0));
        *largest = (largest.0.max(operations), largest.1.max(length as u64));
    }
    for member in group.members.iter_mut().filter(|member| member.alive) {
        let case = running.cell(member.cell).case;
        let Some(&(operations, batch_ns)) = by_case.get(&case) else {
            if running.cell(member.cell).operations == 0 {
                member.alive = false;
                let reason = "no pilot of our own says how many operations it needs".to_owned();
                running.set_status(member.cell, Status::Failed { reason })?;
            }
            continue;
        };
        let (samples, warm_up) = batches(&member.planned.planned.pass, batch_ns);
        let calibration = found.get(&member.cell).copied();
        member.pair_ns = calibration.map_or(0, |one| one.pair_ns);
        let cell = running.cell_mut(member.cell);
        (cell.operations, cell.samples, cell.warm_up) = (operations, samples, warm_up);
        let once = member.planned.planned.pass.once;
        // By this subject's own batch: a fast one may be too short where a slow one is not.
        cell.flags.extend(calibration.iter().flat_map(|one| {
            let own_ns = u128::from(one.batch_ns) * u128::from(operations)
                / u128::from(one.operations.max(1));
            clock_flags(one, own_ns as u64, once)
        }));
        member.trial_ns += batch_ns * u64::from(samples + warm_up);
        running.keep_cell(member.cell)?;
    }
    Ok(())
}

/// Timed batches and warm-up batches of a trial, from the length of a batch.
fn batches(pass: &Pass, batch_ns: u64) -> (u32, u32) {
    if pass.once {
        return (1, 0);
    }
    let samples = (TRIAL_NS / batch_ns.max(1)).clamp(1, BATCHES);
    let warm_up =
        if batch_ns >= WARM_UP_NS { 1 } else { WARM_UP_NS.div_ceil(batch_ns.max(1)).max(3) };
    (samples as u32, warm_up as u32)
}

/// What is suspicious about a batch of this length under this clock.
fn clock_flags(calibration: &Calibration, batch_ns: u64, once: bool) -> Vec<Flag> {
    let mut flags = Vec::new();
    if once {
        return flags;
    }
    flags.extend(flags::timer_share(calibration.pair_ns, batch_ns));
    flags.extend(flags::short_batch(calibration, batch_ns));
    flags.extend(calibration.nonlinear_ppm.and_then(flags::nonlinear));
    flags
}

/// Leaves out what does not fit the budget, worst rank first.
fn leave_out(running: &mut Running<'_>, work: &mut [Group]) -> Result<(), Stop> {
    // A case enters on all its subjects or on none: alone it could not be compared.
    let mut cases: BTreeMap<(usize, u32), Vec<usize>> = BTreeMap::new();
    for (index, group) in work.iter().enumerate() {
        for (place, member) in group.members.iter().enumerate().filter(|(_, one)| one.alive) {
            cases.entry((index, running.cell(member.cell).case)).or_default().push(place);
        }
    }
    let claims: Vec<Claim> =
        cases.iter().map(|((group, _), places)| claim(running, &work[*group], places)).collect();
    // Estimates are wrong by some: a tenth is kept for that.
    let left = Use { ns: running.left_ns() / 10 * 9, ..running.left() };
    let lacks = affordable(&claims, left);
    for (((group, _), places), lack) in cases.iter().zip(lacks) {
        for &place in places {
            let member = &mut work[*group].members[place];
            if let Some(lack) = lack.filter(|_| member.figures.is_empty()) {
                member.alive = false;
                member.left_out = true;
                let reason = running.budget_reason(member.cell, member.trial_ns, lack);
                running.set_status(member.cell, Status::Skipped { reason })?;
            }
        }
    }
    Ok(())
}

/// Lets in what was left out after its pilot and fits after all, because pilots took others to be
/// more expensive than they were. Whole groups only: who comes late could not be compared with
/// those that have begun.
pub(crate) fn admit_more(running: &mut Running<'_>, work: &mut [Group]) -> Result<(), Stop> {
    let mut cases: BTreeMap<(usize, u32), Vec<usize>> = BTreeMap::new();
    for (index, group) in work.iter().enumerate().filter(|(_, group)| group.rounds == 0) {
        for (place, member) in group.members.iter().enumerate() {
            let cell = running.cell(member.cell);
            if member.left_out && cell.operations > 0 {
                cases.entry((index, cell.case)).or_default().push(place);
            }
        }
    }
    let claims: Vec<Claim> =
        cases.iter().map(|((group, _), places)| claim(running, &work[*group], places)).collect();
    let left = Use { ns: running.left_ns() / 10 * 9, ..running.left() };
    for (((group, _), places), lack) in cases.iter().zip(affordable(&claims, left)) {
        for &place in places.iter().filter(|_| lack.is_none()) {
            let member = &mut work[*group].members[place];
            (member.alive, member.left_out) = (true, false);
            let stop = StopReason::Interrupted;
            running.set_status(member.cell, Status::Preliminary { trials: 0, stop })?;
        }
    }
    Ok(())
}

/// What a case wants, on all its subjects.
fn claim(running: &Running<'_>, group: &Group, places: &[usize]) -> Claim {
    let members = || places.iter().map(|&place| &group.members[place]);
    let planned = &group.members[places[0]].planned;
    let looks = if group.searching { LOOKS_AHEAD } else { stats::LOOKS[0] as u64 };
    let shared_bytes = planned.planned.cost.shared_bytes;
    let on: BTreeSet<usize> = members().map(|member| member.planned.subject).collect();
    let once = Use {
        written_bytes: shared_bytes.saturating_mul(on.len() as u64),
        kept_bytes: shared_bytes,
        ..Use::default()
    };
    Claim {
        suite: running.definition(group.definition).id.suite().to_owned(),
        rank: planned.planned.rank,
        named: group.named,
        trials: writes::of_round(members()).times(looks),
        shared: (shared_bytes > 0).then_some(((planned.chosen, shared_bytes), once)),
    }
}

/// Says in advance how much will be written, and where.
fn announce_writes(running: &mut Running<'_>, work: &[Group]) {
    const WORTH_SAYING: u64 = 1 << 20;
    let rounds = |group: &Group| group.owed(&running.record, false).written_bytes;
    let least: u64 = work.iter().map(rounds).fold(0, u64::saturating_add);
    if least < WORTH_SAYING {
        return;
    }
    let places: BTreeSet<&str> = work
        .iter()
        .flat_map(Group::alive)
        .filter(|member| member.planned.planned.cost.bytes_written > 0)
        .filter_map(|member| running.record.subjects[member.planned.subject].place.as_deref())
        .collect();
    let places: Vec<&str> = places.into_iter().collect();
    running.watch.note(&format!(
        "{} MiB will be written to {}, and at most {} MiB if more rounds are wanted",
        least.div_ceil(1 << 20),
        places.join(", "),
        running.writes.limit_bytes() >> 20
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trials_are_short_and_have_batches_enough() {
        assert_eq!(batches(&Pass::calibrated(), 1_000_000), (10, 50));
        assert_eq!(batches(&Pass::fixed(100), 7_000_000), (10, 8));
        assert_eq!(batches(&Pass::fixed(100), 60_000_000), (3, 1));
        assert_eq!(batches(&Pass::fixed(100), 3_000_000_000), (1, 1));
        assert_eq!(batches(&Pass::once(65_534, 512), 1), (1, 0));
    }
}
