//! The whole adaptive loop: look, stop at a width, conclude, measure as many more as it says.

use stats::{
    Conclusion, LOOKS, RatioEstimate, bootstrap_ratio, conclude, half_width_ratio, median,
    median_interval,
};

use crate::noise::{Random, Shape};
use crate::simulation::{Count, each, repetitions};

const THRESHOLD: f64 = 0.02;
/// The half-width at which a run stops: the larger of 1 % and half the threshold.
const TARGET: f64 = 0.01;
/// No refill goes beyond this many trials a side; what would need more stays inconclusive.
const MOST: usize = 401;

/// Two sides that grow together.
struct Run {
    shape: Shape,
    noise: f64,
    effect: f64,
    candidate: Vec<f64>,
    baseline: Vec<f64>,
}

impl Run {
    fn new(shape: Shape, noise: f64, size: f64) -> Self {
        let effect = size.ln_1p();
        Self { shape, noise, effect, candidate: Vec::new(), baseline: Vec::new() }
    }

    fn grow(&mut self, random: &mut Random, trials: usize) {
        while self.candidate.len() < trials {
            // The figures as they are measured, not their logarithms: the rule sees those.
            let one = |random: &mut Random| self.shape.effect(random, self.noise);
            let (candidate, baseline) = (self.effect + one(random), one(random));
            self.candidate.push(candidate.exp());
            self.baseline.push(baseline.exp());
        }
    }

    /// Grows from look to look until both sides are known well enough.
    fn stop(&mut self, random: &mut Random) {
        for look in LOOKS {
            self.grow(random, look);
            let narrow = |values: &[f64]| {
                let interval = median_interval(values, 0.95).unwrap();
                half_width_ratio(&interval, median(values).unwrap()) <= TARGET
            };
            if narrow(&self.candidate) && narrow(&self.baseline) {
                break;
            }
        }
    }

    fn estimate(&self) -> RatioEstimate {
        let logs = |values: &[f64]| -> Vec<f64> { values.iter().map(|value| value.ln()).collect() };
        bootstrap_ratio(&logs(&self.candidate), &logs(&self.baseline)).unwrap()
    }
}

/// What the loop ends with.
#[derive(Debug, Default)]
struct Shares {
    trials: usize,
    covered: Count,
    ratio_covered: Count,
    significant: Count,
    different: Count,
    settled_at_once: Count,
    settled_by_one_refill: Count,
    settled_by_three: Count,
}

/// The adaptive loop with up to three refills.
fn run(random: &mut Random, mut run: Run, shares: &mut Shares) {
    run.stop(random);
    let interval = median_interval(&run.baseline, 0.95).unwrap();
    let estimate = run.estimate();
    shares.trials += run.candidate.len();
    shares.covered.add(interval.low <= 1.0 && 1.0 <= interval.high);
    let truth = run.effect.exp();
    shares.ratio_covered.add(estimate.low <= truth && truth <= estimate.high);
    shares.significant.add(estimate.p < 0.05);

    let mut conclusion = conclude(&estimate, estimate.p, THRESHOLD);
    let settled = |conclusion| !matches!(conclusion, Conclusion::Inconclusive { .. });
    shares.settled_at_once.add(settled(conclusion));
    let at_first = settled(conclusion);
    for refill in 1..=3 {
        if let Conclusion::Inconclusive { more, .. } = conclusion {
            let trials = run.candidate.len().saturating_add(more).min(MOST);
            run.grow(random, trials);
            let estimate = run.estimate();
            conclusion = conclude(&estimate, estimate.p, THRESHOLD);
        }
        if refill == 1 && !at_first {
            shares.settled_by_one_refill.add(settled(conclusion));
        }
        if refill == 3 && !at_first {
            shares.settled_by_three.add(settled(conclusion));
        }
    }
    shares.different.add(matches!(conclusion, Conclusion::Faster | Conclusion::Slower));
}

#[test]
fn the_adaptive_loop_keeps_its_promises() {
    let mut cells = Vec::new();
    for shape in [Shape::Normal, Shape::T4, Shape::Skewed] {
        for noise in [0.01, 0.02, 0.03] {
            cells.extend([0.0, 0.01, 0.03, 0.05].map(|size| (shape, noise, size)));
        }
    }
    let results = each(&cells, 31, |&(shape, noise, size), random| {
        let mut shares = Shares::default();
        // Without an effect the bars are about rare events; with one they are not.
        for _ in 0..repetitions(if size == 0.0 { 3000 } else { 1000 }) {
            run(random, Run::new(shape, noise, size), &mut shares);
        }
        shares
    });
    let percent = |count: Count| 100.0 * count.share();
    for (cell, shares) in cells.iter().zip(&results) {
        println!(
            "{cell:?}: {:.0} trials, covered {:.1}/{:.1}, p<.05 {:.1}, different {:.1}, at once {:.1}, \
             of the rest one refill {:.1}, three {:.1} % ({})",
            shares.trials as f64 / shares.covered.of as f64,
            percent(shares.covered),
            percent(shares.ratio_covered),
            percent(shares.significant),
            percent(shares.different),
            percent(shares.settled_at_once),
            percent(shares.settled_by_one_refill),
            percent(shares.settled_by_three),
            shares.settled_by_one_refill.of,
        );
    }
    for ((shape, noise, size), shares) in cells.iter().zip(&results) {
        let what = format!("{shape:?} {noise} {size}");
        shares.covered.at_least(0.925, &format!("coverage at the stop, {what}"));
        shares.ratio_covered.at_least(0.925, &format!("coverage of the ratio, {what}"));
        if *size == 0.0 {
            shares.different.at_most(0.055, &format!("equals called different, {what}"));
        }
        if shares.settled_by_one_refill.of >= 100 {
            shares.settled_by_one_refill.at_least(0.6, &format!("settled by a refill, {what}"));
        }
    }
}

/// Why the width is looked at and not p: stopping as soon as p is small finds a difference between
/// equals far too often.
#[test]
fn stopping_at_a_small_p_finds_what_is_not_there() {
    let mut random = Random::new(32);
    let (mut peeked, mut last) = (Count::default(), Count::default());
    for _ in 0..repetitions(4000) {
        let mut run = Run::new(Shape::Normal, 0.03, 0.0);
        let found: Vec<bool> = LOOKS
            .into_iter()
            .map(|look| {
                run.grow(&mut random, look);
                run.estimate().p < 0.05
            })
            .collect();
        peeked.add(found.contains(&true));
        last.add(found[LOOKS.len() - 1]);
    }
    println!(
        "false positives of five looks at p: {:.1} %, of the last alone {:.1} %",
        100.0 * peeked.share(),
        100.0 * last.share()
    );
    peeked.at_least(0.08, "false positives of five looks");
    last.at_most(0.055, "false positives of the last look");
}
