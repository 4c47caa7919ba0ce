//! A record as rows: one for each case, subject and metric, over all sessions.

use std::collections::BTreeMap;

use model::{Better, Definition, Metric, Origin, Outcome, RunRecord, Status};

use crate::cells::{self, CaseCells};
use crate::estimate::{Estimate, Observed, by_session, estimate};
use crate::flags::{self, RowFlag};
use crate::groups::{Group, groups};
use crate::predecessors::{self, View};
use crate::status::{Bar, first_failure, not_measured, over_sessions};
use crate::{Conditions, FEWEST_TRIALS, conditions};

/// A record as rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// All groups, in the order of definitions; their members name their rows.
    pub groups: Vec<Group>,
    /// All rows, in the order of groups, members and metrics.
    pub rows: Vec<Row>,
}

/// One metric of one case on one subject, over all sessions.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Index into the summary's groups.
    pub group: usize,
    /// Index into the record's cases.
    pub case: usize,
    /// Index into the record's subjects.
    pub subject: usize,
    /// Index into the definition's metrics; 0 is the headline.
    pub metric: usize,
    /// What became of it, over all sessions: a failure first, else the best that one reached.
    pub status: Status,
    /// The figures, where there are any.
    pub estimate: Option<Estimate>,
    /// What keeps the row from a verdict; the first reason that applies.
    pub bar: Option<Bar>,
    /// What is suspicious about it.
    pub flags: Vec<RowFlag>,
    /// Operations in each timed batch; the most of any session.
    pub operations: u64,
    /// What was found out and not chosen.
    pub conditions: Conditions,
    /// What is known beside the figures, such as the child program that was launched.
    pub notes: BTreeMap<String, String>,
}

impl Summary {
    /// Suites in the order of definitions, each with its groups.
    pub fn suites(&self) -> Vec<(&str, Vec<&Group>)> {
        let mut suites: Vec<(&str, Vec<&Group>)> = Vec::new();
        for group in &self.groups {
            let suite = group.benchmark.suite();
            match suites.iter_mut().find(|(name, _)| *name == suite) {
                Some((_, groups)) => groups.push(group),
                None => suites.push((suite, vec![group])),
            }
        }
        suites
    }

    /// The headline row of every member of a group, in its order.
    pub fn headlines<'a>(&'a self, group: &'a Group) -> impl Iterator<Item = &'a Row> {
        group.members.iter().filter_map(|member| self.rows.get(member.rows.start))
    }
}

impl Row {
    /// The row's metric.
    ///
    /// # Panics
    /// Where `record` is not the one that was summarised.
    pub fn metric<'a>(&self, record: &'a RunRecord) -> &'a Metric {
        &self.definition(record).metrics[self.metric]
    }

    /// The row's benchmark.
    ///
    /// # Panics
    /// Where `record` is not the one that was summarised.
    pub fn definition<'a>(&self, record: &'a RunRecord) -> &'a Definition {
        record.definition(&record.cases[self.case]).expect("a case's definition was checked")
    }
}

/// Summarises a record that was read and checked.
pub fn summarize(record: &RunRecord) -> Summary {
    let cells = cells::by_case(record);
    let context = Context {
        record,
        predecessors: predecessors::views(record),
        changed: flags::changed_facts(record),
    };
    let mut groups = groups(record);
    let mut rows = Vec::new();
    for (index, group) in groups.iter_mut().enumerate() {
        let definition = &record.definitions[group.definition];
        for member in &mut group.members {
            let start = rows.len();
            let place = Place { group: index, case: member.case, subject: member.subject };
            if let Some(cells) = cells.get(&(member.case, member.subject)) {
                context.add_rows(definition, place, cells, &mut rows);
            }
            member.rows = start..rows.len();
        }
    }
    Summary { groups, rows }
}

/// What all rows of a record share.
struct Context<'a> {
    record: &'a RunRecord,
    predecessors: Vec<View>,
    changed: Vec<Vec<model::Flag>>,
}

#[derive(Clone, Copy)]
struct Place {
    group: usize,
    case: usize,
    subject: usize,
}

