//! A second opinion on a ratio, by another estimator.

use crate::order::{all_finite, middle};

/// The Hodges–Lehmann estimate of the ratio candidate/baseline from natural logarithms: e to the
/// median of all differences between one and the other (Annals of Mathematical Statistics 34,
/// 1963).
///
/// It is never in a verdict. Where the two sides have noise of one shape it agrees with the ratio
/// of medians; where it differs by more than the threshold, the shapes differ, and one number
/// does not describe them. `None` where a side is empty or a value is NaN or infinite.
pub fn hodges_lehmann_ratio(candidate_ln: &[f64], baseline_ln: &[f64]) -> Option<f64> {
    if candidate_ln.is_empty() || baseline_ln.is_empty() {
        return None;
    }
    if !all_finite(candidate_ln) || !all_finite(baseline_ln) {
        return None;
    }
    let mut differences: Vec<f64> =
        candidate_ln.iter().flat_map(|a| baseline_ln.iter().map(move |b| a - b)).collect();
    differences.sort_unstable_by(f64::total_cmp);
    Some(libm::exp(middle(&differences)))
}
