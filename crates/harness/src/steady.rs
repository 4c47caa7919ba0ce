//! When a device is in a steady state: the rule of SNIA's Solid State Storage Performance Test
//! Specification (version 2.0.2, section 2.1.24), on slices instead of rounds of a minute.

/// Slices that are looked at together: the measurement window.
pub(crate) const WINDOW: usize = 5;
/// Highest range of the window's values, of their average.
const RANGE: f64 = 0.20;
/// Highest rise or fall of the line through them, from the window's first value to its last, of
/// their average.
const SLOPE: f64 = 0.10;

/// Whether the last five speeds fulfil the rule; any unit will do.
pub(crate) fn is_steady(speeds: &[f64]) -> bool {
    let Some(window) = speeds.last_chunk::<WINDOW>() else { return false };
    let average = window.iter().sum::<f64>() / WINDOW as f64;
    let highest = window.iter().copied().fold(f64::MIN, f64::max);
    let lowest = window.iter().copied().fold(f64::MAX, f64::min);
    let rise = slope(window) * (WINDOW - 1) as f64;
    // What is not a number is not steady.
    average > 0.0 && highest - lowest <= RANGE * average && rise.abs() <= SLOPE * average
}

/// Of the line of least squares, for each step to the next value.
fn slope(window: &[f64; WINDOW]) -> f64 {
    let middle = (WINDOW - 1) as f64 / 2.0;
    let places = || (0..WINDOW).map(|place| place as f64 - middle);
    let shared: f64 = places().zip(window).map(|(place, value)| place * value).sum();
    shared / places().map(|place| place * place).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn reference_examples() {
        assert!(is_steady(&[100.0; 5]));
        assert!(!is_steady(&[100.0; 4]), "too few");
        assert!(
            is_steady(&[900.0, 500.0, 100.0, 100.0, 100.0, 100.0, 100.0]),
            "only the last five"
        );
        assert!(!is_steady(&[900.0, 100.0, 100.0, 100.0, 100.0]));
        // A range of 20 % of the average without a slope; a little more.
        assert!(is_steady(&[100.0, 90.0, 110.0, 100.0, 100.0]));
        assert!(!is_steady(&[100.0, 89.0, 111.0, 100.0, 100.0]));
        // A line that falls by 10 % from the first to the last, and one that falls by 12 %.
        assert!(is_steady(&[105.0, 102.5, 100.0, 97.5, 95.0]));
        assert!(!is_steady(&[106.0, 103.0, 100.0, 97.0, 94.0]), "its range alone would do");
        assert!(!is_steady(&[0.0; 5]));
        assert!(!is_steady(&[f64::INFINITY; 5]));
        assert!(!is_steady(&[f64::NAN; 5]));
    }

    proptest! {
        #[test]
        fn the_unit_and_the_direction_do_not_matter(
            values in prop::array::uniform5(80.0..120.0_f64), scale in 0.001..1_000.0_f64,
        ) {
            let steady = is_steady(&values);
            let mut reversed = values;
            reversed.reverse();
            prop_assert_eq!(is_steady(&reversed), steady);
            // Powers of two, so that rounding changes nothing at the limits.
            let scale = scale.log2().round().exp2();
            prop_assert_eq!(is_steady(&values.map(|one| one * scale)), steady);
        }

        #[test]
        fn what_lies_within_a_twentieth_is_steady(
            values in prop::array::uniform5(97.6..102.4_f64), before in 0.0..1e9_f64,
        ) {
            let mut all = vec![before];
            all.extend(values);
            prop_assert!(is_steady(&all));
        }

        #[test]
        fn one_slice_far_off_is_never_steady(place in 0..WINDOW, factor in 1.3..100.0_f64) {
            let mut values = [100.0; WINDOW];
            values[place] *= factor;
            prop_assert!(!is_steady(&values));
            values[place] = 100.0 / factor;
            prop_assert!(!is_steady(&values));
        }
    }
}
