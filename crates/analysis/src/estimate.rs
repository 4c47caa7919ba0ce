//! What the trials of a row say of one metric: center, interval, spread, and the trials themselves.

use model::{Better, Histogram, Metric, Unit, Values};

use crate::cells::Placed;
use crate::{FEWEST_SESSIONS, figure};

/// The figures of one row, in base units (the metric's amount per one of what it is per).
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The headline: the median of trials; over several sessions the geometric mean of the
    /// sessions' medians (the median of all trials for a diagnostic metric).
    pub median: f64,
    /// Where the median lies; `None` below six trials, where no interval reaches 95 %.
    pub interval: Option<Interval>,
    /// The best sample, as programs that publish minima show it. Never in a verdict: it moves
    /// with the number of samples.
    pub best: Best,
    /// Lower quartile of trials.
    pub p25: f64,
    /// Upper quartile of trials.
    pub p75: f64,
    /// 95th percentile of trials.
    pub p95: f64,
    /// The least trial.
    pub min: f64,
    /// The greatest trial.
    pub max: f64,
    /// Mean of trials.
    pub mean: f64,
    /// Trials with a figure.
    pub trials: usize,
    /// Samples behind them: batches, values, or entries of histograms.
    pub samples: u64,
    /// Sessions with a figure.
    pub sessions: usize,
    /// Each trial's own figure, by session, in execution order.
    pub points: Vec<Point>,
    /// Percentiles of all trials' histograms merged; for pictures, never compared.
    pub percentiles: Option<Percentiles>,
    /// Relative noise at each level (standard deviations of logarithms).
    pub noise: Option<stats::Components>,
    /// Correlation of a trial with the one before it in the row.
    pub lag1: Option<f64>,
    /// Share of trials whose figure equals another's exactly, 0 to 1.
    pub ties: f64,
    /// Rise or fall over a session's trials; of the session where it is surest.
    pub drift: Option<stats::Drift>,
    /// Two separate modes of trials, where there are.
    pub modes: Option<stats::Modes>,
    /// Batches dropped from the start of every trial, beyond the declared warm-up.
    pub cut: usize,
}

/// Where a median lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// The confidence that it really has, 0 to 1: order statistics come in steps.
    pub confidence: f64,
    /// What noise it covers.
    pub basis: Basis,
}

/// What noise an interval covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// That between trials, within one session (or two): another boot may give other figures.
    WithinSession,
    /// That between sessions, of which there are at least three.
    Sessions,
}

impl Basis {
    /// As a legend says it.
    pub fn describe(self) -> &'static str {
        match self {
            Self::WithinSession => "within one session",
            Self::Sessions => "between sessions",
        }
    }
}

/// The best sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Best {
    /// The least batch per operation; the greatest where more is better.
    pub value: f64,
    /// Out of how many samples.
    pub samples: u64,
}

/// Percentiles of merged histograms.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "each is the percentile that its name says")]
pub struct Percentiles {
    pub p50: f64,
    pub p90: f64,
    pub p99: f64,
    pub p99_9: f64,
    pub max: f64,
    /// How many values the histograms hold.
    pub count: u64,
}

/// One trial's figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Index of the session in the record.
    pub session: usize,
    /// Round of the group.
    pub round: u32,
    /// Place within the round.
    pub position: u32,
    /// Index into the session's trials.
    pub trial: usize,
    /// The figure, in base units.
    pub value: f64,
}

/// One trial's values for a metric.
#[derive(Clone, Copy)]
pub(crate) struct Observed<'a> {
    pub(crate) placed: Placed<'a>,
    pub(crate) values: &'a Values,
}

/// Whether logarithms of the figures mean anything: a metric with a direction and no zero.
pub(crate) fn has_logarithms(metric: &Metric, points: &[Point]) -> bool {
    metric.better != Better::Diagnostic && points.iter().all(|point| point.value > 0.0)
}

/// The points of each session, in order of sessions.
pub(crate) fn by_session(points: &[Point]) -> impl Iterator<Item = &[Point]> {
    points.chunk_by(|one, other| one.session == other.session)
}

