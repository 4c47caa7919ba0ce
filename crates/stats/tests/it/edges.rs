//! Single cases that show what a function answers at its borders.

use stats::{
    Conclusion, Interval, RatioEstimate, RatioMethod, bootstrap_ratio, conclude, half_width_ratio,
    holm, mean_interval, median, median_interval, paired_ratio, quantile, ties, welch_ratio,
    wholly_beyond, with_estimated_floor, with_floor,
};

/// An estimate with given ends, from 21 trials a side.
fn estimate(ratio: f64, ends: [f64; 4], p: f64) -> RatioEstimate {
    let [low, low_90, high_90, high] = ends;
    let (replicates, method) = ((21, 21), RatioMethod::Bootstrap);
    RatioEstimate { ratio, low, high, low_90, high_90, p, replicates, method }
}

#[test]
fn medians_and_quantiles() {
    assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
    assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), Some(2.5));
    assert_eq!(median(&[]), None);
    assert_eq!(median(&[1.0, f64::NAN]), None);
    assert_eq!(median(&[f64::MAX, f64::MAX]), Some(f64::MAX));
    assert_eq!(quantile(&[10.0, 20.0, 30.0], 0.25), Some(15.0));
    assert_eq!(quantile(&[10.0], 1.5), None);
    assert_eq!(quantile(&[10.0], f64::NAN), None);
}

#[test]
fn too_few_values_have_no_interval() {
    let values = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    assert_eq!(median_interval(&values[..5], 0.95), None);
    let interval = median_interval(&values, 0.95).unwrap();
    assert_eq!((interval.low, interval.high), (1.0, 6.0));
    assert!((interval.confidence - 0.968_75).abs() < 1e-15);
    for confidence in [0.0, 1.0, -1.0, f64::NAN] {
        assert_eq!(median_interval(&values, confidence), None);
        assert_eq!(mean_interval(&values, confidence), None);
    }
    assert_eq!(mean_interval(&[1.0], 0.95), None);
    assert_eq!(paired_ratio(&values), None);
    assert_eq!(welch_ratio(&[1.0], &[1.0, 2.0]), None);
    assert_eq!(bootstrap_ratio(&[1.0, 2.0], &values), None);
}

#[test]
fn widths_are_relative() {
    let interval = |low, high| Interval { low, high, confidence: 0.95 };
    assert!((half_width_ratio(&interval(100.0, 121.0), 110.0) - 0.1).abs() < 1e-12);
    assert!((half_width_ratio(&interval(-1.0, 3.0), 2.0) - 1.0).abs() < 1e-12);
    assert_eq!(half_width_ratio(&interval(5.0, 5.0), 5.0), 0.0);
    assert_eq!(half_width_ratio(&interval(0.0, 0.0), 0.0), 0.0);
    assert_eq!(half_width_ratio(&interval(0.0, 1.0), 0.0), f64::INFINITY);
}

#[test]
fn complete_separation_is_not_certainty() {
    let low: Vec<f64> = (0..11).map(|i| f64::from(i) / 1000.0).collect();
    let high: Vec<f64> = low.iter().map(|value| value + 1.0).collect();
    let estimate = bootstrap_ratio(&high, &low).unwrap();
    assert!((estimate.p - 2.0 / 705_432.0).abs() < 1e-18);
    assert!((estimate.ratio - 1.0_f64.exp()).abs() < 1e-12);
    // Sessions without any spread, in three of each: 2 of 20 ways to deal them out.
    assert!((welch_ratio(&[0.1; 3], &[0.0; 3]).unwrap().p - 0.1).abs() < 1e-15);
    assert_eq!(welch_ratio(&[0.1; 3], &[0.1; 3]).unwrap().p, 1.0);
}

#[test]
fn a_difference_of_zero_counts_for_both_signs() {
    let mut differences = vec![0.01; 19];
    differences.extend([0.0, 0.0]);
    let estimate = paired_ratio(&differences).unwrap();
    // Two of 21 do not rise: 2·(1 + 21 + 210)/2²¹.
    assert!((estimate.p - 464.0 / 2_097_152.0).abs() < 1e-15);
    assert_eq!(paired_ratio(&[0.0; 21]).unwrap().p, 1.0);
}

#[test]
fn ties_count_every_tied_value() {
    assert_eq!(ties(&[]), 0.0);
    assert_eq!(ties(&[1, 2, 3]), 0.0);
    assert_eq!(ties(&[1, 2, 1, 3]), 0.5);
    assert_eq!(ties(&[7; 5]), 1.0);
}

#[test]
fn nan_is_a_member_of_the_family() {
    assert_eq!(holm(&[0.01, f64::NAN]), [0.02, 1.0]);
    assert!(holm(&[]).is_empty());
}

