//! One trial through an agent: ordered, let go, timed from here, checked.

use std::collections::BTreeMap;

use model::{Definition, Failure, Measured, Outcome, Shape, Span, Stage, Trial, Uses, Values};
use sys::clock::now_ns;

use super::crew::Crew;
use super::session::Running;
use super::{Stop, flags, roles};
use crate::plan::PlannedCell;
use crate::protocol::{Mode, Report, TrialOrder};
use crate::target::LinkError;

/// A trial may take so much longer than expected before it is killed.
const PATIENCE: u64 = 20;
/// No trial is killed before this.
const SHORTEST_LIMIT_NS: u64 = 10_000_000_000;

/// How much a trial is to do, and what for.
#[derive(Clone, Copy)]
pub(crate) struct Work {
    pub(crate) operations: u64,
    pub(crate) samples: u32,
    pub(crate) warm_up: u32,
    pub(crate) mode: Mode,
    /// How long it is expected to take, all told, as far as is known.
    pub(crate) expected_ns: u64,
}

/// What came of trying.
pub(crate) enum Attempt {
    /// The agent's report, the time from `go` to `done` by our clock, and what all of it cost.
    Report(Box<Report>, Span, u64),
    /// The agent was lost on the way; another is in its place, or none.
    Lost(String),
}

impl Running<'_> {
    /// Has a trial done: by the agent of its subject, and by those of its partners.
    pub(crate) fn attempt(
        &mut self,
        crew: &mut Crew,
        planned: &PlannedCell,
        work: Work,
        seed: u64,
    ) -> Result<Attempt, Stop> {
        let mut parts = self.parts(planned, work, seed, crew.partner());
        let begun_ns = now_ns();
        match self.exchange(crew, &mut parts) {
            Ok((reports, span)) => {
                let report = Box::new(roles::together(reports));
                Ok(Attempt::Report(report, span, now_ns() - begun_ns))
            }
            Err((_, LinkError::Interrupted)) => Err(Stop::Interrupted),
            Err((target, error)) => {
                let replaced = crew.replace(target);
                let next = if replaced { "another was started" } else { "its target is given up" };
                self.watch.note(&format!("{error}; {next}"));
                Ok(Attempt::Lost(error.to_string()))
            }
        }
    }

    /// What each role of a trial is to do, and the target that it runs on.
    fn parts(
        &self,
        planned: &PlannedCell,
        work: Work,
        seed: u64,
        partner: Option<usize>,
    ) -> Vec<(usize, TrialOrder)> {
        let subject = &self.subjects[planned.subject];
        let definition = self.definition(planned.chosen);
        let case = &planned.planned.case;
        let expected_ns = planned.planned.cost.ns.max(work.expected_ns);
        let order = |(index, role): (usize, &String)| {
            // The first role is measured: a directory and a foreign program are for it.
            let program = subject.program.clone().filter(|_| index == 0);
            let place = subject.place.filter(|_| index == 0 && definition.uses == Uses::Directory);
            let order = TrialOrder {
                role: role.clone(),
                benchmark: case.benchmark.0.clone(),
                values: case.values.clone(),
                place,
                operations: work.operations,
                samples: work.samples,
                warm_up: work.warm_up,
                seed,
                // A foreign program knows nothing of pilots: it measures.
                mode: if program.is_some() { Mode::Measure } else { work.mode },
                limit_ns: SHORTEST_LIMIT_NS.max(expected_ns.saturating_mul(PATIENCE)),
                program,
                peers: BTreeMap::new(),
                // Two targets meet in the network that both are in.
                own_network: definition.uses == Uses::Network && partner.is_none(),
                listen: self.request.server_address,
            };
            (partner.filter(|_| index > 0).unwrap_or(subject.target), order)
        };
        definition.roles.iter().enumerate().map(order).collect()
    }

    /// Prepares every role in turn, lets them go, waits for the last one, stops the others. The
    /// error names the target whose agent is lost.
    fn exchange(
        &mut self,
        crew: &mut Crew,
        parts: &mut [(usize, TrialOrder)],
    ) -> Result<(Vec<Report>, Span), (usize, LinkError)> {
        let mut talk = roles::Talk::new(crew, parts, (self.interrupt, self.asked));
        if !talk.prepare()? {
            return Ok((talk.reports()?, Span::default()));
        }
        let start = now_ns() - self.started_ns;
        talk.go()?;
        let done = talk.until_last_is_done()?;
        let end = if done { now_ns() - self.started_ns } else { 0 };
        if done {
            talk.stop_services()?;
        }
        Ok((talk.reports()?, Span { start, end }))
    }

    /// The trial that a report tells of, checked: a wrong tally is a failure, never a number.
    pub(crate) fn judge(
        &self,
        planned: &PlannedCell,
        cell: usize,
        report: Report,
        host_ns: Span,
        seed: u64,
    ) -> Trial {
        let definition = self.definition(planned.chosen);
        let known = self.cell(cell);
        let mut found = Vec::new();
        if host_ns.end > 0 {
            let processors = self.processors;
            found.extend(flags::machine(&report.state, host_ns.length(), processors));
            found.extend(
                report.own_span_ns.and_then(|own| flags::clock_disagrees(own, host_ns.length())),
            );
        }
        found.extend(report.unsettled.map(|what| model::Flag::Unsettled { what }));
        let role = &definition.roles[0];
        let broken = |reason: String| {
            Outcome::Failed(Failure { role: role.clone(), stage: Stage::Check, reason })
        };
        let batches = u64::from(known.samples + known.warm_up);
        let outcome = match (report.unsupported, report.outcome) {
            (Some(reason), _) => broken(format!("unsupported: {reason}")),
            (None, None) => broken("it said nothing".to_owned()),
            (None, Some(Err(failure))) => Outcome::Failed(failure),
            (None, Some(Ok(measured))) => {
                let ordered = Ordered {
                    roles: &definition.roles,
                    operations: known.operations * batches,
                    samples: known.samples,
                    definition,
                };
                match what_is_wrong(&measured, &ordered) {
                    None => Outcome::Measured(measured),
                    Some(reason) => broken(reason),
                }
            }
        };
        Trial {
            cell: cell as u32,
            round: 0,
            position: 0,
            seed,
            host_ns,
            conditions: report.conditions,
            state: report.state,
            flags: found,
            outcome,
        }
    }
}

