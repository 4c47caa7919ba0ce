//! The chi-squared law.

use super::normal;

/// P(X ≥ x) with a whole number of degrees of freedom: a finite sum of Poisson-like terms for
/// even numbers, of the same shifted by half and a normal tail for odd ones (Abramowitz and
/// Stegun, 26.4.4 and 26.4.5).
pub(crate) fn at_least(x: f64, freedom: usize) -> f64 {
    if x <= 0.0 || freedom == 0 {
        return 1.0;
    }
    let half = x / 2.0;
    let (start, mut term, mut sum) = if freedom.is_multiple_of(2) {
        (0.0, libm::exp(-half), 0.0)
    } else {
        // The term of "minus one half": the first that is added is √(x/2)·e^(−x/2)/Γ(3/2).
        let scale = 2.0 / std::f64::consts::PI.sqrt();
        (0.5, half.sqrt() * libm::exp(-half) * scale, normal::two_sided(x.sqrt()))
    };
    for step in 0..freedom / 2 {
        sum += term;
        term *= half / (start + step as f64 + 1.0);
    }
    sum.min(1.0)
}
