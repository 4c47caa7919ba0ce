//! Sorted copies: the first step of nearly everything here.

/// The values in ascending order; `None` if there are none or one is NaN or infinite.
pub(crate) fn sorted(values: &[f64]) -> Option<Vec<f64>> {
    if values.is_empty() || !all_finite(values) {
        return None;
    }
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    Some(sorted)
}

/// Whether no value is NaN or infinite.
pub(crate) fn all_finite(values: &[f64]) -> bool {
    values.iter().all(|value| value.is_finite())
}

/// The natural logarithms, where all values are positive and finite.
pub(crate) fn logs(values: &[f64]) -> Option<Vec<f64>> {
    let usable = |value: f64| value.is_finite() && value > 0.0;
    values.iter().map(|&value| usable(value).then(|| libm::log(value))).collect()
}

/// The middle of values that are sorted and at least one: the mean of the two middle ones where
/// the number is even.
pub(crate) fn middle(sorted: &[f64]) -> f64 {
    let half = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[half] } else { f64::midpoint(sorted[half - 1], sorted[half]) }
}

/// The middle of values in any order and at least one, like [`middle`] of them sorted, which takes
/// a tenfold of the time where they are thousands. They are left in another order.
pub(crate) fn selected_middle(values: &mut [f64]) -> f64 {
    let (half, even) = (values.len() / 2, values.len().is_multiple_of(2));
    let (below, middle, _) = values.select_nth_unstable_by(half, f64::total_cmp);
    match below.iter().copied().max_by(f64::total_cmp).filter(|_| even) {
        Some(before) => f64::midpoint(before, *middle),
        None => *middle,
    }
}

/// The ranks of the values, from 1, in their given order; equal values share their mean rank.
/// The second result is the sum of t³ − t over the groups of t equal values, which the tests on
/// ranks need to correct their variances.
pub(crate) fn ranks(values: &[f64]) -> (Vec<f64>, f64) {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut correction = 0.0;
    let mut start = 0;
    // In ascending order, "not less" is "equal".
    for group in order.chunk_by(|&a, &b| values[a] >= values[b]) {
        let size = group.len() as f64;
        for &index in group {
            ranks[index] = start as f64 + f64::midpoint(size, 1.0);
        }
        correction += size * size * size - size;
        start += group.len();
    }
    (ranks, correction)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_selected_middle_is_that_of_the_sorted(mut values in prop::collection::vec(-1e9_f64..1e9, 1..90)) {
            let wanted = middle(&sorted(&values).unwrap());
            prop_assert_eq!(selected_middle(&mut values).to_bits(), wanted.to_bits());
        }
    }
}
