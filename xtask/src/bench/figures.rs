//! From result files to ratios.

use std::collections::BTreeMap;

use model::{Better, Cell, RunRecord, Session, ThresholdClass, Values};
use stats::{RatioEstimate, median, paired_ratio};

use super::program::Work;

/// The figure of every trial of a cell, by its round: the median of its batches' nanoseconds of an
/// operation; what counts more as better is turned into its cost.
pub(super) type Rounds = BTreeMap<u32, f64>;

/// One case with the subjects that ran it.
pub(super) struct Compared<'a> {
    /// The benchmark with its values.
    pub(super) name: String,
    /// How large a difference matters.
    pub(super) class: ThresholdClass,
    /// By the subject's label.
    pub(super) subjects: BTreeMap<&'a str, (&'a Cell, Rounds)>,
}

/// Every case of a result, by its headline.
pub(super) fn compared(record: &RunRecord) -> Vec<Compared<'_>> {
    compared_by(record, 0)
}

/// Every case of a result, by the metric of this index.
pub(super) fn compared_by(record: &RunRecord, metric: u16) -> Vec<Compared<'_>> {
    let Some(session) = record.sessions.first() else { return Vec::new() };
    let mut cases = Vec::new();
    for (index, case) in record.cases.iter().enumerate() {
        let Some(definition) = record.definition(case) else { continue };
        let subjects = session
            .cells
            .iter()
            .zip(0..)
            .filter(|(cell, _)| cell.case as usize == index)
            .map(|(cell, place)| {
                let subject = record.subjects[cell.subject as usize].label.as_str();
                let of = definition.metrics.get(usize::from(metric));
                let is_rate = of.is_some_and(|of| of.better == Better::More);
                (subject, (cell, rounds(session, place, metric, is_rate)))
            })
            .collect();
        let name = format!("{} {}", case.benchmark, case.describe(definition));
        let class = definition.headline().class;
        cases.push(Compared { name: name.trim_end().to_owned(), class, subjects });
    }
    cases
}

fn rounds(session: &Session, cell: u32, metric: u16, is_rate: bool) -> Rounds {
    let trials = session.trials.iter().filter(|trial| trial.cell == cell);
    let cost = |figure: f64| if is_rate { 1.0 / figure } else { figure };
    trials.filter_map(|trial| Some((trial.round, cost(figure(trial, metric)?)))).collect()
}

/// A metric of one trial.
fn figure(trial: &model::Trial, metric: u16) -> Option<f64> {
    let measured = trial.outcome.measured()?;
    let found = measured.observations.iter().find(|known| known.metric == metric)?;
    match &found.values {
        Values::Batches { elapsed_ns, operations, .. } => {
            let batches: Vec<f64> =
                elapsed_ns.iter().map(|&elapsed| elapsed as f64 / *operations as f64).collect();
            median(&batches)
        }
        Values::Single { amount, per } => Some(*amount as f64 / *per as f64),
        Values::Histogram(histogram) => histogram.quantile(0.5),
    }
}

/// The median over trials.
pub(super) fn center(rounds: &Rounds) -> Option<f64> {
    median(&rounds.values().copied().collect::<Vec<_>>())
}

/// The ratio candidate/baseline over the rounds that both finished.
pub(super) fn ratio(candidate: &Rounds, baseline: &Rounds) -> Option<RatioEstimate> {
    let difference = |(round, figure): (&u32, &f64)| Some(figure.ln() - baseline.get(round)?.ln());
    paired_ratio(&candidate.iter().filter_map(difference).collect::<Vec<_>>())
}

/// What each trial of a cell did.
pub(super) fn work(cell: &Cell) -> Work {
    Work {
        operations: cell.operations,
        samples: u64::from(cell.samples),
        warm_up: u64::from(cell.warm_up),
    }
}

/// Nanoseconds in a unit that leaves one to three digits before the point.
pub(super) fn time(ns: f64) -> String {
    const STEPS: [(f64, &str); 3] = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")];
    let (size, unit) = STEPS.into_iter().find(|(size, _)| ns >= *size).unwrap_or((1.0, "ns"));
    format!("{:.3} {unit}", ns / size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_round(figure: f64) -> Rounds {
        (0..11).map(|round| (round, figure * (1.0 + f64::from(round) / 100.0))).collect()
    }

    #[test]
    fn rounds_are_paired_by_their_number() {
        let (mut ours, theirs) = (every_round(110.0), every_round(100.0));
        // A round that only one of them finished has no pair.
        ours.insert(99, 1.0);
        let estimate = ratio(&ours, &theirs).unwrap();
        assert!((estimate.ratio - 1.1).abs() < 1e-9);
        assert_eq!(estimate.replicates, (11, 11));
        assert!(ratio(&ours, &Rounds::new()).is_none());
    }

    #[test]
    fn times_are_shown_in_a_unit_that_fits() {
        for (ns, shown) in [(12.0, "12.000 ns"), (4500.0, "4.500 µs"), (2.5e9, "2.500 s")] {
            assert_eq!(time(ns), shown);
        }
    }
}
