//! The incomplete beta function, which the binomial and Student laws are made of.

/// The regularized incomplete beta function `I_x(a, b)` for positive a and b and 0 ≤ x ≤ 1.
///
/// The continued fraction of the NIST Digital Library of Mathematical Functions, 8.17.22,
/// evaluated from the front by Lentz's method. It converges fast below the mean of the law; above
/// it the symmetry `I_x(a, b) = 1 − I_{1−x}(b, a)` is used.
pub(crate) fn regularized(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    let factor = libm::exp(
        libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b)
            + a * libm::log(x)
            + b * libm::log1p(-x),
    );
    if x < (a + 1.0) / (a + b + 2.0) {
        factor / (a * fraction(a, b, x))
    } else {
        1.0 - factor / (b * fraction(b, a, 1.0 - x))
    }
}

/// The continued fraction 1 + d₁/(1 + d₂/(1 + …)) of DLMF 8.17.22.
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    const TERMS: u32 = 10_000;
    const TINY: f64 = 1e-300;
    let away_from_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let (mut value, mut numerator, mut denominator) = (1.0, 1.0, 0.0);
    for term in 1..=TERMS {
        let m = f64::from(term / 2);
        let coefficient = if term % 2 == 0 {
            m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m))
        } else {
            -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0))
        };
        numerator = away_from_zero(1.0 + coefficient / numerator);
        denominator = 1.0 / away_from_zero(1.0 + coefficient * denominator);
        let step = numerator * denominator;
        value *= step;
        if (step - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    value
}