/// The figures of a row; `None` where no trial has one.
pub(crate) fn estimate(metric: &Metric, observed: &[Observed<'_>], cut: usize) -> Option<Estimate> {
    let points: Vec<Point> = observed.iter().filter_map(|one| point(*one, cut)).collect();
    let values: Vec<f64> = points.iter().map(|point| point.value).collect();
    let logarithms = has_logarithms(metric, &points);
    let sessions = by_session(&points).count();
    let (median, interval) = center(&points, &values, logarithms)?;
    let noise = logarithms.then(|| components(observed, cut)).flatten();
    Some(Estimate {
        median,
        interval,
        best: best(metric, observed, cut)?,
        p25: stats::quantile(&values, 0.25)?,
        p75: stats::quantile(&values, 0.75)?,
        p95: stats::quantile(&values, 0.95)?,
        min: stats::quantile(&values, 0.0)?,
        max: stats::quantile(&values, 1.0)?,
        mean: values.iter().sum::<f64>() / values.len() as f64,
        trials: values.len(),
        samples: observed.iter().map(|one| figure::samples(one.values, cut)).sum(),
        sessions,
        percentiles: percentiles(observed),
        noise,
        lag1: stats::lag1(&values),
        ties: ties(observed, cut),
        drift: drift(&points),
        modes: logarithms.then(|| stats::modes(&values)).flatten(),
        points,
        cut,
    })
}

fn point(observed: Observed<'_>, cut: usize) -> Option<Point> {
    let Placed { session, index, trial } = observed.placed;
    let value = figure::figure(observed.values, cut)?;
    Some(Point { session, round: trial.round, position: trial.position, trial: index, value })
}

/// Median and interval: order statistics of trials below three sessions, Student's t on the
/// sessions' centers from there on.
fn center(points: &[Point], values: &[f64], logarithms: bool) -> Option<(f64, Option<Interval>)> {
    let centers: Vec<f64> = if logarithms { centers_ln(points) } else { Vec::new() };
    if centers.len() >= FEWEST_SESSIONS {
        let (mean, found) = stats::mean_interval(&centers, 0.95)?;
        let interval = Interval {
            low: libm::exp(found.low),
            high: libm::exp(found.high),
            confidence: found.confidence,
            basis: Basis::Sessions,
        };
        return Some((libm::exp(mean), Some(interval)));
    }
    let interval = stats::median_interval(values, 0.95).map(|found| Interval {
        low: found.low,
        high: found.high,
        confidence: found.confidence,
        basis: Basis::WithinSession,
    });
    if centers.len() < 2 {
        return Some((stats::median(values)?, interval));
    }
    Some((libm::exp(centers.iter().sum::<f64>() / centers.len() as f64), interval))
}

/// The logarithm of each session's median.
pub(crate) fn centers_ln(points: &[Point]) -> Vec<f64> {
    by_session(points)
        .filter_map(|session| {
            let values: Vec<f64> = session.iter().map(|point| libm::log(point.value)).collect();
            stats::median(&values)
        })
        .collect()
}

fn best(metric: &Metric, observed: &[Observed<'_>], cut: usize) -> Option<Best> {
    let extremes = observed.iter().filter_map(|one| figure::extremes(one.values, cut));
    let value = match metric.better {
        Better::More => extremes.map(|(_, greatest)| greatest).reduce(f64::max),
        Better::Less | Better::Diagnostic => extremes.map(|(least, _)| least).reduce(f64::min),
    }?;
    let samples = observed.iter().map(|one| figure::samples(one.values, cut)).sum();
    Some(Best { value, samples })
}

/// Samples by session and trial, so that each level's noise can be told apart.
fn components(observed: &[Observed<'_>], cut: usize) -> Option<stats::Components> {
    let mut sessions: Vec<Vec<Vec<f64>>> = Vec::new();
    let mut last = None;
    for one in observed {
        if last.replace(one.placed.session) != Some(one.placed.session) {
            sessions.push(Vec::new());
        }
        let samples = match one.values {
            Values::Batches { elapsed_ns, operations, .. } => figure::kept(elapsed_ns, cut)
                .iter()
                .map(|&ns| ns as f64 / *operations as f64)
                .collect(),
            other => vec![figure::figure(other, cut)?],
        };
        sessions.last_mut()?.push(samples);
    }
    stats::components(&sessions)
}

fn percentiles(observed: &[Observed<'_>]) -> Option<Percentiles> {
    let mut merged: Option<Histogram> = None;
    for one in observed {
        let Values::Histogram(histogram) = one.values else { continue };
        match &mut merged {
            Some(merged) => merged.merge(histogram),
            None => merged = Some(histogram.clone()),
        }
    }
    let merged = merged?;
    Some(Percentiles {
        p50: merged.quantile(0.5)?,
        p90: merged.quantile(0.9)?,
        p99: merged.quantile(0.99)?,
        p99_9: merged.quantile(0.999)?,
        max: merged.max as f64,
        count: merged.total(),
    })
}

/// Share of equal trials, told by the integers that were measured.
fn ties(observed: &[Observed<'_>], cut: usize) -> f64 {
    let measured: Option<Vec<u64>> = observed
        .iter()
        .map(|one| match one.values {
            Values::Batches { elapsed_ns, .. } => {
                let kept = figure::kept(elapsed_ns, cut);
                let mut sorted = kept.to_vec();
                sorted.sort_unstable();
                sorted.get(sorted.len() / 2).copied()
            }
            Values::Single { amount, .. } => Some(*amount),
            Values::Histogram(_) => None,
        })
        .collect();
    measured.map_or(0.0, |measured| stats::ties(&measured))
}

/// The surest drift of any session.
fn drift(points: &[Point]) -> Option<stats::Drift> {
    by_session(points)
        .filter_map(|session| {
            let values: Vec<f64> = session.iter().map(|point| point.value).collect();
            stats::drift(&values)
        })
        .min_by(|one, other| one.p.total_cmp(&other.p))
}

/// Whether the metric's amount comes from a clock.
pub(crate) fn is_timed(metric: &Metric) -> bool {
    metric.amount == Unit::Nanoseconds
}
