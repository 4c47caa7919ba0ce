//! The ratio over sessions, for machines that cannot be interleaved.

use super::{Logs, RatioEstimate, RatioMethod, separation_p};
use crate::law::student;
use crate::order::all_finite;
use crate::session::mean_and_variance;

/// The ratio of a candidate to its baseline from the centers of their sessions: for each session
/// the median of ln(figure) over its trials.
///
/// The estimate is the difference of the mean centers with the t interval and the t test of
/// B. L. Welch, Biometrika 34 (1947), degrees of freedom by Satterthwaite. The sessions of the
/// two sides should alternate in time: what drifts between blocks of sessions is otherwise taken
/// for a difference, and no test can tell.
///
/// Computed from 2 sessions a side; ask for 3 or more. Where no side has any spread the interval
/// is a point, and p is what complete separation would have by chance (1 for equal centers).
/// `None` for fewer sessions or a NaN or infinite center.
pub fn welch_ratio(
    candidate_centers_ln: &[f64],
    baseline_centers_ln: &[f64],
) -> Option<RatioEstimate> {
    let (candidate, baseline) = (candidate_centers_ln, baseline_centers_ln);
    if candidate.len() < 2 || baseline.len() < 2 {
        return None;
    }
    if !all_finite(candidate) || !all_finite(baseline) {
        return None;
    }
    let (candidate_mean, candidate_variance) = mean_and_variance(candidate);
    let (baseline_mean, baseline_variance) = mean_and_variance(baseline);
    let center = candidate_mean - baseline_mean;
    let replicates = (candidate.len(), baseline.len());
    let a = candidate_variance / candidate.len() as f64;
    let b = baseline_variance / baseline.len() as f64;
    let error = (a + b).sqrt();
    if error <= 0.0 {
        let point = (center, center);
        let logs = Logs { center, interval_95: point, interval_90: point };
        let p = if center == 0.0 { 1.0 } else { separation_p(replicates.0, replicates.1) };
        return Some(logs.estimate(p, replicates, RatioMethod::Welch));
    }
    // Shares and not squares of variances: those of tiny noise would underflow to nothing.
    let (a, b) = (a / (a + b), b / (a + b));
    let freedom =
        1.0 / (a * a / (candidate.len() - 1) as f64 + b * b / (baseline.len() - 1) as f64);
    let between = |confidence: f64| {
        let half = student::quantile(f64::midpoint(1.0, confidence), freedom) * error;
        (center - half, center + half)
    };
    let logs = Logs { center, interval_95: between(0.95), interval_90: between(0.9) };
    let p = student::two_sided(center / error, freedom);
    Some(logs.estimate(p, replicates, RatioMethod::Welch))
}
