//! Rounds on one machine that drifts.

use stats::{bootstrap_ratio, paired_ratio};

use crate::noise::Random;
use crate::simulation::{Count, repetitions};

const ROUNDS: usize = 31;
/// The noise of a trial.
const NOISE: f64 = 0.02;
/// How far the machine wanders from one trial to the next.
const STEP: f64 = 0.005;

/// A machine whose speed is a random walk.
struct Machine {
    random: Random,
    level: f64,
}

impl Machine {
    fn trial(&mut self) -> f64 {
        self.level += STEP * self.random.normal();
        self.level + NOISE * self.random.normal()
    }

    /// Differences within rounds, in blocks of two with the order ABBA or BAAB.
    fn rounds(&mut self, effect: f64) -> Vec<f64> {
        let mut differences = Vec::new();
        let mut candidate_first = false;
        for round in 0..ROUNDS {
            candidate_first =
                if round % 2 == 0 { self.random.chance(0.5) } else { !candidate_first };
            let (first, second) = (self.trial(), self.trial());
            let difference = if candidate_first { first - second } else { second - first };
            differences.push(difference + effect);
        }
        differences
    }

    /// All trials of one side and then all of the other.
    fn one_after_the_other(&mut self) -> (Vec<f64>, Vec<f64>) {
        let mut side = || (0..ROUNDS).map(|_| self.trial()).collect();
        (side(), side())
    }
}

#[test]
fn rounds_cancel_a_drift() {
    let mut machine = Machine { random: Random::new(41), level: 0.0 };
    let (mut false_positives, mut power, mut sequential) =
        (Count::default(), Count::default(), Count::default());
    for _ in 0..repetitions(10_000) {
        let same = paired_ratio(&machine.rounds(0.0)).unwrap();
        false_positives.add(same.p < 0.05);
        assert_eq!(same.p < 0.05, same.low > 1.0 || same.high < 1.0, "p and interval disagree");
        power.add(paired_ratio(&machine.rounds(1.02_f64.ln())).unwrap().p < 0.05);
        let (candidate, baseline) = machine.one_after_the_other();
        sequential.add(bootstrap_ratio(&candidate, &baseline).unwrap().p < 0.05);
    }
    println!(
        "paired under drift: false positives {:.2} %, power at 2 % {:.1} %; sequential {:.1} %",
        100.0 * false_positives.share(),
        100.0 * power.share(),
        100.0 * sequential.share()
    );
    false_positives.at_most(0.06, "false positives in rounds");
    power.at_least(0.75, "power in rounds");
    sequential.at_least(0.4, "false positives of one side after the other");
}
