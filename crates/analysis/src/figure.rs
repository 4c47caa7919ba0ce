//! One trial, one figure: what a trial contributes to a metric.

use model::Values;

/// A trial's figure in the metric's units: the median batch, the value, or the histogram's p50.
/// The first `cut` batches are left out.
pub(crate) fn figure(values: &Values, cut: usize) -> Option<f64> {
    match values {
        Values::Batches { elapsed_ns, operations, .. } => {
            let kept: Vec<f64> = kept(elapsed_ns, cut).iter().map(|&ns| ns as f64).collect();
            Some(stats::median(&kept)? / *operations as f64)
        }
        Values::Single { amount, per } => Some(*amount as f64 / *per as f64),
        Values::Histogram(histogram) => histogram.quantile(0.5),
    }
}

/// The batches that a cut leaves; all where it would leave none.
pub(crate) fn kept(elapsed_ns: &[u64], cut: usize) -> &[u64] {
    elapsed_ns.get(cut..).filter(|kept| !kept.is_empty()).unwrap_or(elapsed_ns)
}

/// How many samples a trial's figure rests on.
pub(crate) fn samples(values: &Values, cut: usize) -> u64 {
    match values {
        Values::Batches { elapsed_ns, .. } => kept(elapsed_ns, cut).len() as u64,
        Values::Single { .. } => 1,
        Values::Histogram(histogram) => histogram.total(),
    }
}

/// The least and the greatest sample, in the metric's units.
pub(crate) fn extremes(values: &Values, cut: usize) -> Option<(f64, f64)> {
    match values {
        Values::Batches { elapsed_ns, operations, .. } => {
            let kept = kept(elapsed_ns, cut);
            let per = *operations as f64;
            Some((*kept.iter().min()? as f64 / per, *kept.iter().max()? as f64 / per))
        }
        Values::Single { amount, per } => {
            let value = *amount as f64 / *per as f64;
            Some((value, value))
        }
        Values::Histogram(histogram) => {
            Some((*histogram.lower.first()? as f64, histogram.max as f64))
        }
    }
}
