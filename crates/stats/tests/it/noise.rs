//! Seeded noise of the shapes that benchmark figures have.

use std::sync::OnceLock;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A seeded source of random figures.
pub(crate) struct Random {
    source: Xoshiro256PlusPlus,
    spare: Option<f64>,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self { source: Xoshiro256PlusPlus::seed_from_u64(seed), spare: None }
    }

    /// Uniform, above 0 and at most 1.
    pub(crate) fn uniform(&mut self) -> f64 {
        ((self.source.next_u64() >> 11) + 1) as f64 / (1_u64 << 53) as f64
    }

    /// Uniform below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.source.next_u64() % end as u64) as usize
    }

    pub(crate) fn chance(&mut self, probability: f64) -> bool {
        self.uniform() <= probability
    }

    /// Standard normal, by the method of Box and Muller.
    pub(crate) fn normal(&mut self) -> f64 {
        if let Some(spare) = self.spare.take() {
            return spare;
        }
        let radius = (-2.0 * self.uniform().ln()).sqrt();
        let (sine, cosine) = (std::f64::consts::TAU * self.uniform()).sin_cos();
        self.spare = Some(radius * sine);
        radius * cosine
    }

    /// Student's t.
    pub(crate) fn student(&mut self, freedom: u32) -> f64 {
        let squares: f64 = (0..freedom).map(|_| self.normal().powi(2)).sum();
        self.normal() / (squares / f64::from(freedom)).sqrt()
    }

    /// Pareto's law, shifted to begin at 0.
    pub(crate) fn pareto(&mut self, exponent: f64) -> f64 {
        self.uniform().powf(-1.0 / exponent) - 1.0
    }
}

/// The shape of what differs between trials (or between sessions).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Shape {
    /// Nothing: the trials differ by their samples only.
    None,
    Normal,
    /// Student's t with 3 degrees of freedom.
    T3,
    /// Student's t with 4 degrees of freedom.
    T4,
    /// Lognormal with a long upper tail.
    Skewed,
    /// Three in ten lie 10 % higher.
    Bimodal,
}

/// The shapes that the calibration of trials goes through.
pub(crate) const SHAPES: [Shape; 5] =
    [Shape::None, Shape::Normal, Shape::T3, Shape::Skewed, Shape::Bimodal];

impl Shape {
    /// One effect on a logarithm, with the median 0 but for the bimodal shape; `sigma` is the standard deviation of all shapes but the
    /// bimodal one, whose two modes have it.
    pub(crate) fn effect(self, random: &mut Random, sigma: f64) -> f64 {
        match self {
            Self::None => 0.0,
            Self::Normal => sigma * random.normal(),
            Self::T3 => sigma * random.student(3) / 3.0_f64.sqrt(),
            Self::T4 => sigma * random.student(4) / 2.0_f64.sqrt(),
            // The standard deviation of exp(0.8·Z) is 1.3002, its median 1.
            Self::Skewed => sigma * ((0.8 * random.normal()).exp() - 1.0) / 1.300_2,
            Self::Bimodal => {
                let upper = if random.chance(0.3) { 1.1_f64.ln() } else { 0.0 };
                upper + sigma * random.normal()
            }
        }
    }
}

/// The standard deviation between trials.
const BETWEEN: f64 = 0.03;
/// The standard deviation of the samples of a trial.
const WITHIN: f64 = 0.02;
/// How a sample follows the one before it.
const FOLLOWS: f64 = 0.3;
/// The share of samples that a slow path of the system hit.
const SPIKES: f64 = 0.1;
/// The samples of a trial.
const SAMPLES: usize = 10;

/// The natural logarithms of the samples of one trial: autocorrelated noise and spikes of
/// Pareto's law with exponent 1.5 around the trial's own level.
pub(crate) fn samples<const N: usize>(random: &mut Random, shape: Shape) -> [f64; N] {
    let level = shape.effect(random, BETWEEN);
    let fresh = (1.0 - FOLLOWS * FOLLOWS).sqrt();
    let mut noise = random.normal();
    std::array::from_fn(|_| {
        noise = FOLLOWS * noise + fresh * random.normal();
        let spike = if random.chance(SPIKES) { (0.05 * random.pareto(1.5)).ln_1p() } else { 0.0 };
        level + WITHIN * noise + spike
    })
}

/// The figure of one trial: the median of its samples, on a logarithm, less the true median of
/// such figures, so that all shapes have the same center, 0.
pub(crate) fn trial(random: &mut Random, shape: Shape) -> f64 {
    raw_trial(random, shape) - center(shape)
}

/// As many independent trials.
pub(crate) fn trials(random: &mut Random, shape: Shape, count: usize) -> Vec<f64> {
    (0..count).map(|_| trial(random, shape)).collect()
}

fn raw_trial(random: &mut Random, shape: Shape) -> f64 {
    let mut samples: [f64; SAMPLES] = samples(random, shape);
    samples.sort_unstable_by(f64::total_cmp);
    f64::midpoint(samples[SAMPLES / 2 - 1], samples[SAMPLES / 2])
}

/// The true median of a trial's figure, from enough of them that its error does not count: a
/// five-hundredth of their noise.
fn center(shape: Shape) -> f64 {
    static CENTERS: [OnceLock<f64>; 6] = [const { OnceLock::new() }; 6];
    *CENTERS[shape as usize].get_or_init(|| {
        let mut random = Random::new(77);
        let many: Vec<f64> = (0..300_001).map(|_| raw_trial(&mut random, shape)).collect();
        stats::median(&many).unwrap()
    })
}
