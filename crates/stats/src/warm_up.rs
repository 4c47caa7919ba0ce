//! How many of a trial's first samples belong to its warm-up.

use crate::law::student;
use crate::order::all_finite;
use crate::session::mean_and_variance;

/// The p below which what would be cut is taken for a warm-up.
const DOUBT: f64 = 0.003;

/// The number of first positions to cut, from the medians over all trials of the samples at each
/// position (milliseconds, logarithms: any unit); 0 where there is nothing to cut.
///
/// The cut is the one that leaves the smallest standard error of the mean of the rest: the
/// marginal standard error rule (K. P. White, Simulation 69, 1997), over cuts of at most half.
/// On flat noise that rule alone often cuts something, so the cut positions must also differ from
/// the rest by a t test with p < 0.003.
///
/// Fewer than 4 positions, or a NaN or infinite one, have no cut.
pub fn warm_up_cut(position_medians: &[f64]) -> usize {
    let n = position_medians.len();
    if n < 4 || !all_finite(position_medians) {
        return 0;
    }
    let squared_error = |cut: usize| {
        let rest = &position_medians[cut..];
        let (_, variance) = mean_and_variance(rest);
        variance * (rest.len() - 1) as f64 / (rest.len() * rest.len()) as f64
    };
    let best = (0..=n / 2).min_by(|&a, &b| squared_error(a).total_cmp(&squared_error(b)));
    best.filter(|&cut| cut > 0 && differs(position_medians, cut)).unwrap_or(0)
}

/// Whether the mean before the cut differs from that after it, judged by the noise after it.
fn differs(values: &[f64], cut: usize) -> bool {
    let (before, after) = values.split_at(cut);
    let (before_mean, _) = mean_and_variance(before);
    let (after_mean, variance) = mean_and_variance(after);
    let error = (variance * (1.0 / before.len() as f64 + 1.0 / after.len() as f64)).sqrt();
    let t = (before_mean - after_mean) / error;
    // Without any noise after it (error 0) t is infinite, or NaN where nothing differs at all.
    t.is_infinite() || student::two_sided(t, (after.len() - 1) as f64) < DOUBT
}
