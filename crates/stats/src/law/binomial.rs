//! The binomial law.

use super::beta;

/// P(Bin(n, p) ≤ k).
pub(crate) fn at_most(k: usize, n: usize, p: f64) -> f64 {
    if k >= n { 1.0 } else { beta::regularized((n - k) as f64, k as f64 + 1.0, 1.0 - p) }
}

/// P(Bin(n, p) ≥ k).
pub(crate) fn at_least(k: usize, n: usize, p: f64) -> f64 {
    if k == 0 {
        1.0
    } else if k > n {
        0.0
    } else {
        beta::regularized(k as f64, (n - k) as f64 + 1.0, p)
    }
}

/// The number of ways to choose `k` of `n`, as a float; infinite beyond its range.
pub(crate) fn choose(n: usize, k: usize) -> f64 {
    (1..=k.min(n - k)).fold(1.0, |product, i| product * (n + 1 - i) as f64 / i as f64)
}