#[test]
fn conclusions() {
    let clear = estimate(0.9, [0.85, 0.86, 0.94, 0.95], 0.001);
    assert_eq!(conclude(&clear, 0.01, 0.02), Conclusion::Faster);
    assert!(wholly_beyond(&clear, 0.02) && !wholly_beyond(&clear, 0.06));
    let slower = estimate(1.1, [1.01, 1.02, 1.18, 1.2], 0.001);
    assert_eq!(conclude(&slower, 0.01, 0.02), Conclusion::Slower);
    assert!(!wholly_beyond(&slower, 0.02) && wholly_beyond(&slower, 0.01));
    let less = estimate(0.97, [0.95, 0.955, 0.975, 0.9803], 0.001);
    assert!(wholly_beyond(&less, 0.02), "1/1.02 is 0.98039");
    // Significant, but within what is worth speaking of.
    let small = estimate(1.01, [1.004, 1.005, 1.015, 1.016], 0.001);
    assert_eq!(conclude(&small, 0.001, 0.02), Conclusion::Indistinguishable);
    // Beyond the threshold, but not significant in its family.
    assert!(matches!(conclude(&clear, 0.05, 0.02), Conclusion::Inconclusive { .. }));
    // The ends of the threshold are ratios: 1/1.02 and not 0.98.
    let edge = estimate(0.99, [0.9802, 0.9803, 1.0, 1.0], 0.5);
    assert!(matches!(conclude(&edge, 0.5, 0.02), Conclusion::Inconclusive { .. }));
    for threshold in [0.0, -0.5, f64::NAN, f64::INFINITY] {
        let conclusion = conclude(&clear, 0.001, threshold);
        assert_eq!(conclusion, Conclusion::Inconclusive { more: 2, cheap: false });
    }
}

/// n′ = 1.15·n·(h/t)², rounded up to an odd number.
#[test]
fn what_is_missing_is_counted() {
    let symmetric = |center: f64, half: f64, p: f64| {
        let half_90 = half * 1.645 / 1.96;
        let ends = [center - half, center - half_90, center + half_90, center + half];
        estimate(center.exp(), ends.map(f64::exp), p)
    };
    let limit = 1.02_f64.ln();
    // No effect: t is the whole threshold; 1.15·21·2² = 96.6.
    let none = symmetric(0.0, 2.0 * limit, 0.9);
    assert_eq!(conclude(&none, 0.9, 0.02), Conclusion::Inconclusive { more: 97 - 21, cheap: true });
    // Just inside the threshold: t is a quarter of it; 1.15·21·4² = 386.4.
    let near = symmetric(0.9 * limit, limit, 0.08);
    assert_eq!(
        conclude(&near, 0.08, 0.02),
        Conclusion::Inconclusive { more: 387 - 21, cheap: false }
    );
    // An effect twice the threshold: t is the effect; 1.15·21·1.5² = 54.3.
    let beyond = symmetric(2.0 * limit, 3.0 * limit, 0.2);
    assert_eq!(
        conclude(&beyond, 0.2, 0.02),
        Conclusion::Inconclusive { more: 55 - 21, cheap: true }
    );
    // Significant alone but not in a family of 40: the level is 0.00125, 3.227 and not 1.96 errors
    // wide, so 1.15·21·(0.9·3.227/1.96)² = 53.0.
    let family = symmetric(2.0 * limit, 1.8 * limit, 0.02);
    assert_eq!(
        conclude(&family, 0.8, 0.02),
        Conclusion::Inconclusive { more: 55 - 21, cheap: true }
    );
}

#[test]
fn a_floor_adds_the_noise_of_both_sides() {
    let half = 0.01;
    let ends = [-half, -half / 2.0, half / 2.0, half].map(f64::exp);
    let floored = with_floor(&estimate(1.0, ends, 0.5), 0.03);
    let wanted = (half * half + 2.0 * (1.96_f64 * 0.03).powi(2)).sqrt();
    assert!((floored.high.ln() - wanted).abs() < 1e-5);
    assert!((floored.low.ln() + wanted).abs() < 1e-5);
    let unknown = with_floor(&estimate(1.5, ends, 0.001), f64::NAN);
    assert_eq!((unknown.low, unknown.high, unknown.p), (0.0, f64::INFINITY, 1.0));
    assert_eq!(with_estimated_floor(&estimate(1.5, ends, 0.001), 0.03, 1).p, 1.0);
    let alone = estimate(1.0, ends, 0.5);
    let many = with_estimated_floor(&alone, 0.03, 100_000);
    assert!((many.high - with_floor(&alone, 0.03).high).abs() < 1e-5);
    // Without any error of its own: Student's 2.776 for five sessions.
    let point = estimate(1.0, [1.0; 4], 1.0);
    let five = with_estimated_floor(&point, 0.03, 5);
    assert!((five.high.ln() - 2.776_445_1 * 2.0_f64.sqrt() * 0.03).abs() < 1e-8);
    assert!((five.high_90.ln() - 2.131_846_8 * 2.0_f64.sqrt() * 0.03).abs() < 1e-8);
    assert_eq!(with_floor(&point, 0.0), point);
    let welch = welch_ratio(&[0.1, 0.2, 0.3], &[0.0, 0.1, 0.3]).unwrap();
    assert_eq!(with_floor(&welch, 0.5), welch);
    let paired = paired_ratio(&[0.1, 0.2, 0.3, 0.2, 0.1, 0.0, 0.1]).unwrap();
    assert_eq!(with_floor(&paired, f64::NAN), paired);
}
