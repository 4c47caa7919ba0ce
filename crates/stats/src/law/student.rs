//! Student's t law.

use super::beta;

/// P(|T| ≥ |t|) with `freedom` degrees of freedom.
pub(crate) fn two_sided(t: f64, freedom: f64) -> f64 {
    if t.is_infinite() {
        return 0.0;
    }
    beta::regularized(freedom / 2.0, 0.5, freedom / (freedom + t * t))
}

/// The t with P(T ≤ t) = `p`, for p ≥ ½. By bisection on a scale that reaches the far tail of
/// one degree of freedom.
pub(crate) fn quantile(p: f64, freedom: f64) -> f64 {
    let beyond = 2.0 * (1.0 - p);
    let mut high = 2.0;
    while two_sided(high, freedom) > beyond && high < 1e12 {
        high *= 2.0;
    }
    let mut low = 0.0;
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if two_sided(middle, freedom) > beyond { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}
