//! Whether what ran before a trial shows in its figure.

use std::collections::BTreeMap;

use crate::law::chi_squared;
use crate::order::{all_finite, middle, ranks, sorted};

/// The fewest trials after one predecessor that are compared.
const FEWEST: usize = 3;

/// The predecessor after which a case deviates most.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CarryOver {
    /// Which one: a number from the slice of predecessors.
    pub predecessor: usize,
    /// The median after it over the median after all others, less 1.
    pub change: f64,
    /// The p of "the predecessor makes no difference", over all predecessors.
    pub p: f64,
}

/// Tests whether the figures of one case depend on which case ran before each trial.
///
/// `predecessor[i]` is the number of the case that ran before the trial of `values[i]`; leave out
/// trials that had none. Predecessors with fewer than 3 trials are passed over. The test is that
/// of Kruskal and Wallis on ranks, with the correction for ties (Journal of the American
/// Statistical Association 47, 1952); its chi-squared law is on the safe side for small groups.
///
/// `None` where the two slices differ in length, fewer than two predecessors are left, all
/// values are equal, or one is not positive and finite.
pub fn carry_over(values: &[f64], predecessor: &[usize]) -> Option<CarryOver> {
    if values.len() != predecessor.len() || !all_finite(values) {
        return None;
    }
    if values.iter().any(|&value| value <= 0.0) {
        return None;
    }
    let mut counts = BTreeMap::<usize, usize>::new();
    for &case in predecessor {
        *counts.entry(case).or_default() += 1;
    }
    counts.retain(|_, count| *count >= FEWEST);
    if counts.len() < 2 {
        return None;
    }
    let kept: Vec<(f64, usize)> = values
        .iter()
        .zip(predecessor)
        .filter(|(_, case)| counts.contains_key(case))
        .map(|(&value, &case)| (value, case))
        .collect();
    let figures: Vec<f64> = kept.iter().map(|&(value, _)| value).collect();
    let (ranks, ties) = ranks(&figures);
    let n = kept.len() as f64;
    // The variance of one rank drawn at random.
    let variance = (n * n * n - n - ties) / (12.0 * (n - 1.0));
    if variance <= 0.0 {
        return None;
    }
    let mut statistic = 0.0;
    let mut most = (0.0, 0);
    for (&case, &count) in &counts {
        let count = count as f64;
        let of_case = kept.iter().zip(&ranks).filter(|((_, other), _)| *other == case);
        let mean = of_case.map(|(_, rank)| rank).sum::<f64>() / count;
        let squared = (mean - f64::midpoint(n, 1.0)) * (mean - f64::midpoint(n, 1.0)) / variance;
        statistic += count * squared;
        // Against all others, whose mean rank is then known: the variance of the difference.
        let deviation = squared * count * n / (n - count);
        if deviation > most.0 {
            most = (deviation, case);
        }
    }
    Some(CarryOver {
        predecessor: most.1,
        change: change(&kept, most.1)?,
        p: chi_squared::at_least(statistic, counts.len() - 1),
    })
}

/// The median after one predecessor over that after all others, less 1.
fn change(kept: &[(f64, usize)], predecessor: usize) -> Option<f64> {
    let median_where = |wanted: bool| {
        let chosen: Vec<f64> = kept
            .iter()
            .filter(|&&(_, case)| (case == predecessor) == wanted)
            .map(|&(value, _)| value)
            .collect();
        sorted(&chosen).map(|sorted| middle(&sorted))
    };
    Some(median_where(true)? / median_where(false)? - 1.0)
}
