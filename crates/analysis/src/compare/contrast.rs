//! From two rows to a ratio: which replicates carry it, and by which method.

use std::collections::BTreeMap;

use model::{Better, Flag, RunRecord};
use stats::RatioEstimate;

use crate::estimate::{by_session, centers_ln};
use crate::{Estimate, FEWEST_SESSIONS, FEWEST_TRIALS, Point};

/// What is known of the noise between sessions in a comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SessionNoise {
    /// It is in the interval: there are at least three sessions a side.
    Measured,
    /// It cancels: both sides ran in the same rounds of the same sessions.
    Paired,
    /// It is in the interval by a standard deviation known from elsewhere.
    Profile {
        /// Standard deviation of logarithms.
        sigma: f64,
    },
    /// It is not known, so the verdict holds for these sessions.
    Unmeasured,
}

impl SessionNoise {
    /// The word for it in documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Measured => "measured",
            Self::Paired => "paired",
            Self::Profile { .. } => "profile",
            Self::Unmeasured => "unmeasured",
        }
    }
}

/// One side of a ratio.
#[derive(Clone, Copy)]
pub(crate) struct Side<'a> {
    pub(crate) record: &'a RunRecord,
    pub(crate) estimate: &'a Estimate,
}

/// A ratio of costs (time, or the inverse of what more of is better), and what noise it covers.
pub(crate) struct Contrast {
    pub(crate) estimate: RatioEstimate,
    pub(crate) noise: SessionNoise,
    /// The same without the trials during which the machine was disturbed, where there are any.
    pub(crate) undisturbed: Option<RatioEstimate>,
}

/// Compares two rows that may be compared.
pub(crate) fn contrast(
    candidate: Side<'_>,
    baseline: Side<'_>,
    better: Better,
    session_sigma: Option<f64>,
) -> Option<Contrast> {
    let costs = |points: &[Point]| cost_points(points, better);
    let all = (costs(&candidate.estimate.points), costs(&baseline.estimate.points));
    let same_record = std::ptr::eq(candidate.record, baseline.record);
    let profile = match session_sigma {
        Some(sigma) => Some(Profile { sigma, sessions: None }),
        None => profile(candidate.estimate, baseline.estimate),
    };
    let (estimate, noise) = ratio(&all.0, &all.1, same_record, profile)?;
    let quiet = (quiet(candidate, &all.0), quiet(baseline, &all.1));
    let disturbed = quiet.0.len() < all.0.len() || quiet.1.len() < all.1.len();
    let undisturbed = disturbed
        .then(|| ratio(&quiet.0, &quiet.1, same_record, profile))
        .flatten()
        .map(|(estimate, _)| estimate);
    Some(Contrast { estimate, noise, undisturbed })
}

/// The points with logarithms of costs for values: less is better in all of them.
fn cost_points(points: &[Point], better: Better) -> Vec<Point> {
    let sign = if better == Better::More { -1.0 } else { 1.0 };
    points.iter().map(|point| Point { value: sign * libm::log(point.value), ..*point }).collect()
}

/// The points whose trials no other program and no hypervisor disturbed.
fn quiet(side: Side<'_>, points: &[Point]) -> Vec<Point> {
    let disturbed = |point: &&Point| {
        let trial = &side.record.sessions[point.session].trials[point.trial];
        trial.flags.iter().any(|flag| matches!(flag, Flag::Steal { .. } | Flag::Busy { .. }))
    };
    points.iter().filter(|point| !disturbed(point)).copied().collect()
}

/// Rounds that both finished, else centers of sessions, else trials.
fn ratio(
    candidate: &[Point],
    baseline: &[Point],
    same_record: bool,
    profile: Option<Profile>,
) -> Option<(RatioEstimate, SessionNoise)> {
    if same_record {
        let differences = differences(candidate, baseline);
        if differences.len() >= FEWEST_TRIALS {
            return Some((stats::paired_ratio(&differences)?, SessionNoise::Paired));
        }
    }
    let centers = (full_centers(candidate), full_centers(baseline));
    let sessions = centers.0.len().min(centers.1.len());
    if sessions >= FEWEST_SESSIONS {
        return Some((stats::welch_ratio(&centers.0, &centers.1)?, SessionNoise::Measured));
    }
    let values = |points: &[Point]| points.iter().map(|point| point.value).collect::<Vec<f64>>();
    if candidate.len().min(baseline.len()) < FEWEST_TRIALS {
        return None;
    }
    let estimate = stats::bootstrap_ratio(&values(candidate), &values(baseline))?;
    Some(match profile {
        Some(Profile { sigma, sessions: known_from }) => {
            let share = sigma / (sessions.max(1) as f64).sqrt();
            let widened = match known_from {
                Some(sessions) => stats::with_estimated_floor(&estimate, share, sessions),
                None => stats::with_floor(&estimate, share),
            };
            (widened, SessionNoise::Profile { sigma })
        }
        None => (estimate, SessionNoise::Unmeasured),
    })
}

/// The differences within the rounds that both finished, in their order.
fn differences(candidate: &[Point], baseline: &[Point]) -> Vec<f64> {
    let rounds: BTreeMap<(usize, u32), f64> =
        baseline.iter().map(|point| ((point.session, point.round), point.value)).collect();
    candidate
        .iter()
        .filter_map(|point| Some(point.value - rounds.get(&(point.session, point.round))?))
        .collect()
}

/// The medians of the sessions that have enough trials.
fn full_centers(points: &[Point]) -> Vec<f64> {
    by_session(points)
        .filter(|session| session.len() >= FEWEST_TRIALS)
        .filter_map(|session| {
            let values: Vec<f64> = session.iter().map(|point| point.value).collect();
            stats::median(&values)
        })
        .collect()
}

/// What is known of the noise between sessions from elsewhere.
#[derive(Clone, Copy)]
struct Profile {
    /// Standard deviation of logarithms.
    sigma: f64,
    /// From how many sessions it is estimated; `None` where it is taken as known.
    sessions: Option<usize>,
}

/// The noise between sessions of a side that has five or more; the larger, where both have.
fn profile(candidate: &Estimate, baseline: &Estimate) -> Option<Profile> {
    const ENOUGH: usize = 5;
    [candidate, baseline]
        .into_iter()
        .filter_map(|side| {
            let sessions = centers_ln(&side.points).len();
            let sigma = side.noise?.sessions?;
            (sessions >= ENOUGH).then_some(Profile { sigma, sessions: Some(sessions) })
        })
        .max_by(|one, other| one.sigma.total_cmp(&other.sigma))
}
