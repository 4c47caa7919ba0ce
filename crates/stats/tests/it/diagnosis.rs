//! The diagnostics: silent on clean noise, awake where there is something to find.

use stats::{carry_over, components, drift, effective_size, lag1, modes, warm_up_cut};

use crate::noise::{Random, Shape};
use crate::simulation::{Count, repetitions};

/// Positive figures of one shape around 100.
fn figures(random: &mut Random, shape: Shape, noise: f64, count: usize) -> Vec<f64> {
    (0..count).map(|_| 100.0 * shape.effect(random, noise).exp()).collect()
}

/// An autoregressive series.
fn dependent(random: &mut Random, follows: f64, count: usize) -> Vec<f64> {
    let mut level = random.normal() / (1.0 - follows * follows).sqrt();
    let mut step = || {
        level = follows * level + random.normal();
        level
    };
    (0..count).map(|_| step()).collect()
}

#[test]
fn one_mode_is_not_taken_for_two() {
    let mut random = Random::new(61);
    for count in stats::LOOKS {
        // Noise of 50 % is lognormal as figures come.
        for (shape, noise, bar) in [
            (Shape::Normal, 0.03, 0.002),
            (Shape::Normal, 0.5, 0.002),
            (Shape::T3, 0.03, 0.002),
            (Shape::Skewed, 0.03, 0.012),
        ] {
            let mut found = Count::default();
            for _ in 0..repetitions(20_000) {
                found.add(modes(&figures(&mut random, shape, noise, count)).is_some());
            }
            println!("two modes in {count} of {shape:?} {noise}: {:.3} %", 100.0 * found.share());
            found.at_most(bar, &format!("two modes in {count} of {shape:?} {noise}"));
        }
    }
}

#[test]
fn two_clear_modes_are_found() {
    let mut random = Random::new(62);
    for count in [21, 31, 41, 61] {
        let mut found = Count::default();
        for _ in 0..repetitions(2000) {
            // 10 % apart with noise of 1 %.
            let values = figures(&mut random, Shape::Bimodal, 0.01, count);
            let upper = values.iter().filter(|&&value| value > 105.0).count();
            if !(count.div_ceil(10).max(3)..=count / 2).contains(&upper) {
                continue;
            }
            let modes = modes(&values);
            found.add(modes.is_some());
            if let Some(modes) = modes {
                assert!((modes.upper_share - upper as f64 / count as f64).abs() < 0.06);
                assert!((modes.distance - 0.1).abs() < 0.04, "{modes:?}");
            }
        }
        println!("two modes found in {count}: {:.1} %", 100.0 * found.share());
        found.at_least(0.9, &format!("two modes found in {count}"));
    }
    // In eleven values only what the eye sees at once.
    let values = [100.0, 101.0, 100.5, 150.0, 151.0, 100.2, 149.0, 100.1, 100.9, 150.5, 100.4];
    let modes = modes(&values).unwrap();
    assert!((modes.upper_share - 4.0 / 11.0).abs() < 1e-12);
    assert!((modes.distance - (150.25 / 100.4 - 1.0)).abs() < 0.001);
    // Two outliers are no mode, and fewer than ten values have none.
    let mut outliers =
        [100.0, 101.0, 100.5, 100.2, 100.1, 100.9, 100.4, 100.3, 100.6, 100.7, 100.8];
    outliers[9..].copy_from_slice(&[200.0, 200.1]);
    assert_eq!(stats::modes(&outliers), None);
    assert_eq!(stats::modes(&[1.0, 1.0, 1.0, 2.0, 2.0, 2.0]), None);
}

