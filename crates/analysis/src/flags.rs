//! What is suspicious about a row: the flags of its cells and trials, and those that only the
//! whole row shows.

use std::mem::discriminant;

use model::{FactValue, Facts, Flag, Metric, RunRecord, Values};

use crate::cells::CaseCells;
use crate::confounders::moves;
use crate::estimate::{Estimate, Observed, by_session, is_timed};
use crate::predecessors::View;

/// A flag of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowFlag {
    /// The flag; where several trials carry it, the worst of them.
    pub flag: Flag,
    /// How many trials carry it; 0: it is of the whole row.
    pub trials: usize,
}

impl RowFlag {
    fn of_row(flag: Flag) -> Self {
        Self { flag, trials: 0 }
    }
}

impl std::fmt::Display for RowFlag {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.trials {
            0 => write!(formatter, "{}", self.flag),
            1 => write!(formatter, "{} (1 trial)", self.flag),
            trials => write!(formatter, "{} ({trials} trials, at worst)", self.flag),
        }
    }
}

/// A test whose p lies above this says nothing worth a flag: with forty rows shown, fewer than
/// one flag in two tables is chance.
const SURE: f64 = 0.01;

/// Ties matter where the clock's step is a thousandth of a figure or more.
const COARSE_STEP: f64 = 0.001;

/// Share of equal trials from which the clock is too coarse.
const MANY_TIES: f64 = 0.2;

/// The flags that cells and trials carry, each kind once.
pub(crate) fn recorded(cells: &CaseCells<'_>) -> Vec<RowFlag> {
    let mut flags: Vec<RowFlag> = Vec::new();
    for flag in cells.cells.iter().flat_map(|(_, cell)| &cell.flags) {
        add(&mut flags, flag, 0);
    }
    for flag in cells.trials.iter().flat_map(|placed| &placed.trial.flags) {
        add(&mut flags, flag, 1);
    }
    flags
}

/// Adds a flag, keeping the worse of two of a kind. Facts that changed are kept one by one.
fn add(flags: &mut Vec<RowFlag>, flag: &Flag, trials: usize) {
    let of_kind = flags.iter_mut().find(|known| match (&known.flag, flag) {
        (Flag::StateChanged { fact: one }, Flag::StateChanged { fact: other }) => one == other,
        (known, flag) => discriminant(known) == discriminant(flag),
    });
    match of_kind {
        Some(known) => {
            known.trials += trials;
            if severity(flag) > severity(&known.flag) {
                known.flag = flag.clone();
            }
        }
        None => flags.push(RowFlag { flag: flag.clone(), trials }),
    }
}

fn severity(flag: &Flag) -> u64 {
    match flag {
        Flag::TimerShare { ppm }
        | Flag::Ties { ppm }
        | Flag::Steal { ppm }
        | Flag::Busy { ppm } => *ppm,
        Flag::Nonlinear { ppm } => ppm.abs_diff(35_000),
        Flag::BatchShort { batch_ns, .. } => u64::MAX - batch_ns,
        Flag::Drift { ppm } | Flag::CarryOver { ppm, .. } | Flag::ClockDisagrees { ppm } => {
            ppm.unsigned_abs()
        }
        Flag::Modes { distance_ppm, .. } => *distance_ppm,
        Flag::WarmUpShort { batches } => u64::from(*batches),
        _ => 0,
    }
}

/// The flags that the estimate shows.
pub(crate) fn computed(metric: &Metric, estimate: &Estimate) -> Vec<RowFlag> {
    let matters = metric.class.default_threshold() / 2.0;
    let mut flags = Vec::new();
    if is_timed(metric) && too_coarse(estimate) {
        flags.push(Flag::Ties { ppm: ppm(estimate.ties) as u64 });
    }
    if let Some(drift) = estimate.drift
        && drift.p < SURE
        && drift.change.abs() >= matters
    {
        flags.push(Flag::Drift { ppm: ppm(drift.change) });
    }
    if let Some(modes) = estimate.modes
        && modes.distance >= 2.0 * matters
    {
        flags.push(Flag::Modes {
            upper_ppm: ppm(modes.upper_share) as u64,
            distance_ppm: ppm(modes.distance) as u64,
        });
    }
    flags.into_iter().map(RowFlag::of_row).collect()
}

