//! What a trial found out: always integers, an amount and what it is per.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Tallies;
use crate::lean::exact;

/// What a trial returned.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Measured {
    /// One for each metric of the definition that applies.
    #[serde(deserialize_with = "exact")]
    pub observations: Vec<Observation>,
    /// One for each role, checked by the harness.
    #[schemars(with = "BTreeMap<String, crate::Tally>")]
    pub tallies: Tallies,
}

/// What a trial found for one metric.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Observation {
    /// Index into the definition's metrics.
    pub metric: u16,
    /// The figures.
    pub values: Values,
    /// Why the figures must not be used, where that is so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invalid: Option<String>,
}

/// Integers in base units, in execution order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Values {
    /// Timed batches of equal operation count.
    Batches {
        /// Length of each batch.
        #[serde(deserialize_with = "exact")]
        elapsed_ns: Vec<u64>,
        /// Start of each batch, counted from the trial's `go`.
        #[serde(deserialize_with = "exact")]
        start_ns: Vec<u64>,
        /// Operations in each batch.
        operations: u64,
        /// Batches done and thrown away before these.
        warm_up: u32,
    },
    /// One value: an amount and the count it is per.
    Single {
        /// In the metric's unit of amount.
        amount: u64,
        /// In the metric's unit of per.
        per: u64,
    },
    /// A latency histogram.
    Histogram(Histogram),
}

/// A sparse, mergeable histogram. Bucket bounds are those of `HdrHistogram` at two significant
/// digits: a value is known to within 0.8 %.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Histogram {
    /// Lower bound of each non-empty bucket, rising.
    pub lower: Vec<u64>,
    /// Width of each of these buckets.
    pub width: Vec<u64>,
    /// How many values lie in it.
    pub count: Vec<u64>,
    /// The largest value seen, exactly.
    pub max: u64,
    /// The sum of all values, exactly.
    pub sum: u64,
}

impl Histogram {
    /// How many values it holds.
    pub fn total(&self) -> u64 {
        self.count.iter().sum()
    }

    /// The value below which a share `quantile` (0 to 1) of all values lies, interpolated within
    /// its bucket; `None` where it is empty.
    pub fn quantile(&self, quantile: f64) -> Option<f64> {
        let total = self.total();
        if total == 0 {
            return None;
        }
        let wanted = quantile.clamp(0.0, 1.0) * total as f64;
        let mut below = 0.0;
        for ((&lower, &width), &count) in self.lower.iter().zip(&self.width).zip(&self.count) {
            let count = count as f64;
            if below + count >= wanted {
                let share = ((wanted - below) / count).clamp(0.0, 1.0);
                return Some((lower as f64 + share * width as f64).min(self.max as f64));
            }
            below += count;
        }
        Some(self.max as f64)
    }

    /// Adds another histogram's values.
    pub fn merge(&mut self, other: &Self) {
        let mut buckets: BTreeMap<u64, (u64, u64)> = BTreeMap::new();
        for part in [&*self, other] {
            for ((&lower, &width), &count) in part.lower.iter().zip(&part.width).zip(&part.count) {
                buckets.entry(lower).or_insert((width, 0)).1 += count;
            }
        }
        let (max, sum) = (self.max.max(other.max), self.sum.saturating_add(other.sum));
        *self = Self { max, sum, ..Self::default() };
        for (lower, (width, count)) in buckets {
            self.lower.push(lower);
            self.width.push(width);
            self.count.push(count);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn histogram(values: &[u64]) -> Histogram {
        let mut whole = Histogram::default();
        for &value in values {
            whole.merge(&Histogram {
                lower: vec![value],
                width: vec![1],
                count: vec![1],
                max: value,
                sum: value,
            });
        }
        whole
    }

    #[test]
    fn an_empty_histogram_has_no_quantile() {
        assert_eq!(Histogram::default().quantile(0.5), None);
    }

    proptest! {
        #[test]
        fn quantiles_rise_and_stay_within_the_values(mut values in prop::collection::vec(1_u64..1_000_000, 1..50)) {
            let whole = histogram(&values);
            values.sort_unstable();
            let quantiles: Vec<f64> =
                (0..=10).map(|tenth| whole.quantile(f64::from(tenth) / 10.0).unwrap()).collect();
            prop_assert!(quantiles.is_sorted());
            prop_assert!(quantiles[0] >= values[0] as f64);
            prop_assert!(quantiles[10] <= *values.last().unwrap() as f64);
            prop_assert_eq!(whole.total(), values.len() as u64);
            prop_assert_eq!(whole.sum, values.iter().sum::<u64>());
        }

        #[test]
        fn merging_is_commutative(left in prop::collection::vec(1_u64..500, 0..20), right in prop::collection::vec(1_u64..500, 0..20)) {
            let (mut one, mut other) = (histogram(&left), histogram(&right));
            let (before_one, before_other) = (one.clone(), other.clone());
            one.merge(&before_other);
            other.merge(&before_one);
            prop_assert_eq!(one, other);
        }
    }
}
