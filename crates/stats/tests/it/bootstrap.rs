//! The exact bootstrap against the one with random numbers.

use stats::bootstrap_ratio;

use crate::noise::{Random, Shape};

/// The median of a resample of an odd number of sorted values.
fn resampled_median(random: &mut Random, sorted: &[f64]) -> f64 {
    // In sorted values the median is at the middle index; indices are quicker to draw and select.
    let mut indices = [0; 64];
    let drawn = &mut indices[..sorted.len()];
    drawn.fill_with(|| random.below(sorted.len()));
    let (_, middle, _) = drawn.select_nth_unstable(sorted.len() / 2);
    sorted[*middle]
}

#[test]
fn the_closed_form_is_the_limit_of_resampling() {
    let mut random = Random::new(51);
    let resamples = if cfg!(debug_assertions) { 50_000 } else { 1_000_000 };
    let tolerance = if cfg!(debug_assertions) { 0.01 } else { 0.003 };
    for (shape, candidates, baselines) in
        [(Shape::Normal, 11, 11), (Shape::Skewed, 21, 21), (Shape::Bimodal, 31, 11)]
    {
        let mut side = |count: usize, effect: f64| -> Vec<f64> {
            let mut values: Vec<f64> =
                (0..count).map(|_| effect + shape.effect(&mut random, 0.03)).collect();
            values.sort_unstable_by(f64::total_cmp);
            values
        };
        let (candidate, baseline) = (side(candidates, 0.01), side(baselines, 0.0));
        let estimate = bootstrap_ratio(&candidate, &baseline).unwrap();

        let differences: Vec<f64> = (0..resamples)
            .map(|_| {
                resampled_median(&mut random, &candidate) - resampled_median(&mut random, &baseline)
            })
            .collect();
        let share = |wanted: &dyn Fn(f64) -> bool| {
            differences.iter().filter(|&&difference| wanted(difference)).count() as f64
                / f64::from(resamples)
        };
        let p = 2.0 * share(&|d| d <= 0.0).min(share(&|d| d >= 0.0));
        assert!((estimate.p - p.min(1.0)).abs() < tolerance, "{shape:?}: {} and {p}", estimate.p);

        // The law is discrete: the end of an interval is the value at which the tail passes its
        // share, so that below it lies less and up to it at least as much.
        for (end, tail) in [(estimate.low, 0.025), (estimate.low_90, 0.05)] {
            let end = end.ln();
            assert!(share(&|d| d < end - 1e-9) < tail + tolerance, "{shape:?} below {tail}");
            assert!(share(&|d| d <= end + 1e-9) > tail - tolerance, "{shape:?} to {tail}");
        }
        for (end, tail) in [(estimate.high, 0.025), (estimate.high_90, 0.05)] {
            let end = end.ln();
            assert!(share(&|d| d > end + 1e-9) < tail + tolerance, "{shape:?} above {tail}");
            assert!(share(&|d| d >= end - 1e-9) > tail - tolerance, "{shape:?} from {tail}");
        }
    }
}
