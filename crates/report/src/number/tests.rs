//! Digits, units, prefixes.

use model::{Better, ThresholdClass};
use proptest::prelude::*;

use super::*;

fn metric(amount: Unit, per: Unit) -> Metric {
    Metric {
        name: "time_ns".into(),
        summary: String::new(),
        amount,
        per,
        better: Better::Less,
        class: ThresholdClass::System,
    }
}

fn time() -> Metric {
    metric(Unit::Nanoseconds, Unit::count("thread"))
}

#[test]
fn a_figure_has_three_digits_and_its_unit() {
    let check = |metric: &Metric, value: f64, expected: &str| {
        assert_eq!(figure(metric, value), expected);
    };
    let time = time();
    check(&time, 0.0, "0 ns");
    check(&time, 0.8512, "0.851 ns");
    check(&time, 52.34, "52.3 ns");
    check(&time, 999.4, "999 ns");
    check(&time, 999.6, "1.00 µs");
    check(&time, 52_341.0, "52.3 µs");
    check(&time, 1.5e9, "1.50 s");
    check(&time, 123_456e9, "123,456 s");
    let bandwidth = metric(Unit::Bytes, Unit::Nanoseconds);
    check(&bandwidth, 2.5, "2.50 GB/s");
    check(&bandwidth, 0.0125, "12.5 MB/s");
    let rate = metric(Unit::count("answer"), Unit::count("second"));
    check(&rate, 81_234.5, "81.2 k/s");
    check(&rate, 0.5, "0.500 /s");
    let memory = metric(Unit::Bytes, Unit::count("connection"));
    check(&memory, 4096.0, "4.00 KiB");
    check(&memory, 512.0, "512 B");
    let faults = metric(Unit::count("fault"), Unit::count("process"));
    check(&faults, 7.0, "7 faults");
    check(&faults, 7.25, "7.25 faults");
    check(&faults, 70_000.0, "70.0 k faults");
    check(&metric(Unit::Nanoseconds, Unit::Bytes), 0.21, "0.210 ns/B");
}

#[test]
fn a_row_has_one_unit_and_as_many_decimals_as_its_interval_needs() {
    let wide = Format::of_row(&time(), 52_340.0, Some((51_800.0, 52_900.0)));
    assert_eq!(wide.figure(52_340.0), "52.3 µs");
    assert_eq!(wide.range(51_800.0, 52_900.0), "51.8 – 52.9 µs");
    assert_eq!(wide.figure(1_234_567.0), "1,234.6 µs");
    let narrow = Format::of_row(&time(), 52_340.0, Some((52_300.0, 52_400.0)));
    assert_eq!(narrow.range(52_300.0, 52_400.0), "52.30 – 52.40 µs");
}

#[test]
fn durations_shares_and_ratios() {
    assert_eq!(duration(0), "0 ns");
    assert_eq!(duration(84_300_000), "84.3 ms");
    assert_eq!(duration(59_900_000_000), "59.9 s");
    assert_eq!(duration(84_300_000_000), "1 min 24 s");
    assert_eq!(duration(3 * 3_600_000_000_000 + 120_000_000_000), "3 h 02 min");
    assert_eq!(percent(0.0), "0 %");
    assert_eq!(percent(0.0034), "0.3 %");
    assert_eq!(percent(0.62), "62 %");
    assert_eq!(percent(-0.021), "−2.1 %");
    assert_eq!(ratio(0.4567), "0.457");
    assert_eq!(ratio(1.0512), "1.051");
    assert_eq!(ratio(12.34), "12.3");
    assert_eq!(ratio(1234.0), "1,234");
    assert_eq!(plural("process", 2), "processes");
    assert_eq!(plural("entry", 2), "entries");
    assert_eq!(plural("trial", 1), "trial");
    assert_eq!(count(65_534), "65,534");
}

#[test]
fn names_of_metrics_lose_their_units() {
    let named = |name: &str| metric_name(&Metric { name: name.into(), ..time() });
    assert_eq!(named("open_ns"), "open");
    assert_eq!(named("latency_ns_p99"), "latency p99");
    assert_eq!(named("ns"), "ns");
    assert_eq!(quantity(&time()), "time per thread");
}

fn any_metric() -> impl Strategy<Value = Metric> {
    let unit = || {
        prop_oneof![
            Just(Unit::Nanoseconds),
            Just(Unit::Bytes),
            Just(Unit::count("second")),
            Just(Unit::count("page fault")),
        ]
    };
    (unit(), unit()).prop_map(|(amount, per)| metric(amount, per))
}

proptest! {
    #[test]
    fn shown_digits_are_true_and_never_more_than_four(
        metric in any_metric(), mantissa in 1.0_f64..10.0, exponent in -6_i32..14
    ) {
        let value = mantissa * 10_f64.powi(exponent);
        let shown = figure(&metric, value);
        let (digits, unit) = shown.split_once(' ').expect("digits and a unit");
        prop_assert!(!unit.trim().is_empty());
        let plain = digits.replace(',', "");
        let significant = plain.replace('.', "");
        let significant = significant.trim_start_matches('0');
        if plain.contains('.') {
            prop_assert!(significant.len() <= 4, "{shown}");
        }
        let format = Format::of_figure(&metric, value);
        let read: f64 = plain.parse().expect("a number");
        let half = 0.5 * 10_f64.powi(-(format.decimals as i32)) * 1.000_001;
        prop_assert!((read - value / format.divisor).abs() <= half, "{shown} for {value}");
    }

    #[test]
    fn a_prefix_keeps_figures_below_a_thousand(mantissa in 1.0_f64..10.0, exponent in 0_i32..11) {
        let shown = figure(&time(), mantissa * 10_f64.powi(exponent));
        let whole = shown.split(['.', ' ']).next().expect("digits");
        prop_assert!(whole.len() <= 3, "{shown}");
    }

    #[test]
    fn odd_figures_do_not_panic(metric in any_metric(), value in any::<f64>(), low in any::<f64>(), high in any::<f64>()) {
        let format = Format::of_row(&metric, value, Some((low, high)));
        prop_assert!(!format.range(low, high).is_empty());
        prop_assert!(!figure(&metric, value).is_empty());
        prop_assert!(!ratio(value).is_empty());
        prop_assert!(!percent(value).is_empty());
    }
}