#[test]
fn a_drift_is_found_and_noise_is_none() {
    let mut random = Random::new(63);
    for count in [11, 21, 61] {
        let (mut quiet, mut awake) = (Count::default(), Count::default());
        for _ in 0..repetitions(4000) {
            let values = figures(&mut random, Shape::Skewed, 0.03, count);
            quiet.add(drift(&values).unwrap().p < 0.05);
            let rising: Vec<f64> = values
                .iter()
                .enumerate()
                .map(|(index, value)| value * (1.0 + 0.2 * index as f64 / (count - 1) as f64))
                .collect();
            let drift = drift(&rising).unwrap();
            awake.add(drift.p < 0.05 && (drift.change - 0.2).abs() < 0.1);
        }
        quiet.at_most(0.06, &format!("drift in noise of {count}"));
        awake.at_least(0.9, &format!("20 % of drift in {count}"));
    }
    let falling: Vec<f64> = (0..9).map(|step| 100.0 * 0.9_f64.powi(step)).collect();
    assert!((drift(&falling).unwrap().change - (0.9_f64.powi(8) - 1.0)).abs() < 1e-12);
    assert_eq!(drift(&[5.0; 9]).map(|drift| (drift.change, drift.p)), Some((0.0, 1.0)));
    assert_eq!(drift(&[0.0; 9]), None);
    assert_eq!(drift(&[1.0; 7]), None);
}

#[test]
fn dependence_is_measured() {
    let mut random = Random::new(64);
    let independent = dependent(&mut random, 0.0, 20_000);
    let follows = dependent(&mut random, 0.6, 20_000);
    assert!(lag1(&independent).unwrap().abs() < 0.03);
    assert!((lag1(&follows).unwrap() - 0.6).abs() < 0.03);
    assert_eq!(lag1(&[1.0, -1.0, 1.0, -1.0]), Some(-0.75));
    assert_eq!(lag1(&[2.0; 9]), None);
    assert_eq!(lag1(&[1.0, 2.0]), None);

    // The indicator of an autoregressive series has the autocorrelation (2/π)·asin(0.6^k): its sum
    // over all lags, twice and one more, is 2.98.
    let size = effective_size(&follows).unwrap();
    assert!((20_000.0 / size - 2.98).abs() < 0.3, "{size}");
    assert!(effective_size(&independent).unwrap() > 17_000.0);
    assert_eq!(effective_size(&[1.0, 2.0, 1.0, 2.0, 1.0, 2.0]), Some(6.0));
    // By hand: autocorrelations 1, 5/8, 2/8, −1/8, then a negative pair; 2·14/8 − 1 = 2.5.
    let size = effective_size(&[1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0]).unwrap();
    assert!((size - 8.0 / 2.5).abs() < 1e-12, "{size}");
    assert_eq!(effective_size(&[3.0; 9]), None);
    assert_eq!(effective_size(&[1.0, 2.0, 3.0]), None);
}

#[test]
fn a_warm_up_is_cut_and_flat_noise_is_not() {
    let mut random = Random::new(65);
    for positions in [5, 10, 20, 30] {
        let mut cut = Count::default();
        for _ in 0..repetitions(4000) {
            cut.add(warm_up_cut(&figures(&mut random, Shape::Normal, 0.01, positions)) > 0);
        }
        println!("cut of {positions} flat positions: {:.2} %", 100.0 * cut.share());
        cut.at_most(0.02, &format!("cut of {positions} flat positions"));
    }
    // 30 % too slow at first, with a time constant of 3 samples.
    let (mut settled, mut bias) = (Count::default(), 0.0);
    for _ in 0..repetitions(4000) {
        let decay = |index: usize| 0.3 * (-(index as f64) / 3.0).exp();
        let noise = figures(&mut random, Shape::Normal, 0.01, 30);
        let curve: Vec<f64> =
            noise.iter().enumerate().map(|(index, value)| value * (1.0 + decay(index))).collect();
        let cut = warm_up_cut(&curve);
        settled.add(decay(cut) < 0.03);
        bias += (cut..30).map(decay).sum::<f64>() / (30 - cut) as f64;
    }
    let bias = bias / settled.of as f64;
    println!("warm-up: settled {:.1} %, bias left {:.2} %", 100.0 * settled.share(), 100.0 * bias);
    settled.at_least(0.98, "warm-up settled within 3 %");
    assert!(bias < 0.003, "bias left by the cut: {bias}");
    // A slight one, of 5 %, is worth a flag too.
    let mut seen = Count::default();
    for _ in 0..repetitions(4000) {
        let mut curve = figures(&mut random, Shape::Normal, 0.01, 20);
        for (index, value) in curve.iter_mut().enumerate() {
            *value *= 1.0 + 0.05 * (-(index as f64) / 3.0).exp();
        }
        seen.add(warm_up_cut(&curve) > 0);
    }
    println!("warm-up of 5 % seen: {:.1} %", 100.0 * seen.share());
    seen.at_least(0.9, "warm-up of 5 % seen");
    assert_eq!(warm_up_cut(&[9.0, 5.0, 5.0, 5.0, 5.0, 5.0]), 1);
    // The smallest variance is left by a cut of five; the smallest standard error by one of two.
    let curve = [9.0, 5.3, 5.0, 5.1, 4.9, 5.0, 5.1, 4.9, 5.0, 5.05];
    assert_eq!(warm_up_cut(&curve), 2);
    assert_eq!(warm_up_cut(&[5.0; 6]), 0);
    assert_eq!(warm_up_cut(&[9.0, 5.0, 5.0]), 0);
}

