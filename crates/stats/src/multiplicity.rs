//! Corrections for having asked many questions at once.
//!
//! The family must be fixed before the values are seen: every comparison that is shown.

/// Holm's step-down adjustment: the chance that *any* null hypothesis of the family with an
/// adjusted p below α is rejected in error stays below α, whatever the dependence between them.
/// Source: S. Holm, Scandinavian Journal of Statistics 6 (1979).
///
/// The results are in the order of `p`, never below it and never above 1. A NaN counts as 1: a
/// question without an answer is still one of the family.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let p = cleaned(p);
    let order = ascending(&p);
    let mut adjusted = p.clone();
    let mut highest = 0.0_f64;
    for (rank, &index) in order.iter().enumerate() {
        highest = highest.max((p.len() - rank) as f64 * p[index]).min(1.0);
        adjusted[index] = highest;
    }
    adjusted
}

/// The adjustment of Benjamini and Hochberg: among the findings with an adjusted p (a "q") below
/// α, the expected share of false ones stays below α where the tests are independent or
/// positively dependent. Source: Journal of the Royal Statistical Society B 57 (1995).
///
/// The results are in the order of `p`, never below it and never above 1; a NaN counts as 1.
pub fn benjamini_hochberg(p: &[f64]) -> Vec<f64> {
    let p = cleaned(p);
    let order = ascending(&p);
    let mut adjusted = p.clone();
    let mut lowest = 1.0_f64;
    for (rank, &index) in order.iter().enumerate().rev() {
        lowest = lowest.min(p[index] * p.len() as f64 / (rank + 1) as f64);
        adjusted[index] = lowest;
    }
    adjusted
}

/// Probabilities, with 1 for what is none.
fn cleaned(p: &[f64]) -> Vec<f64> {
    p.iter().map(|&p| if p.is_nan() { 1.0 } else { p.clamp(0.0, 1.0) }).collect()
}

/// The indices in ascending order of their values.
fn ascending(p: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    order
}
