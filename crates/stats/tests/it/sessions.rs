//! The session level: Welch's t on session centers, and the floor where there are too few.

use stats::{bootstrap_ratio, median, welch_ratio, with_estimated_floor, with_floor};

use crate::noise::{Random, Shape};
use crate::simulation::{Count, each, repetitions};

/// The noise between sessions and between the trials of one.
const SESSION: f64 = 0.03;
const TRIAL: f64 = 0.03;
const TRIALS: usize = 11;

/// The trials of one session.
fn session(random: &mut Random, shape: Shape, effect: f64) -> Vec<f64> {
    let level = effect + shape.effect(random, SESSION);
    (0..TRIALS).map(|_| level + TRIAL * random.normal()).collect()
}

/// The centers of some sessions.
fn centers(random: &mut Random, shape: Shape, effect: f64, count: usize) -> Vec<f64> {
    (0..count).map(|_| median(&session(random, shape, effect)).unwrap()).collect()
}

/// How often Welch's test finds a difference.
fn found(random: &mut Random, shape: Shape, effect: f64, count: usize) -> Count {
    let mut found = Count::default();
    for _ in 0..repetitions(10_000) {
        let candidate = centers(random, shape, effect, count);
        let baseline = centers(random, shape, 0.0, count);
        found.add(welch_ratio(&candidate, &baseline).unwrap().p < 0.05);
    }
    found
}

#[test]
fn sessions_of_equal_machines_rarely_differ() {
    let mut cells = Vec::new();
    for shape in [Shape::Normal, Shape::Skewed, Shape::Bimodal] {
        cells.extend([3, 4, 5, 8].map(|count| (shape, count)));
    }
    let rates = each(&cells, 11, |&(shape, count), random| found(random, shape, 0.0, count));
    for (cell, rate) in cells.iter().zip(rates) {
        println!("session false positives {cell:?}: {:.2} %", 100.0 * rate.share());
        rate.at_most(0.065, &format!("session false positives {cell:?}"));
    }
}

#[test]
fn three_sessions_can_show_ten_percent_and_five_do() {
    let effect = 1.1_f64.ln();
    for (count, bar) in [(3, 0.6), (5, 0.95)] {
        let power = found(&mut Random::new(12), Shape::Normal, effect, count);
        println!("power of {count} sessions at +10 %: {:.1} %", 100.0 * power.share());
        power.at_least(bar, &format!("power of {count} sessions"));
    }
}

/// One session a side, or two taken together, with the session noise known from elsewhere; and
/// what the floor is for: without it, every second pair of equal machines "differs".
#[test]
fn a_known_session_noise_restores_the_error_rate() {
    let mut random = Random::new(13);
    for count in [1, 2] {
        let (mut bare, mut floored, mut power) = Default::default();
        for _ in 0..repetitions(4000) {
            for (effect, rate) in [(0.0, &mut floored), (1.1_f64.ln(), &mut power)] {
                let side = |random: &mut Random, effect: f64| -> Vec<f64> {
                    (0..count).flat_map(|_| session(random, Shape::Normal, effect)).collect()
                };
                let candidate = side(&mut random, effect);
                let baseline = side(&mut random, 0.0);
                let estimate = bootstrap_ratio(&candidate, &baseline).unwrap();
                let sigma = SESSION / f64::from(count).sqrt();
                Count::add(rate, with_floor(&estimate, sigma).p < 0.05);
                if effect == 0.0 {
                    Count::add(&mut bare, estimate.p < 0.05);
                }
            }
        }
        println!(
            "{count} session(s): false positives {:.1} % bare, {:.2} % with the floor, power {:.1} %",
            100.0 * bare.share(),
            100.0 * floored.share(),
            100.0 * power.share()
        );
        floored.at_most(0.065, "false positives with a session floor");
        bare.at_least(0.3, "false positives without one");
    }
}

/// The session noise from a profile of five sessions, as a user would have it.
#[test]
fn an_estimated_session_noise_keeps_the_error_rate() {
    let mut random = Random::new(14);
    let (mut taken_as_known, mut estimated) = (Count::default(), Count::default());
    for _ in 0..repetitions(4000) {
        let profile: Vec<f64> = (0..5).map(|_| SESSION * random.normal()).collect();
        let mean = profile.iter().sum::<f64>() / 5.0;
        let sigma = (profile.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 4.0).sqrt();
        let candidate = session(&mut random, Shape::Normal, 0.0);
        let baseline = session(&mut random, Shape::Normal, 0.0);
        let estimate = bootstrap_ratio(&candidate, &baseline).unwrap();
        taken_as_known.add(with_floor(&estimate, sigma).p < 0.05);
        let floored = with_estimated_floor(&estimate, sigma, 5);
        assert!(floored.p >= with_floor(&estimate, sigma).p);
        estimated.add(floored.p < 0.05);
    }
    println!(
        "floor of five sessions: false positives {:.1} % taken as known, {:.2} % as estimated",
        100.0 * taken_as_known.share(),
        100.0 * estimated.share()
    );
    estimated.at_most(0.065, "false positives with an estimated floor");
    taken_as_known.at_least(0.07, "false positives with an estimate taken as known");
}
