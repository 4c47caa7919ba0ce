//! Searching the methods of a group between its looks.

use std::collections::BTreeMap;

use benchmarks::Entry;
use model::{Better, Status};

use super::crew::Crew;
use super::group::{Group, Member};
use super::session::Running;
use super::{Stop, pilot, writes};
use crate::search::{Decision, Method, Runner, Standing, decide};

/// Rounds that a member which enters now is certain to need: a look of the search, and the first
/// one after it.
pub(crate) const LOOKS_AHEAD: u64 = 2 * stats::LOOKS[0] as u64;

/// Takes the next step of every search whose look is complete: methods go, others enter.
pub(crate) fn step(
    running: &mut Running<'_>,
    crew: &mut Crew,
    work: &mut [Group],
) -> Result<(), Stop> {
    for index in 0..work.len() {
        let view = work[index].view(&running.record);
        if !work[index].searching || (view.alive && view.rounds < stats::LOOKS[0]) {
            continue;
        }
        let decision = decision(running, &work[index]);
        carry_out(running, crew, work, index, &decision)?;
    }
    Ok(())
}

fn decision(running: &Running<'_>, group: &Group) -> Decision {
    let metric = running.definition(group.definition).headline();
    let cost = |figure: &f64| if metric.better == Better::More { 1.0 / figure } else { *figure };
    let mut cases: BTreeMap<u32, Vec<&Member>> = BTreeMap::new();
    for member in &group.members {
        cases.entry(running.cell(member.cell).case).or_default().push(member);
    }
    let methods: Vec<Method<'_>> = cases
        .into_iter()
        .map(|(case, members)| {
            let runners: Vec<Runner> = members
                .iter()
                .filter(|member| member.alive)
                .map(|member| Runner {
                    peers: (member.planned.subject, member.conditions()),
                    costs: member.figures.iter().map(cost).collect(),
                })
                .collect();
            let is_dropped = |member: &&Member| {
                matches!(running.cell(member.cell).status, Status::Dropped { .. })
            };
            let standing = if members.iter().any(|member| member.waiting) {
                Standing::Waiting
            } else if !runners.is_empty() {
                Standing::Running(runners)
            } else if members.iter().any(is_dropped) {
                Standing::Dropped
            } else {
                Standing::Gone
            };
            let planned = &members[0].planned.planned;
            Method { case, values: &planned.case.values, entry: planned.entry, standing }
        })
        .collect();
    decide(&methods, metric.class.default_threshold())
}

/// Whoever stays begins anew where anybody went or came; where nobody enters, the search is over.
fn carry_out(
    running: &mut Running<'_>,
    crew: &mut Crew,
    work: &mut [Group],
    index: usize,
    decision: &Decision,
) -> Result<(), Stop> {
    for place in 0..work[index].members.len() {
        let member = &mut work[index].members[place];
        if member.alive && decision.drop.contains(&running.cell(member.cell).case) {
            member.alive = false;
            let cell = running.cell_mut(member.cell);
            // Its figures are those of the search: there will be no others.
            cell.search_rounds = 0;
            let look = member.trials;
            running.set_status(member.cell, Status::Dropped { look })?;
        }
    }
    let entered = enter(running, crew, work, index, &decision.enter)?;
    let group = &mut work[index];
    if entered || !decision.drop.is_empty() {
        let rounds = group.rounds as u32;
        for member in group.members.iter_mut().filter(|member| member.alive) {
            member.figures.clear();
            running.cell_mut(member.cell).search_rounds = rounds;
            running.keep_cell(member.cell)?;
        }
    }
    if !entered {
        end(running, group, &decision.enter)?;
    }
    Ok(())
}

/// Lets those enter for whom there is time, after what all others are still to get; says whether
/// anybody has.
fn enter(
    running: &mut Running<'_>,
    crew: &mut Crew,
    work: &mut [Group],
    index: usize,
    cases: &[u32],
) -> Result<bool, Stop> {
    let mut left = running.left();
    for (other, group) in work.iter().enumerate() {
        left = left.less(group.owed(&running.record, other == index));
    }
    let mut places = Vec::new();
    for &case in cases {
        let of_case: Vec<usize> = (0..work[index].members.len())
            .filter(|&place| work[index].members[place].waiting)
            .filter(|&place| running.cell(work[index].members[place].cell).case == case)
            .collect();
        let round = writes::of_round(of_case.iter().map(|&at| &work[index].members[at]));
        let cost = round.times(LOOKS_AHEAD);
        if cost.exceeds(left).is_none() {
            left = left.less(cost);
            places.extend(of_case);
        }
    }
    for &place in &places {
        let member = &mut work[index].members[place];
        (member.waiting, member.alive) = (false, true);
    }
    if !places.is_empty() {
        pilot::of_group(running, crew, &mut work[index])?;
        running.done = running.session().trials.len();
    }
    Ok(places.iter().any(|&place| work[index].members[place].alive))
}

/// Ends a search: what still waits is not measured, and says why. `denied` could have entered if
/// there had been time.
pub(crate) fn end(
    running: &mut Running<'_>,
    group: &mut Group,
    denied: &[u32],
) -> Result<(), Stop> {
    group.searching = false;
    for member in group.members.iter_mut().filter(|member| member.waiting) {
        member.waiting = false;
        let why = if denied.contains(&running.cell(member.cell).case) {
            "search: neither time nor writes were left for it"
        } else {
            "search: the values beside it on its ladder are not among the best"
        };
        let planned = &member.planned.planned;
        let Entry::Refines { parameter } = planned.entry else { continue };
        let definition = running.definition(member.planned.chosen);
        let scale = definition.parameter(parameter).map(|known| &known.scale);
        let value = planned.case.values.get(parameter).zip(scale);
        let value = value.map_or_else(String::new, |(value, scale)| value.display(scale));
        let id = &planned.case.benchmark;
        let way = format!("run it with `whichos run {id} --param '{parameter}={value}'`");
        running.set_status(member.cell, Status::Skipped { reason: format!("{why}; {way}") })?;
    }
    Ok(())
}