#[test]
fn components_are_recovered() {
    let mut random = Random::new(66);
    // Each level noisy enough to be in the way of the one above.
    let (within, trials, sessions) = (0.1, 0.05, 0.03);
    let mut simulated = |sessions_count: usize| -> Vec<Vec<Vec<f64>>> {
        let mut session = || {
            let level = sessions * random.normal();
            let mut trial = |samples: usize| -> Vec<f64> {
                let level = level + trials * random.normal();
                (0..samples).map(|_| (level + within * random.normal()).exp()).collect()
            };
            (0..6).map(|index| trial(2 + index)).collect()
        };
        (0..sessions_count).map(|_| session()).collect()
    };
    let many = components(&simulated(8000)).unwrap();
    assert!((many.within - within).abs() < 0.001, "{many:?}");
    assert!((many.trials - trials).abs() < 0.002, "{many:?}");
    assert!((many.sessions.unwrap() - sessions).abs() < 0.002, "{many:?}");
    assert_eq!(components(&simulated(1)).unwrap().sessions, None);

    // One sample a trial: what is within is part of the trials.
    let single = components(&[vec![vec![1.0], vec![1.1], vec![0.9]]]).unwrap();
    assert_eq!(single.within, 0.0);
    assert!(single.trials > 0.09);
    // Trials that agree better than their samples allow have no noise of their own.
    let floor = components(&[vec![vec![1.0, 2.0], vec![2.0, 1.0]]]).unwrap();
    assert_eq!(floor.trials, 0.0);
    assert_eq!(components(&[vec![vec![1.0, 2.0]]]), None);
    assert_eq!(components(&[vec![vec![1.0], vec![0.0]]]), None);
    assert_eq!(components(&[vec![], vec![vec![]]]), None);
}

#[test]
fn a_predecessor_that_matters_is_named() {
    let mut random = Random::new(67);
    let (mut quiet, mut awake) = (Count::default(), Count::default());
    for _ in 0..repetitions(10_000) {
        let before: Vec<usize> = (0..31).map(|_| random.below(4)).collect();
        let values = figures(&mut random, Shape::T4, 0.03, 31);
        quiet.add(carry_over(&values, &before).unwrap().p < 0.05);
        let slowed: Vec<f64> = values
            .iter()
            .zip(&before)
            .map(|(value, &case)| if case == 2 { value * 1.1 } else { *value })
            .collect();
        if before.iter().filter(|&&case| case == 2).count() >= 5 {
            let found = carry_over(&slowed, &before).unwrap();
            awake.add(found.p < 0.05 && found.predecessor == 2 && found.change > 0.05);
        }
    }
    println!(
        "carry-over: false positives {:.2} %, 10 % found {:.1} %",
        100.0 * quiet.share(),
        100.0 * awake.share()
    );
    quiet.at_most(0.06, "carry-over in noise");
    awake.at_least(0.9, "carry-over of 10 %");

    // With two predecessors either deviates as much from the other; rare ones are passed over.
    let values = [1.0, 1.1, 1.2, 2.0, 2.1, 2.2, 9.0];
    let found = carry_over(&values, &[5, 5, 5, 8, 8, 8, 1]).unwrap();
    assert!([5, 8].contains(&found.predecessor));
    assert_eq!(carry_over(&values, &[0; 7]), None);
    assert_eq!(carry_over(&values, &[0, 0, 0, 1, 1, 2, 2]), None);
    assert_eq!(carry_over(&values, &[0; 6]), None);
    assert_eq!(carry_over(&[4.0; 6], &[0, 0, 0, 1, 1, 1]), None);
}
