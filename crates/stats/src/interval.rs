//! The exact interval of a median, and how wide it is.

use crate::law::binomial;
use crate::order::sorted;

/// A confidence interval, in the unit of the values it was made from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The actual confidence, between 0 and 1: for order statistics more than was asked for.
    pub confidence: f64,
}

/// The interval of the median between two order statistics, the narrowest symmetric pair of
/// ranks with a confidence of `at_least`.
///
/// Between the r-th lowest and the r-th highest of n values lies the median of their law with
/// probability 1 − 2·P(Bin(n, ½) < r), whatever the law is, as long as the values are
/// independent (for a discrete law at least that). Source: W. R. Thompson, Annals of Mathematical
/// Statistics 7 (1936). Of 11 values these are ranks 2 and 10 with 98.8 %.
///
/// `None` where even the extremes do not reach `at_least` (fewer than 6 values for 95 %), where a
/// value is NaN or infinite, or where `at_least` is not between 0 and 1.
pub fn median_interval(values: &[f64], at_least: f64) -> Option<Interval> {
    let sorted = sorted(values)?;
    let (rank, confidence) = ranks(sorted.len(), at_least)?;
    Some(Interval { low: sorted[rank - 1], high: sorted[sorted.len() - rank], confidence })
}

/// The rank from either end, counted from 1, of the narrowest pair of order statistics of `n`
/// values with a confidence of `at_least`, and the confidence it has.
pub(crate) fn ranks(n: usize, at_least: f64) -> Option<(usize, f64)> {
    if !(at_least > 0.0 && at_least < 1.0) {
        return None;
    }
    let confidence = |rank: usize| 1.0 - 2.0 * binomial::at_most(rank - 1, n, 0.5);
    // The confidence falls with the rank, and at the middle it is far below any use.
    let rank = (1..=n.div_ceil(2)).take_while(|&rank| confidence(rank) >= at_least).last()?;
    Some((rank, confidence(rank)))
}

/// How wide an interval is against its median: half its width on logarithms, as a ratio less one
/// (0.01 is ± 1 %). This is what the rule that stops a run compares with its target.
///
/// Where the interval reaches zero or below, logarithms have no meaning and the answer is half
/// the width over the magnitude of `median`; infinite where that cannot be told.
pub fn half_width_ratio(interval: &Interval, median: f64) -> f64 {
    let half = if interval.low > 0.0 && median > 0.0 {
        libm::expm1((libm::log(interval.high) - libm::log(interval.low)) / 2.0)
    } else if interval.high <= interval.low {
        0.0
    } else {
        (interval.high / 2.0 - interval.low / 2.0) / median.abs()
    };
    if half.is_nan() { f64::INFINITY } else { half }
}
