//! The exact bootstrap of the ratio of two medians: the bootstrap without the random numbers.

use std::borrow::Cow;
use std::sync::OnceLock;

use super::{Logs, RatioEstimate, RatioMethod, odd, separation_p};
use crate::law::binomial;
use crate::order::sorted;

/// The fewest trials a side must have for the law to have any spread.
const FEWEST: usize = 3;

/// The ratio of two medians of independent trials, from natural logarithms of their figures, by
/// the exact bootstrap.
///
/// A resample of an odd number K of values has as its median one of the values: the i-th lowest
/// or a lower one exactly when at least (K+1)/2 of the K draws fall on the i lowest. So the
/// i-th lowest has the weight wᵢ = P(Bin(K, i/K) ≥ (K+1)/2) − P(Bin(K, (i−1)/K) ≥ (K+1)/2), and
/// the law of the logarithm of the ratio is that of all differences yⱼ − xᵢ with weights wⱼwᵢ
/// (Maritz and Jarrett, Journal of the American Statistical Association 73, 1978, for the law of
/// one median; Efron's percentile interval for the rest). Nothing is random, so a verdict can be
/// recomputed, and the two sides may have different numbers and shapes of noise: the null
/// hypothesis is that the medians are equal, and no more.
///
/// The intervals are the quantiles of that law; p is twice its smaller share on either side of
/// zero, zero included, and never less than 2/C(K₁+K₂, K₁), which is what complete separation
/// would have by chance.
///
/// Of an even number of values the **last** is not used. `None` where fewer than 3 are left on a
/// side or a value is NaN or infinite. Below 11 a side the interval is too narrow in its far
/// tail: such an estimate may be shown and must not be concluded from.
pub fn bootstrap_ratio(candidate_ln: &[f64], baseline_ln: &[f64]) -> Option<RatioEstimate> {
    let candidate = sorted(odd(candidate_ln))?;
    let baseline = sorted(odd(baseline_ln))?;
    if candidate.len() < FEWEST || baseline.len() < FEWEST {
        return None;
    }
    let law = differences(&candidate, &baseline);
    let at_most_zero: f64 = share(law.iter().take_while(|atom| atom.value <= 0.0));
    let at_least_zero: f64 = share(law.iter().rev().take_while(|atom| atom.value >= 0.0));
    let p = (2.0 * at_most_zero.min(at_least_zero)).min(1.0);
    let logs = Logs {
        center: candidate[candidate.len() / 2] - baseline[baseline.len() / 2],
        interval_95: central(&law, 0.05),
        interval_90: central(&law, 0.1),
    };
    let replicates = (candidate.len(), baseline.len());
    let p = p.max(separation_p(replicates.0, replicates.1));
    Some(logs.estimate(p, replicates, RatioMethod::Bootstrap))
}

/// One possible difference of two medians and its probability.
#[derive(Clone, Copy)]
struct Atom {
    value: f64,
    weight: f64,
}

/// The law of the difference of the two bootstrap medians, in ascending order. The order among
/// equal values is that of their weights, so the order of the trials cannot show.
fn differences(candidate: &[f64], baseline: &[f64]) -> Vec<Atom> {
    let (upper, lower) = (median_weights(candidate.len()), median_weights(baseline.len()));
    let mut law = Vec::with_capacity(candidate.len() * baseline.len());
    for (high, weight_high) in candidate.iter().zip(upper.iter()) {
        for (low, weight_low) in baseline.iter().zip(lower.iter()) {
            law.push(Atom { value: high - low, weight: weight_high * weight_low });
        }
    }
    law.sort_unstable_by(|a, b| {
        a.value.total_cmp(&b.value).then_with(|| a.weight.total_cmp(&b.weight))
    });
    law
}

/// The probability of each order statistic of `n` values (n odd) to be the median of a resample.
/// Files hold thousands of cases with few different numbers of trials, so those of up to 255 are
/// computed once.
pub(super) fn median_weights(n: usize) -> Cow<'static, [f64]> {
    static KNOWN: [OnceLock<Vec<f64>>; 128] = [const { OnceLock::new() }; 128];
    match KNOWN.get(n / 2) {
        Some(known) if n % 2 == 1 => known.get_or_init(|| computed_weights(n)).into(),
        _ => computed_weights(n).into(),
    }
}

/// Computed for one half and mirrored, so that exchanging the sides mirrors the law to the bit.
fn computed_weights(n: usize) -> Vec<f64> {
    let median_within = |i: usize| binomial::at_least(n.div_ceil(2), n, i as f64 / n as f64);
    let mut weights = vec![0.0; n];
    let mut below = 0.0;
    for i in 0..n / 2 {
        let within = median_within(i + 1);
        let weight = (within - below).max(0.0);
        weights[i] = weight;
        weights[n - 1 - i] = weight;
        below = within;
    }
    weights[n / 2] = 1.0 - 2.0 * below;
    weights
}

/// The interval that leaves `outside` / 2 of the law on each side.
fn central(law: &[Atom], outside: f64) -> (f64, f64) {
    (reached(law.iter(), outside / 2.0), reached(law.iter().rev(), outside / 2.0))
}

/// The value at which the weights, summed in the order given, reach `share`.
fn reached<'a>(atoms: impl Iterator<Item = &'a Atom>, share: f64) -> f64 {
    let mut sum = 0.0;
    let mut last = f64::NAN;
    for atom in atoms {
        last = atom.value;
        sum += atom.weight;
        if sum >= share {
            break;
        }
    }
    last
}

/// The summed probability of some atoms.
fn share<'a>(atoms: impl Iterator<Item = &'a Atom>) -> f64 {
    atoms.map(|atom| atom.weight).sum()
}