/// What a trial was to do.
struct Ordered<'a> {
    roles: &'a [String],
    /// Warm-up and timed together; not looked at where the work is a window of time.
    operations: u64,
    samples: u32,
    definition: &'a Definition,
}

/// What a trial's figures cannot be, compared with what was ordered.
fn what_is_wrong(measured: &Measured, ordered: &Ordered<'_>) -> Option<String> {
    let Ordered { roles, operations, samples, definition } = *ordered;
    if let Some(wrong) = wrong_tally(measured, roles, definition.shape, operations) {
        return Some(wrong);
    }
    if measured.observations.iter().all(|one| one.metric != 0) {
        return Some("it gave no figure for the headline".to_owned());
    }
    for observation in &measured.observations {
        if usize::from(observation.metric) >= definition.metrics.len() {
            return Some(format!("it tells of a metric {} that there is not", observation.metric));
        }
        if let Values::Batches { elapsed_ns, .. } = &observation.values {
            if elapsed_ns.contains(&0) {
                return Some("a batch took no time at all: the clock is too coarse".to_owned());
            }
            if definition.shape == Shape::Batches && elapsed_ns.len() != samples as usize {
                return Some(format!("{} samples came, {samples} were ordered", elapsed_ns.len()));
            }
        }
        if let Err(what) = observation.values.check() {
            return Some(what.to_owned());
        }
    }
    None
}

