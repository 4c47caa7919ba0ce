//! Whether figures rise or fall in the course of a session.

use crate::law::normal;
use crate::order::{logs, selected_middle};

/// The fewest values for which the normal law of the test serves.
const FEWEST: usize = 8;

/// A monotone trend over the values in the order in which they were measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Drift {
    /// The relative change from the first to the last: 0.5 is half as much again.
    pub change: f64,
    /// The two-sided p of "no trend".
    pub p: f64,
}

/// The drift of positive values, given in the order in which they were measured.
///
/// The change is the median of the slopes between all pairs, on logarithms (P. K. Sen, Journal of
/// the American Statistical Association 63, 1968); p is that of the rank test of H. B. Mann,
/// Econometrica 13 (1945), with the corrections for ties and for continuity. Neither minds
/// outliers. Values that depend on their neighbors make p too small.
///
/// `None` for fewer than 8 values or where one is not positive and finite. The time is quadratic
/// in the number of values.
pub fn drift(values: &[f64]) -> Option<Drift> {
    let logs = logs(values)?;
    let n = logs.len();
    if n < FEWEST {
        return None;
    }
    let mut slopes = Vec::with_capacity(n * (n - 1) / 2);
    for (i, earlier) in logs.iter().enumerate() {
        slopes.extend(
            logs[i + 1..]
                .iter()
                .zip(1..)
                .map(|(later, steps)| (later - earlier) / f64::from(steps)),
        );
    }
    let rising = slopes.iter().filter(|&&slope| slope > 0.0).count() as f64;
    let falling = slopes.iter().filter(|&&slope| slope < 0.0).count() as f64;
    let excess = ((rising - falling).abs() - 1.0).max(0.0);
    let variance = score_variance(&logs);
    let p = if variance > 0.0 { normal::two_sided(excess / variance.sqrt()) } else { 1.0 };
    Some(Drift { change: libm::expm1(selected_middle(&mut slopes) * (n - 1) as f64), p })
}

/// The variance of "pairs that rise less pairs that fall" without a trend.
fn score_variance(values: &[f64]) -> f64 {
    let part = |size: f64| size * (size - 1.0) * (2.0 * size + 5.0);
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    // In ascending order, "not less" is "equal".
    let ties: f64 = sorted.chunk_by(|a, b| a >= b).map(|equal| part(equal.len() as f64)).sum();
    (part(values.len() as f64) - ties) / 18.0
}
