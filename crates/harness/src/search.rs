//! Wide grids of methods are searched: which of them are hopeless, and which finer values are
//! worth a try. A pure decision from what was found.
//!
//! A coarse ladder of methods runs a first look. Then a method goes when its whole interval lies
//! beyond the tolerance from the interval of the best, on every subject, and the values held back
//! enter that lie on the ladder beside a method which stays. This repeats until nobody enters.
//! What chose the methods may not speak for them: whenever somebody went or came, figures count
//! from there on anew, so that what is finally said rests on rounds made after the search.

use std::collections::BTreeMap;

use benchmarks::Entry;
use model::Value;
use stats::{Interval, median_interval};

/// A group of fewer methods is measured whole.
pub(crate) const FEWEST_METHODS: usize = 7;

/// A method of a group: a case, on all subjects.
#[derive(Clone, Debug)]
pub(crate) struct Method<'a> {
    /// Which case.
    pub(crate) case: u32,
    pub(crate) values: &'a BTreeMap<String, Value>,
    pub(crate) entry: Entry,
    pub(crate) standing: Standing,
}

/// How far a method has come.
#[derive(Clone, Debug)]
pub(crate) enum Standing {
    /// It is held back.
    Waiting,
    /// It is measured: what was found on each subject where it still is.
    Running(Vec<Runner>),
    /// It was dropped; it still is a rung of its ladder.
    Dropped,
    /// It cannot be measured here and is no rung.
    Gone,
}

/// A method on a subject.
#[derive(Clone, Debug)]
pub(crate) struct Runner {
    /// What it may be compared with: its subject, and the conditions that its trials found.
    pub(crate) peers: (usize, String),
    /// The headline figures as costs: less is better.
    pub(crate) costs: Vec<f64>,
}

/// What follows from a look: cases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Decision {
    pub(crate) drop: Vec<u32>,
    pub(crate) enter: Vec<u32>,
}

/// Who goes and who enters.
pub(crate) fn decide(methods: &[Method<'_>], tolerance: f64) -> Decision {
    let drop = hopeless(methods, tolerance);
    let enter = methods
        .iter()
        .filter(|method| matches!(method.standing, Standing::Waiting))
        .filter(|method| {
            neighbors(method, methods).into_iter().flatten().any(|neighbor| {
                matches!(neighbor.standing, Standing::Running(_)) && !drop.contains(&neighbor.case)
            })
        })
        .map(|method| method.case)
        .collect();
    Decision { drop, enter }
}

/// The methods that are beyond the tolerance from the best on every subject.
fn hopeless(methods: &[Method<'_>], tolerance: f64) -> Vec<u32> {
    let runners = |method: &Method<'_>| match &method.standing {
        Standing::Running(runners) => runners.clone(),
        _ => Vec::new(),
    };
    let mut best: BTreeMap<(usize, String), (f64, Interval)> = BTreeMap::new();
    for runner in methods.iter().flat_map(runners) {
        let found = stats::median(&runner.costs).zip(median_interval(&runner.costs, 0.95));
        let Some((median, interval)) = found else { continue };
        let known = best.entry(runner.peers).or_insert((median, interval));
        if median < known.0 {
            *known = (median, interval);
        }
    }
    let beyond = |runner: &Runner| {
        let own = median_interval(&runner.costs, 0.95);
        own.zip(best.get(&runner.peers))
            .is_some_and(|(own, (_, best))| own.low > best.high * (1.0 + tolerance))
    };
    methods
        .iter()
        .filter(|method| match &method.standing {
            Standing::Running(runners) => !runners.is_empty() && runners.iter().all(beyond),
            _ => false,
        })
        .map(|method| method.case)
        .collect()
}

/// The rungs below and above a method on the ladder that it waits on.
fn neighbors<'a, 'b>(
    method: &Method<'_>,
    methods: &'b [Method<'a>],
) -> [Option<&'b Method<'a>>; 2] {
    let Entry::Refines { parameter } = method.entry else { return [None, None] };
    let rung = |values: &BTreeMap<String, Value>| match values.get(parameter) {
        Some(Value::Integer(number)) => Some(*number),
        _ => None,
    };
    let alike = |other: &&Method<'_>| {
        !matches!(other.standing, Standing::Gone)
            && other
                .values
                .iter()
                .all(|(name, value)| name == parameter || method.values.get(name) == Some(value))
    };
    let own = rung(method.values);
    let ladder = || {
        let rungs = methods.iter().filter(alike);
        rungs.filter_map(|other| Some((rung(other.values)?, other)))
    };
    let below = ladder().filter(|(value, _)| Some(*value) < own).max_by_key(|(value, _)| *value);
    let above = ladder().filter(|(value, _)| Some(*value) > own).min_by_key(|(value, _)| *value);
    [below.map(|(_, other)| other), above.map(|(_, other)| other)]
}

#[cfg(test)]
mod tests;