/// Whether many trials are equal because the clock's steps are large, and not merely because
/// there are many trials.
fn too_coarse(estimate: &Estimate) -> bool {
    let mut values: Vec<f64> = estimate.points.iter().map(|point| point.value).collect();
    values.sort_by(f64::total_cmp);
    let step =
        values.windows(2).map(|pair| pair[1] - pair[0]).filter(|step| *step > 0.0).reduce(f64::min);
    estimate.ties > MANY_TIES && step.is_none_or(|step| step >= COARSE_STEP * estimate.median.abs())
}

/// How many batches every trial must drop beyond the declared warm-up, and the flag that says so.
///
/// The curve is the median over trials at each place in the trial. A cut counts only where what
/// it drops differs from the rest by half of the metric's threshold, since on noise alone the
/// rule also finds cuts that change nothing.
pub(crate) fn warm_up(metric: &Metric, observed: &[Observed<'_>]) -> (usize, Option<Flag>) {
    let trials: Vec<&[u64]> = observed
        .iter()
        .filter_map(|one| match one.values {
            Values::Batches { elapsed_ns, .. } => Some(elapsed_ns.as_slice()),
            _ => None,
        })
        .collect();
    let length = trials.iter().map(|trial| trial.len()).min().unwrap_or(0);
    if trials.len() < 3 || length < 5 {
        return (0, None);
    }
    let curve: Vec<f64> = (0..length)
        .filter_map(|place| {
            let column: Vec<f64> = trials.iter().map(|trial| trial[place] as f64).collect();
            stats::median(&column)
        })
        .collect();
    let cut = stats::warm_up_cut(&curve);
    if cut == 0 || cut >= length {
        return (0, None);
    }
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
    let change = mean(&curve[..cut]) / mean(&curve[cut..]) - 1.0;
    if change.abs() < metric.class.default_threshold() / 2.0 {
        return (0, None);
    }
    if cut >= length / 2 {
        return (0, Some(Flag::NotStationary));
    }
    (cut, Some(Flag::WarmUpShort { batches: cut as u32 }))
}

/// Whether the row's trials depend on what ran before them, in the view where that is surest.
/// Asked of the longest session; the p of several views is multiplied by their number.
pub(crate) fn carry_over(metric: &Metric, estimate: &Estimate, views: &[View]) -> Option<Flag> {
    let session = by_session(&estimate.points).max_by_key(|points| points.len())?;
    let asked: Vec<(stats::CarryOver, &View)> = views
        .iter()
        .filter_map(|view| {
            let known = session
                .iter()
                .filter_map(|point| Some((point.value, view.before(point.session, point.trial)?)));
            let (values, before): (Vec<f64>, Vec<usize>) = known.unzip();
            Some((stats::carry_over(&values, &before)?, view))
        })
        .collect();
    let count = asked.len() as f64;
    let (found, view) =
        asked.into_iter().min_by(|(one, _), (other, _)| one.p.total_cmp(&other.p))?;
    let matters = metric.class.default_threshold() / 2.0;
    (found.p * count < SURE && found.change.abs() >= matters).then(|| Flag::CarryOver {
        after: view.name(found.predecessor).to_owned(),
        ppm: ppm(found.change),
    })
}

/// The facts of each subject that changed within a session, save those that always move (load,
/// free space, temperature).
pub(crate) fn changed_facts(record: &RunRecord) -> Vec<Vec<Flag>> {
    let mut changed: Vec<Vec<Flag>> = vec![Vec::new(); record.subjects.len()];
    for facts in record.sessions.iter().flat_map(|session| &session.facts) {
        let Some(flags) = changed.get_mut(facts.subject as usize) else { continue };
        for fact in changes(&facts.start, &facts.end) {
            let flag = Flag::StateChanged { fact };
            if !flags.contains(&flag) {
                flags.push(flag);
            }
        }
    }
    changed
}

fn changes(start: &Facts, end: &Facts) -> Vec<String> {
    start
        .0
        .iter()
        .filter(|fact| !moves(&fact.key) && !matches!(fact.value, FactValue::Unknown { .. }))
        .filter(|fact| end.get(&fact.key).is_some_and(|after| *after != fact.value))
        .map(|fact| fact.key.clone())
        .collect()
}

/// A share in parts per million.
pub(crate) fn ppm(share: f64) -> i64 {
    (share * 1e6).round() as i64
}

/// The first flag that forbids a verdict on a metric. `ClientBound` spoils the headline alone.
pub(crate) fn forbidding(flags: &[RowFlag], is_headline: bool) -> Option<Flag> {
    flags
        .iter()
        .map(|row| &row.flag)
        .find(|flag| match flag {
            Flag::ClientBound => is_headline,
            Flag::Ties { .. } => true,
            other => other.forbids_verdict(),
        })
        .cloned()
}
