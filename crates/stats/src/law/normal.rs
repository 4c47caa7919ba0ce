//! The normal law.

/// P(|Z| ≥ |z|) of a standard normal Z.
pub(crate) fn two_sided(z: f64) -> f64 {
    libm::erfc(z.abs() / std::f64::consts::SQRT_2)
}

/// The z ≥ 0 with P(|Z| ≥ z) = `p`, for 0 < p ≤ 1. By bisection: sixty exact halvings are as
/// portable as they are dull.
pub(crate) fn two_sided_quantile(p: f64) -> f64 {
    let (mut low, mut high) = (0.0, 40.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if two_sided(middle) > p { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}
