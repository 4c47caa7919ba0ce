//! What must hold for any figures.

use proptest::collection::vec;
use proptest::prelude::*;
use stats::{
    Conclusion, RatioEstimate, RatioMethod, benjamini_hochberg, bootstrap_ratio, carry_over,
    components, conclude, drift, effective_size, half_width_ratio, hodges_lehmann_ratio, holm,
    lag1, mean_interval, median, median_interval, modes, paired_ratio, quantile, ties, warm_up_cut,
    welch_ratio, wholly_beyond, with_floor,
};

/// Logarithms of figures, as many as a look may have or any other number.
fn logs() -> impl Strategy<Value = Vec<f64>> {
    prop_oneof![
        vec(-0.2..0.2_f64, 3..40),
        vec((-20..20_i32).prop_map(|x| f64::from(x) / 100.0), 3..40)
    ]
}

/// All that a caller might hand over by mistake too.
fn anything() -> impl Strategy<Value = Vec<f64>> {
    let value = prop_oneof![
        4 => -2.0..2.0_f64,
        1 => any::<f64>(),
        1 => prop::sample::select(vec![0.0, -0.0, f64::NAN, f64::INFINITY, f64::MAX, f64::MIN_POSITIVE]),
    ];
    vec(value, 0..25)
}

/// The same but for the last bits of sums in another order.
fn close(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= 1e-11 * a.abs().max(b.abs())
}

/// Whether one estimate is the other with the sides exchanged.
fn mirrored(a: &RatioEstimate, b: &RatioEstimate) -> bool {
    close(a.ratio, 1.0 / b.ratio)
        && close(a.low, 1.0 / b.high)
        && close(a.high, 1.0 / b.low)
        && close(a.low_90, 1.0 / b.high_90)
        && close(a.high_90, 1.0 / b.low_90)
        && close(a.p, b.p)
        && a.replicates == (b.replicates.1, b.replicates.0)
}

fn mirror(conclusion: Conclusion) -> Conclusion {
    match conclusion {
        Conclusion::Faster => Conclusion::Slower,
        Conclusion::Slower => Conclusion::Faster,
        other => other,
    }
}

/// Every estimate that two lists allow.
fn estimates(candidate: &[f64], baseline: &[f64]) -> Vec<RatioEstimate> {
    let differences: Vec<f64> = candidate.iter().zip(baseline).map(|(a, b)| a - b).collect();
    [
        bootstrap_ratio(candidate, baseline),
        welch_ratio(candidate, baseline),
        paired_ratio(&differences),
    ]
    .into_iter()
    .flatten()
    .flat_map(|estimate| [estimate, with_floor(&estimate, 0.01)])
    .collect()
}

fn shifted(values: &[f64], by: f64) -> Vec<f64> {
    values.iter().map(|value| value + by).collect()
}