impl Context<'_> {
    /// Adds a row for the headline and for every other metric that a trial observed.
    fn add_rows(
        &self,
        definition: &Definition,
        place: Place,
        cells: &CaseCells<'_>,
        rows: &mut Vec<Row>,
    ) {
        let Some(status) = over_sessions(cells) else { return };
        let recorded = flags::recorded(cells);
        let conditions = conditions::of(&cells.trials);
        let notes: BTreeMap<String, String> =
            cells.cells.iter().flat_map(|(_, cell)| cell.notes.clone()).collect();
        let operations = cells.cells.iter().map(|(_, cell)| cell.operations).max().unwrap_or(0);
        for (index, metric) in definition.metrics.iter().enumerate() {
            let found = observe(cells, index);
            if index > 0 && found.observed.is_empty() && found.invalid.is_none() {
                continue;
            }
            let mut flags = recorded.clone();
            let figures = self.figures(metric, &found, &mut flags);
            flags.extend(
                self.changed
                    .get(place.subject)
                    .into_iter()
                    .flatten()
                    .map(|flag| RowFlag { flag: flag.clone(), trials: 0 }),
            );
            let bar = self.bar(&status, cells, metric, &found, figures.as_ref(), &flags);
            rows.push(Row {
                group: place.group,
                case: place.case,
                subject: place.subject,
                metric: index,
                status: status.clone(),
                estimate: figures,
                bar,
                flags,
                operations,
                conditions: conditions.clone(),
                notes: notes.clone(),
            });
        }
    }

    fn figures(
        &self,
        metric: &Metric,
        found: &Found<'_>,
        flags: &mut Vec<RowFlag>,
    ) -> Option<Estimate> {
        let (cut, warm_up) = flags::warm_up(metric, &found.observed);
        let figures = estimate(metric, &found.observed, cut)?;
        let whole_row = |flag| RowFlag { flag, trials: 0 };
        flags.extend(warm_up.map(whole_row));
        flags.extend(flags::computed(metric, &figures));
        flags.extend(flags::carry_over(metric, &figures, &self.predecessors).map(whole_row));
        debug_assert!(self.record.sessions.len() >= figures.sessions);
        Some(figures)
    }
}

/// What the trials hold for one metric.
struct Found<'a> {
    /// Index into the definition's metrics.
    metric: usize,
    observed: Vec<Observed<'a>>,
    invalid: Option<String>,
}

fn observe<'a>(cells: &CaseCells<'a>, metric: usize) -> Found<'a> {
    let mut found = Found { metric, observed: Vec::new(), invalid: None };
    for &placed in &cells.trials {
        let Outcome::Measured(measured) = &placed.trial.outcome else { continue };
        for observation in &measured.observations {
            if usize::from(observation.metric) != metric {
                continue;
            }
            if found.invalid.is_none() {
                found.invalid.clone_from(&observation.invalid);
            }
            found.observed.push(Observed { placed, values: &observation.values });
        }
    }
    found
}

impl Context<'_> {
    /// The first reason for which the row can have no verdict.
    fn bar(
        &self,
        status: &Status,
        cells: &CaseCells<'_>,
        metric: &Metric,
        found: &Found<'_>,
        figures: Option<&Estimate>,
        flags: &[RowFlag],
    ) -> Option<Bar> {
        let Some(figures) = figures else {
            return Some(not_measured(status).unwrap_or_else(|| Bar::NotMeasured {
                status: "failed",
                reason: first_failure(cells).unwrap_or_else(|| "no trial has a figure".to_owned()),
            }));
        };
        if let Status::Dropped { look } = *status {
            return Some(Bar::Dropped { look });
        }
        if let Some(reason) = first_failure(cells) {
            return Some(Bar::FailedTrial { reason });
        }
        if let Some(reason) = &found.invalid {
            return Some(Bar::Invalid { reason: reason.clone() });
        }
        if let Some(flag) = flags::forbidding(flags, found.metric == 0) {
            return Some(Bar::Flagged(flag));
        }
        if metric.better != Better::Diagnostic && figures.points.iter().any(|one| one.value <= 0.0)
        {
            return Some(Bar::Zero);
        }
        let trials = by_session(&figures.points).map(<[_]>::len).max().unwrap_or(0);
        (trials < FEWEST_TRIALS).then(|| match (&self.record.origin, status) {
            (Origin::Foreign(_), _) => Bar::Foreign { known: self.told_by_foreign(cells, metric) },
            (_, Status::Skipped { reason }) => Bar::LeftOut { trials, reason: reason.clone() },
            _ => Bar::Preliminary { trials },
        })
    }

    /// What another program tells of a case of which it does not give enough trials.
    fn told_by_foreign(&self, cells: &CaseCells<'_>, metric: &Metric) -> &'static str {
        if cells.trials.len() > 1 {
            return "too few trials";
        }
        let spread = format!("{}_sd", metric.name);
        let observed = cells.trials.iter().filter_map(|placed| placed.trial.outcome.measured());
        let mut observed = observed.flat_map(|measured| &measured.observations);
        let definition = cells
            .cells
            .first()
            .and_then(|(_, cell)| self.record.definition(&self.record.cases[cell.case as usize]));
        let is_spread = |metric: u16| {
            definition
                .and_then(|known| known.metrics.get(usize::from(metric)))
                .is_some_and(|known| known.name == spread)
        };
        if observed.any(|one| is_spread(one.metric)) { "mean and sd only" } else { "mean only" }
    }
}
