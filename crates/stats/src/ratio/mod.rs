//! The ratio of two figures with its intervals and its p, by one of three methods.
//!
//! | the two sides | unit | method |
//! | --- | --- | --- |
//! | not interleaved, fewer than 3 sessions each | trial | [`bootstrap_ratio`], then [`with_floor`] |
//! | rounds that both finished, on one machine | round | [`paired_ratio`] |
//! | 3 or more alternating sessions each | session | [`welch_ratio`] |

mod bootstrap;
mod floor;
mod paired;
mod welch;

pub use bootstrap::bootstrap_ratio;
pub use floor::{with_estimated_floor, with_floor};
pub use paired::paired_ratio;
pub use welch::welch_ratio;

/// How a candidate compares with its baseline.
///
/// All figures are ratios candidate/baseline, not logarithms and not percent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RatioEstimate {
    /// The estimate itself.
    pub ratio: f64,
    /// The lower end of the 95 % interval (of at least 95 % for [`RatioMethod::Paired`]).
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
    /// The lower end of the 90 % interval, which decides about equivalence.
    pub low_90: f64,
    /// The upper end of the 90 % interval.
    pub high_90: f64,
    /// The two-sided p of "the ratio is 1", not adjusted for other comparisons.
    pub p: f64,
    /// The independent replicates used, of the candidate and of the baseline: trials, rounds or
    /// sessions, by the method.
    pub replicates: (usize, usize),
    /// Where the figures come from.
    pub method: RatioMethod,
}

/// The method behind a [`RatioEstimate`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RatioMethod {
    /// The exact bootstrap law of the ratio of medians over trials.
    Bootstrap,
    /// Sign test and order statistics of the differences within rounds.
    Paired,
    /// Welch's t on the centers of sessions.
    Welch,
}

/// An estimate on logarithms: a center and how far its intervals reach.
struct Logs {
    center: f64,
    interval_95: (f64, f64),
    interval_90: (f64, f64),
}

impl Logs {
    /// The same as ratios.
    fn estimate(&self, p: f64, replicates: (usize, usize), method: RatioMethod) -> RatioEstimate {
        RatioEstimate {
            ratio: libm::exp(self.center),
            low: libm::exp(self.interval_95.0),
            high: libm::exp(self.interval_95.1),
            low_90: libm::exp(self.interval_90.0),
            high_90: libm::exp(self.interval_90.1),
            p,
            replicates,
            method,
        }
    }
}

/// The p of complete separation by a permutation of two samples: whatever the model of a test
/// says, fewer values cannot give more evidence than this.
fn separation_p(candidate: usize, baseline: usize) -> f64 {
    let ways = crate::law::binomial::choose(candidate + baseline, baseline);
    (2.0 / ways).clamp(f64::MIN_POSITIVE, 1.0)
}

/// The largest odd number of values, without the last where their number is even: leaving out
/// the last is blind to its value.
fn odd(values: &[f64]) -> &[f64] {
    let kept = values.len() - usize::from(values.len().is_multiple_of(2) && !values.is_empty());
    &values[..kept]
}