proptest! {
    #[test]
    fn exchanging_the_sides_mirrors_the_conclusion(a in logs(), b in logs(), threshold in 0.001..0.2) {
        for (there, back) in estimates(&a, &b).iter().zip(estimates(&b, &a)) {
            prop_assert!(mirrored(there, &back), "{there:?} and {back:?}");
            let (there, back) =
                (conclude(there, there.p, threshold), conclude(&back, back.p, threshold));
            // The numbers may differ where rounding up meets the last bit.
            if let (
                Conclusion::Inconclusive { more, .. },
                Conclusion::Inconclusive { more: other, .. },
            ) = (there, back)
            {
                prop_assert!(more.abs_diff(other) <= 2);
            } else {
                prop_assert_eq!(there, mirror(back));
            }
        }
    }

    #[test]
    fn a_change_of_unit_changes_nothing(a in logs(), b in logs()) {
        // Near the logarithm of a thousand, and of few bits, so that differences stay what they were.
        let unit = 6.875;
        for (one, other) in estimates(&a, &b).iter().zip(estimates(&shifted(&a, unit), &shifted(&b, unit))) {
            prop_assert!((one.ratio - other.ratio).abs() < 1e-12);
            prop_assert!((one.p - other.p).abs() <= 1e-9 * one.p, "{} and {}", one.p, other.p);
            prop_assert!((one.low - other.low).abs() < 1e-9 && (one.high - other.high).abs() < 1e-9);
        }
    }

    #[test]
    fn the_order_of_trials_does_not_show(a in logs(), b in logs(), turn in 0..40_usize) {
        let odd = |values: &[f64]| values[..values.len() - (values.len() + 1) % 2].to_vec();
        let (a, b) = (odd(&a), odd(&b));
        let mut turned = a.clone();
        turned.rotate_left(turn % a.len());
        turned.reverse();
        prop_assert_eq!(bootstrap_ratio(&a, &b), bootstrap_ratio(&turned, &b));
        prop_assert_eq!(paired_ratio(&a), paired_ratio(&turned));
        prop_assert_eq!(hodges_lehmann_ratio(&a, &b), hodges_lehmann_ratio(&turned, &b));
    }

    #[test]
    fn the_last_of_an_even_number_is_left_out(a in logs(), b in logs(), last in -9.0..9.0_f64) {
        let mut more = a.clone();
        if more.len() % 2 == 0 {
            more.pop();
        }
        let odd = more.clone();
        more.push(last);
        prop_assert_eq!(bootstrap_ratio(&odd, &b), bootstrap_ratio(&more, &b));
        prop_assert_eq!(paired_ratio(&odd), paired_ratio(&more));
    }

    #[test]
    fn a_file_does_not_differ_from_itself(a in logs(), threshold in 0.001..0.2) {
        for estimate in estimates(&a, &a) {
            prop_assert!(close(estimate.ratio, 1.0) && estimate.p > 0.05, "{estimate:?}");
            let conclusion = conclude(&estimate, estimate.p, threshold);
            prop_assert!(!matches!(conclusion, Conclusion::Faster | Conclusion::Slower));
        }
    }

    #[test]
    fn intervals_enclose_the_estimate_and_one_another(a in logs(), b in logs()) {
        for estimate in estimates(&a, &b) {
            let RatioEstimate { ratio, low, high, low_90, high_90, p, .. } = estimate;
            let order = [low, low_90, ratio, high_90, high];
            prop_assert!(order.is_sorted_by(|x, y| *x <= y * (1.0 + 1e-12)), "{order:?}");
            prop_assert!(0.0 < p && p <= 1.0);
        }
    }

    #[test]
    fn a_floor_only_adds_doubt(a in logs(), b in logs(), sigma in 0.0..0.3) {
        let estimate = bootstrap_ratio(&a, &b).unwrap();
        let floored = with_floor(&estimate, sigma);
        prop_assert!(floored.low <= estimate.low * (1.0 + 1e-12));
        prop_assert!(floored.high >= estimate.high * (1.0 - 1e-12));
        prop_assert!(floored.p >= estimate.p);
        prop_assert_eq!(floored.ratio, estimate.ratio);
    }

    #[test]
    fn one_more_equal_in_the_family_makes_nothing_faster(
        p in vec(0.0..1.0_f64, 1..20), which in 0..20_usize, ratio in 0.7..1.4,
    ) {
        let which = which % p.len();
        let mut more = p.clone();
        more.push(1.0);
        let (before, after) = (holm(&p), holm(&more));
        for (before, after) in before.iter().zip(&after) {
            prop_assert!(after >= before);
        }
        for (before, after) in benjamini_hochberg(&p).iter().zip(benjamini_hochberg(&more)) {
            prop_assert!(after >= *before);
        }
        let estimate = RatioEstimate {
            ratio, low: ratio * 0.9, high: ratio * 1.1, low_90: ratio * 0.92, high_90: ratio * 1.09,
            p: p[which], replicates: (21, 21), method: RatioMethod::Bootstrap,
        };
        let (before, after) =
            (conclude(&estimate, before[which], 0.02), conclude(&estimate, after[which], 0.02));
        if matches!(after, Conclusion::Faster | Conclusion::Slower) {
            prop_assert_eq!(before, after);
        }
    }

    #[test]
    fn adjusted_p_are_ordered_and_bounded(p in vec(0.0..1.0_f64, 0..30)) {
        let (holm, q) = (holm(&p), benjamini_hochberg(&p));
        for (i, &raw) in p.iter().enumerate() {
            prop_assert!(raw <= q[i] * (1.0 + 1e-15) && q[i] <= holm[i] * (1.0 + 1e-12) && holm[i] <= 1.0);
            for (j, &other) in p.iter().enumerate() {
                if raw <= other {
                    prop_assert!(holm[i] <= holm[j] && q[i] <= q[j]);
                }
            }
        }
    }

    #[test]
    fn an_interval_of_a_median_holds_it(values in logs(), at_least in 0.5..0.999) {
        if let Some(interval) = median_interval(&values, at_least) {
            let median = median(&values).unwrap();
            prop_assert!(interval.low <= median && median <= interval.high);
            prop_assert!(interval.confidence >= at_least && interval.confidence < 1.0);
        }
    }

    #[test]
    fn nothing_panics_and_nothing_unusable_has_an_answer(a in anything(), b in anything()) {
        let unusable = a.iter().any(|value| !value.is_finite());
        let cases: Vec<usize> = (0..a.len()).map(|index| index % 3).collect();
        let answers = [
            median(&a).is_some(),
            quantile(&a, 0.3).is_some(),
            median_interval(&a, 0.9).is_some(),
            mean_interval(&a, 0.9).is_some(),
            bootstrap_ratio(&a, &b).is_some() && a.len() % 2 == 1,
            paired_ratio(&a).is_some() && a.len() % 2 == 1,
            welch_ratio(&a, &b).is_some(),
            hodges_lehmann_ratio(&a, &b).is_some(),
            drift(&a).is_some(),
            modes(&a).is_some(),
            lag1(&a).is_some(),
            effective_size(&a).is_some(),
            carry_over(&a, &cases).is_some(),
            components(&[vec![a.clone(), b.clone()], vec![b.clone()]]).is_some(),
            warm_up_cut(&a) > 0,
        ];
        if unusable {
            prop_assert_eq!(answers, [false; 15]);
        }
        if let (Some(interval), Some(median)) = (median_interval(&a, 0.9), median(&a)) {
            prop_assert!(half_width_ratio(&interval, median) >= 0.0);
        }
        for estimate in estimates(&a, &b) {
            for threshold in [0.02, 0.0, -3.0, f64::NAN, f64::INFINITY] {
                conclude(&estimate, estimate.p, threshold);
                wholly_beyond(&estimate, threshold);
            }
            with_floor(&estimate, f64::NAN);
        }
        holm(&a);
        benjamini_hochberg(&a);
    }

    #[test]
    fn ties_are_a_share(values in vec(0..9_u64, 0..30)) {
        let share = ties(&values);
        prop_assert!((0.0..=1.0).contains(&share));
        let tied = values.iter().filter(|&x| values.iter().filter(|&y| x == y).count() > 1).count();
        prop_assert!(close(share * values.len() as f64, tied as f64));
    }
}
