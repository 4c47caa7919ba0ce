//! What another session would have added to the uncertainty of this one.

use super::{RatioEstimate, RatioMethod};
use crate::law::{normal, student};

/// The estimate widened by the noise between sessions, where each side has too few sessions to
/// show it and it is known from elsewhere: from many sessions of this machine and benchmark
/// against itself. Of a noise that is itself estimated from a few, say five, use
/// [`with_estimated_floor`].
///
/// `session_sigma` is the standard deviation of *one side's* center between sessions, on
/// logarithms (0.03 is 3 %); for S sessions a side give σ/√S. Its variance is added once for each
/// side: every end of an interval moves away from the estimate in quadrature, and p is the normal
/// one of the widened error where that is larger. The estimate itself does not change.
///
/// A sigma that is NaN, infinite or negative says that the noise is unknown: the intervals are
/// then unbounded and p is 1. An estimate of another method than [`RatioMethod::Bootstrap`] is
/// returned as it is: Welch's has the session noise in it already, and the two of a round share
/// their session.
///
/// More trials of the same sessions do not narrow such an interval. The number that
/// [`conclude`](crate::conclude) asks for then holds for sessions, in proportion.
pub fn with_floor(estimate: &RatioEstimate, session_sigma: f64) -> RatioEstimate {
    widen(estimate, session_sigma, f64::INFINITY)
}

/// As [`with_floor`], for a session noise estimated from `sessions` sessions.
///
/// A noise estimated from few sessions is often too small by chance: taken as known, one from 5
/// sessions makes 12 % false positives and not 5. So Student's law takes the place of the normal
/// one, with degrees of freedom after Satterthwaite: `sessions` − 1, and more of them the smaller
/// the share of the session noise is. Fewer than 2 sessions know nothing.
pub fn with_estimated_floor(
    estimate: &RatioEstimate,
    session_sigma: f64,
    sessions: usize,
) -> RatioEstimate {
    let sigma = if sessions < 2 { f64::NAN } else { session_sigma };
    widen(estimate, sigma, sessions.saturating_sub(1) as f64)
}

/// The estimate widened by a noise that is known with some degrees of freedom.
fn widen(estimate: &RatioEstimate, session_sigma: f64, freedom: f64) -> RatioEstimate {
    if estimate.method != RatioMethod::Bootstrap {
        return *estimate;
    }
    if !(session_sigma.is_finite() && session_sigma >= 0.0) {
        let (low, high) = (0.0, f64::INFINITY);
        return RatioEstimate { low, high, low_90: low, high_90: high, p: 1.0, ..*estimate };
    }
    let added = session_sigma * std::f64::consts::SQRT_2;
    let center = libm::log(estimate.ratio);
    let width = libm::log(estimate.high) - libm::log(estimate.low);
    let own = width / (2.0 * normal::two_sided_quantile(0.05));
    let error = together(own, added);
    // All of the error with an exact part has this many; without any error there is none to have.
    let share = if error > 0.0 { added / error } else { 0.0 };
    let freedom = freedom / (share * share * share * share);
    let reach_95 = added * quantile(0.05, freedom);
    let reach_90 = added * quantile(0.1, freedom);
    let low = |end: f64, reach: f64| libm::exp(center - together(center - libm::log(end), reach));
    let high = |end: f64, reach: f64| libm::exp(center + together(libm::log(end) - center, reach));
    let p = if error > 0.0 { two_sided(center / error, freedom) } else { 0.0 };
    RatioEstimate {
        low: low(estimate.low, reach_95),
        high: high(estimate.high, reach_95),
        low_90: low(estimate.low_90, reach_90),
        high_90: high(estimate.high_90, reach_90),
        p: estimate.p.max(p),
        ..*estimate
    }
}

/// Two independent errors, or how far they reach, together.
fn together(own: f64, added: f64) -> f64 {
    libm::sqrt(own * own + added * added)
}

/// The t that is exceeded to either side with probability `p`; the normal one for no end of
/// degrees of freedom.
fn quantile(p: f64, freedom: f64) -> f64 {
    if freedom.is_finite() {
        student::quantile(1.0 - p / 2.0, freedom)
    } else {
        normal::two_sided_quantile(p)
    }
}

/// The probability to be as far out to either side.
fn two_sided(t: f64, freedom: f64) -> f64 {
    if freedom.is_finite() { student::two_sided(t, freedom) } else { normal::two_sided(t) }
}
