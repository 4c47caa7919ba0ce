//! The interval of a figure over sessions.

use crate::interval::Interval;
use crate::law::student;
use crate::order::all_finite;

/// The mean of session centers with Student's t interval at exactly `confidence`, in the unit of
/// the centers: logarithms, for figures that are compared as ratios.
///
/// Order statistics need six values for 95 %; sessions are dear and few, and their centers are
/// medians of many trials, so the mean and the t law serve. From 2 sessions on; fewer than 3 say
/// little. `None` for one value, for a NaN or infinite one, or where `confidence` is not between
/// 0 and 1.
pub fn mean_interval(centers: &[f64], confidence: f64) -> Option<(f64, Interval)> {
    if centers.len() < 2 || !all_finite(centers) || !(confidence > 0.0 && confidence < 1.0) {
        return None;
    }
    let (mean, variance) = mean_and_variance(centers);
    let n = centers.len() as f64;
    let half = student::quantile(f64::midpoint(1.0, confidence), n - 1.0) * (variance / n).sqrt();
    Some((mean, Interval { low: mean - half, high: mean + half, confidence }))
}

/// The mean of at least one value, and the variance with n − 1 (0 for one value).
pub(crate) fn mean_and_variance(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    // From the first value on, so that equal values have exactly their mean and no variance.
    let mean = values[0] + values.iter().map(|value| value - values[0]).sum::<f64>() / n;
    if values.len() < 2 {
        return (mean, 0.0);
    }
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    (mean, squares / (n - 1.0))
}
