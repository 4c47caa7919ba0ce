//! What another session would have added to the uncertainty of this one.

use super::{RatioEstimate, RatioMethod};
use crate::law::normal;

/// The two-sided 5 % and 10 % points of the normal law.
const Z_95: f64 = 1.959_963_984_540_054;
const Z_90: f64 = 1.644_853_626_951_472_2;

/// The estimate widened by the noise between sessions, where each side has too few sessions to
/// show it and it is known from elsewhere: a profile of this machine and benchmark against
/// itself, over at least 5 sessions.
///
/// `session_sigma` is the standard deviation of *one side's* center between sessions, on
/// logarithms (0.03 is 3 %); for S sessions a side give σ/√S. Its variance is added once for each
/// side: every end of an interval moves away from the estimate in quadrature, and p is the normal
/// one of the widened error where that is larger. The estimate itself does not change.
///
/// A sigma that is NaN, infinite or negative says that the noise is unknown: the intervals are
/// then unbounded and p is 1. An estimate of [`RatioMethod::Welch`] has the session noise in it
/// already and is returned as it is.
pub fn with_floor(estimate: &RatioEstimate, session_sigma: f64) -> RatioEstimate {
    if estimate.method == RatioMethod::Welch {
        return *estimate;
    }
    if !(session_sigma.is_finite() && session_sigma >= 0.0) {
        let (low, high) = (0.0, f64::INFINITY);
        return RatioEstimate { low, high, low_90: low, high_90: high, p: 1.0, ..*estimate };
    }
    let added = session_sigma * std::f64::consts::SQRT_2;
    let center = libm::log(estimate.ratio);
    let low = |end: f64, z: f64| libm::exp(center - widened(center - libm::log(end), z * added));
    let high = |end: f64, z: f64| libm::exp(center + widened(libm::log(end) - center, z * added));
    let own_error = (libm::log(estimate.high) - libm::log(estimate.low)) / (2.0 * Z_95);
    let error = widened(own_error, added);
    let p = if error > 0.0 { normal::two_sided(center / error) } else { 0.0 };
    RatioEstimate {
        low: low(estimate.low, Z_95),
        high: high(estimate.high, Z_95),
        low_90: low(estimate.low_90, Z_90),
        high_90: high(estimate.high_90, Z_90),
        p: estimate.p.max(p),
        ..*estimate
    }
}

/// Two independent reaches together.
fn widened(own: f64, added: f64) -> f64 {
    libm::sqrt(own * own + added * added)
}
