//! The tests and estimates against other programs' numbers (`tests/reference/make.py`).

use stats::{
    benjamini_hochberg, bootstrap_ratio, carry_over, drift, hodges_lehmann_ratio, holm, lag1,
    mean_interval, median_interval, paired_ratio, quantile, welch_ratio, with_estimated_floor,
};

const REFERENCE: &str = include_str!("../reference/tests.txt");

#[track_caller]
fn assert_close(got: &[f64], wanted: &[f64], line: &str) {
    assert_eq!(got.len(), wanted.len(), "{line}");
    for (got, wanted) in got.iter().zip(wanted) {
        let error = (got - wanted).abs();
        assert!(error <= 1e-10 * wanted.abs().max(1e-3), "{got} and {wanted} in {line}");
    }
}

/// "[1 2] [3]" as lists of numbers.
fn lists(line: &str) -> Vec<Vec<f64>> {
    let numbers = |list: &str| -> Vec<f64> {
        list.trim_end_matches(']').split(' ').map(|field| field.parse().unwrap()).collect()
    };
    line.split(" [").skip(1).map(numbers).collect()
}

#[test]
fn results_are_those_of_other_programs() {
    let mut checks = 0;
    for line in REFERENCE.lines() {
        let lists = lists(line);
        let lists: Vec<&[f64]> = lists.iter().map(Vec::as_slice).collect();
        let (name, _) = line.split_once(' ').unwrap();
        checks += 1;
        match (name, lists.as_slice()) {
            ("quantile", &[values, &[q], wanted]) => {
                assert_close(&[quantile(values, q).unwrap()], wanted, line);
            }
            ("ranks", &[&[n], &[at_least], &[rank], &[confidence]]) => {
                // Of the values 1, 2, 3 … an order statistic is its rank.
                let values: Vec<f64> = (1..=n as u32).map(f64::from).collect();
                let interval = median_interval(&values, at_least).unwrap();
                let got = [interval.low, interval.high, interval.confidence];
                assert_close(&got, &[rank, n + 1.0 - rank, confidence], line);
            }
            ("holm", &[p, wanted]) => assert_close(&holm(p), wanted, line),
            ("benjamini_hochberg", &[p, wanted]) => {
                assert_close(&benjamini_hochberg(p), wanted, line);
            }
            ("welch", &[candidate, baseline, wanted]) => {
                let e = welch_ratio(candidate, baseline).unwrap();
                assert_close(&[e.ratio, e.low, e.high, e.low_90, e.high_90, e.p], wanted, line);
            }
            ("paired", &[differences, wanted]) => {
                let estimate = paired_ratio(differences).unwrap();
                assert_close(&[estimate.ratio, estimate.p], wanted, line);
            }
            ("hodges_lehmann", &[candidate, baseline, wanted]) => {
                let ratio = hodges_lehmann_ratio(candidate, baseline).unwrap();
                assert_close(&[ratio], wanted, line);
            }
            ("drift", &[values, wanted]) => {
                let drift = drift(values).unwrap();
                assert_close(&[drift.change, drift.p], wanted, line);
            }
            ("carry_over", &[values, cases, wanted]) => {
                let cases: Vec<usize> = cases.iter().map(|&case| case as usize).collect();
                assert_close(&[carry_over(values, &cases).unwrap().p], wanted, line);
            }
            ("lag1", &[values, wanted]) => assert_close(&[lag1(values).unwrap()], wanted, line),
            _ => panic!("a line without a check: {line}"),
        }
    }
    assert_eq!(checks, 75, "lines of the reference");
}

/// The ranks that the looks of a run have, by hand from the binomial coefficients of 11.
#[test]
fn eleven_values_have_ranks_two_to_ten() {
    let values: Vec<f64> = (1..=11).map(f64::from).collect();
    let interval = median_interval(&values, 0.95).unwrap();
    assert_eq!((interval.low, interval.high), (2.0, 10.0));
    assert!((interval.confidence - (1.0 - 2.0 * 12.0 / 2048.0)).abs() < 1e-15);
}

/// The bootstrap of three against three values, by hand: a median of three draws is the lowest
/// with probability 7/27, the middle one with 13/27.
#[test]
fn the_bootstrap_of_three_is_known() {
    let estimate = bootstrap_ratio(&[1.0, 2.0, 4.0], &[-0.5, 1.5, 3.5]).unwrap();
    // At most zero: 1 − 1.5, 1 − 3.5, 2 − 3.5.
    let wanted = 2.0 * (7.0 * 13.0 + 7.0 * 7.0 + 13.0 * 7.0) / (27.0 * 27.0);
    assert!((estimate.p - wanted).abs() < 1e-14);
    // The lowest difference alone, 1 − 3.5, has 49/729, which is more than the 2.5 % outside.
    assert!((estimate.low - (-2.5_f64).exp()).abs() < 1e-14);
    assert!((estimate.high - 4.5_f64.exp()).abs() < 1e-9);
    assert_eq!(estimate.replicates, (3, 3));
}

/// Student's table: 4.303 for three sessions.
#[test]
fn three_sessions_have_the_textbook_interval() {
    let (mean, interval) = mean_interval(&[1.0, 2.0, 3.0], 0.95).unwrap();
    assert!((mean - 2.0).abs() < 1e-15);
    assert!((interval.high - 2.0 - 4.302_652_729_749_46 / 3.0_f64.sqrt()).abs() < 1e-12);
    assert!((interval.high + interval.low - 4.0).abs() < 1e-12);
}

/// The bits themselves, not merely the numbers: they must be the same on every system, since
/// verdicts are recomputed from files and compared.
#[test]
fn the_bits_are_the_same_everywhere() {
    let figures = |start: f64, step: f64, count: u32| -> Vec<f64> {
        (0..count).map(|i| start + step * f64::from(i * i % 17)).collect()
    };
    let (candidate, baseline) = (figures(0.06, 0.011, 21), figures(0.0, 0.007, 11));
    let bootstrap = bootstrap_ratio(&candidate, &baseline).unwrap();
    let welch = welch_ratio(&candidate, &baseline).unwrap();
    let floored = with_estimated_floor(&bootstrap, 0.03, 5);
    let drift = drift(&figures(100.0, 1.5, 9)).unwrap();
    let bits = [
        bootstrap.ratio,
        bootstrap.low,
        bootstrap.high_90,
        bootstrap.p,
        welch.low,
        welch.p,
        floored.high,
        floored.p,
        drift.change,
        drift.p,
    ]
    .map(f64::to_bits);
    let wanted = [
        0x3ff1_6b62_9641_1118,
        0x3fef_f7cf_e56f_1a9e,
        0x3ff2_3d4e_db33_a8aa,
        0x3fb4_2a56_8fda_6f9c,
        0x3ff0_a23c_4639_605a,
        0x3f34_c5d0_960a_2833,
        0x3ff3_667b_0287_922b,
        0x3fc3_8e83_cdd4_f66c,
        0x3fc9_3410_8ff8_949a,
        0x3fb3_8a8a_df87_cfb0,
    ];
    assert_eq!(bits, wanted, "{bits:#x?}");
}
