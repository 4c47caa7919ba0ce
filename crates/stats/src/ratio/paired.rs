//! The ratio within rounds, where candidate and baseline ran one after the other.

use super::{Logs, RatioEstimate, RatioMethod, odd};
use crate::interval::ranks;
use crate::law::binomial;
use crate::order::sorted;

/// The ratio of a candidate to its baseline from their differences within rounds: for each round
/// that both finished, ln(candidate) − ln(baseline).
///
/// What drifts slowly is in both of a round and cancels. The estimate is the median difference,
/// the intervals are exact ones of order statistics (of **at least** 95 and 90 %), p is that of
/// the sign test. Nothing is assumed but that rounds are independent. A difference of exactly
/// zero counts for both signs, so that p and interval agree: p < 0.05 exactly where the interval
/// lies on one side of 1.
///
/// Of an even number of rounds the **last** is not used. `None` below 7 rounds, which is where
/// the first odd number has an interval, or where a value is NaN or infinite. Against 21 rounds
/// or more the test has reasonable power.
pub fn paired_ratio(differences_ln: &[f64]) -> Option<RatioEstimate> {
    let sorted = sorted(odd(differences_ln))?;
    let n = sorted.len();
    let between = |confidence: f64| {
        let (rank, _) = ranks(n, confidence)?;
        Some((sorted[rank - 1], sorted[n - rank]))
    };
    let logs =
        Logs { center: sorted[n / 2], interval_95: between(0.95)?, interval_90: between(0.9)? };
    let at_most_zero = sorted.partition_point(|&difference| difference <= 0.0);
    let at_least_zero = n - sorted.partition_point(|&difference| difference < 0.0);
    let p = 2.0 * binomial::at_most(at_most_zero.min(at_least_zero), n, 0.5);
    Some(logs.estimate(p.min(1.0), (n, n), RatioMethod::Paired))
}
