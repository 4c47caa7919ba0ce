//! A group under way: its members, their figures so far, what they cost.

use std::collections::BTreeSet;

use model::{Definition, Measured, RunRecord, Trial, Values};

use super::writes;
use crate::budget::Use;
use crate::decide::{GroupView, is_precise};
use crate::plan::PlannedCell;
use crate::schedule::Order;

/// All subjects and methods of one benchmark at one workload.
pub(crate) struct Group {
    /// Index into the record's definitions.
    pub(crate) definition: usize,
    /// The best rank of its members.
    pub(crate) rank: u16,
    pub(crate) named: bool,
    pub(crate) members: Vec<Member>,
    pub(crate) order: Order,
    /// Rounds begun.
    pub(crate) rounds: usize,
    /// Whether its methods are still being searched.
    pub(crate) searching: bool,
}

/// A cell under way.
pub(crate) struct Member {
    /// Index into the session's cells.
    pub(crate) cell: usize,
    pub(crate) planned: PlannedCell,
    /// Whether it is still measured.
    pub(crate) alive: bool,
    /// Whether it was left out because it did not fit.
    pub(crate) left_out: bool,
    /// Whether a search holds it back; then it is not alive yet.
    pub(crate) waiting: bool,
    /// What a trial costs, all told.
    pub(crate) trial_ns: u64,
    /// The headline figure of each trial, since the last decision of a search if there was one.
    pub(crate) figures: Vec<f64>,
    /// Trials with a figure, all told.
    pub(crate) trials: u32,
    /// The conditions that its trials have found.
    pub(crate) found: BTreeSet<String>,
    /// What a pair of clock readings costs it, as its pilot found; 0 where unknown.
    pub(crate) pair_ns: u64,
    /// Trials that were lost together with their agent.
    pub(crate) lost: u32,
}

impl Group {
    pub(crate) fn alive(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().filter(|member| member.alive)
    }

    pub(crate) fn round(&self) -> Use {
        writes::of_round(self.alive())
    }

    /// What its members are certain to get still: the first look, and before it, where a search
    /// decides anew, one of the search.
    pub(crate) fn owed(&self, record: &RunRecord, decides: bool) -> Use {
        let first = stats::LOOKS[0];
        let rounds = self.view(record).rounds;
        let more = if decides {
            2 * first
        } else if self.searching {
            2 * first - rounds.min(first)
        } else {
            first.saturating_sub(rounds)
        };
        self.round().times(more as u64)
    }

    /// What the decision about the next stage knows of it.
    pub(crate) fn view(&self, record: &RunRecord) -> GroupView {
        let threshold = record.definitions[self.definition].headline().class.default_threshold();
        GroupView {
            rank: self.rank,
            rounds: self.alive().map(|member| member.figures.len()).min().unwrap_or(0),
            precise: self.alive().all(|member| is_precise(&member.figures, threshold)),
            round: self.round(),
            alive: self.alive().next().is_some(),
        }
    }
}

impl Member {
    /// All conditions under which it ran.
    pub(crate) fn conditions(&self) -> String {
        self.found.iter().map(String::as_str).collect::<Vec<_>>().join(" or ")
    }

    /// Takes a finished trial into account.
    pub(crate) fn add(&mut self, trial: &Trial, definition: &Definition, cost_ns: u64) {
        let figure = trial.outcome.measured().and_then(|measured| headline(measured, definition));
        self.figures.extend(figure);
        self.trials += u32::from(figure.is_some());
        self.found.insert(conditions(trial));
        // A moving average: later trials tell better what the next one costs.
        self.trial_ns = (self.trial_ns * 2 + cost_ns) / 3;
    }
}

/// The conditions of a trial as one word: only equal ones are compared.
pub(crate) fn conditions(trial: &Trial) -> String {
    let each = trial.conditions.iter().map(|(name, value)| format!("{name}={value:?}"));
    each.collect::<Vec<_>>().join(" ")
}

/// The headline figure of a trial, in the metric's unit per one.
pub(crate) fn headline(measured: &Measured, definition: &Definition) -> Option<f64> {
    let _ = definition.headline();
    let observation = measured.observations.iter().find(|one| one.metric == 0)?;
    match &observation.values {
        Values::Batches { elapsed_ns, operations, .. } => {
            let lengths: Vec<f64> = elapsed_ns.iter().map(|&ns| ns as f64).collect();
            Some(stats::median(&lengths)? / *operations as f64)
        }
        Values::Single { amount, per } => Some(*amount as f64 / *per as f64),
        Values::Histogram(histogram) => histogram.quantile(0.5),
    }
}