/// What the tallies of a trial's roles cannot be. In a window of time nobody knows in advance how
/// much is done: there the first role, which works for the last, must have done at least as much
/// as the last one has had.
fn wrong_tally(
    measured: &Measured,
    roles: &[String],
    shape: Shape,
    operations: u64,
) -> Option<String> {
    let mut done = Vec::new();
    for role in roles {
        let Some(tally) = measured.tallies.get(role) else {
            return Some(format!("{role} gave no tally"));
        };
        if tally.checksum != 0 {
            return Some(format!("wrong tally: the checksum is {}, not 0", tally.checksum));
        }
        done.push(tally.operations);
    }
    match (shape, done.first(), done.last()) {
        (Shape::Window, Some(&first), Some(&last)) if last == 0 || first < last => {
            Some(format!("wrong tally: {first} operations were done, {last} of them were had"))
        }
        (Shape::Window, ..) => None,
        _ => done.iter().find(|&&done| done != operations).map(|done| {
            format!("wrong tally: {done} operations were done, {operations} were ordered")
        }),
    }
}

#[cfg(test)]
mod tests {
    use model::{Observation, Tally};

    use super::*;

    fn measured(operations: u64, elapsed_ns: Vec<u64>) -> Measured {
        Measured {
            observations: vec![Observation {
                metric: 0,
                values: Values::Batches {
                    start_ns: vec![0; elapsed_ns.len()],
                    elapsed_ns,
                    operations: 10,
                    warm_up: 1,
                },
                invalid: None,
            }],
            tallies: [("worker".to_owned(), Tally { operations, checksum: 0 })]
                .into_iter()
                .collect(),
        }
    }

    #[test]
    fn only_what_was_ordered_is_a_figure() {
        let definition = benchmarks::find("syscall.null").unwrap().1;
        let (worker, server) = (["worker".to_owned()], ["server".to_owned()]);
        let ordered =
            |roles| Ordered { roles, operations: 30, samples: 2, definition: &definition };
        let wrong = |measured: &Measured| what_is_wrong(measured, &ordered(&worker));
        assert_eq!(wrong(&measured(30, vec![5, 6])), None);
        assert!(wrong(&measured(29, vec![5, 6])).unwrap().contains("29 operations were done"));
        assert!(wrong(&measured(30, vec![5])).unwrap().contains("1 samples came"));
        assert!(wrong(&measured(30, vec![5, 0])).unwrap().contains("no time at all"));
        assert!(what_is_wrong(&measured(30, vec![5, 6]), &ordered(&server)).is_some());
        assert!(wrong(&Measured::default()).is_some());
        let mut summed = measured(30, vec![5, 6]);
        summed.tallies.insert("worker", Tally { operations: 30, checksum: 7 });
        assert!(wrong(&summed).unwrap().contains("checksum"));
        let mut other = measured(30, vec![5, 6]);
        other.observations.push(Observation { metric: 9, ..other.observations[0].clone() });
        assert!(wrong(&other).unwrap().contains("metric 9"));
        let mut odd = measured(30, vec![5, 6]);
        odd.observations[0].values = Values::Single { amount: 1, per: 0 };
        assert!(wrong(&odd).is_some());
    }

    #[test]
    fn a_server_has_answered_at_least_what_its_load_has_had() {
        let roles = ["server".to_owned(), "load".to_owned()];
        let tallies = |server: u64, load: u64| Measured {
            observations: Vec::new(),
            tallies: roles
                .iter()
                .cloned()
                .zip([server, load].map(|operations| Tally { operations, checksum: 0 }))
                .collect(),
        };
        let wrong = |server, load| wrong_tally(&tallies(server, load), &roles, Shape::Window, 9);
        assert_eq!(wrong(110, 100), None);
        assert!(wrong(99, 100).is_some(), "answers from nowhere");
        assert!(wrong(5, 0).is_some(), "nothing was had");
    }
}
