//! Where the noise comes from: the sample, the trial or the session.

use crate::order::logs;
use crate::session::mean_and_variance;

/// The standard deviations of one level each, on natural logarithms: 0.03 is 3 %.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Components {
    /// Between the samples of one trial. 0 where no trial has two samples; `trials` then has both.
    pub within: f64,
    /// Between the trials of one session, beyond what their samples explain.
    pub trials: f64,
    /// Between sessions, beyond what their trials explain; `None` where there is one session.
    pub sessions: Option<f64>,
}

/// The components of variance of positive figures: sessions of trials of samples.
///
/// Nested analysis of variance on logarithms: at each level the variance of the means, less the
/// share that the level below explains (its variance over the harmonic mean of its numbers), and
/// no less than 0. Source: T. Kalibera and R. Jones, "Rigorous benchmarking in reasonable time",
/// ISMM 2013; the harmonic mean is the usual treatment of unequal numbers.
///
/// Empty trials and sessions are passed over. `None` where no session has two trials or a sample
/// is not positive and finite.
pub fn components(sessions: &[Vec<Vec<f64>>]) -> Option<Components> {
    let mut samples = Level::default();
    let mut trials = Level::default();
    let mut centers = Level::default();
    let mut session_means = Vec::new();
    for session in sessions {
        let mut means = Vec::new();
        for trial in session.iter().filter(|trial| !trial.is_empty()) {
            means.push(samples.add(&logs(trial)?));
        }
        if !means.is_empty() {
            session_means.push(trials.add(&means));
        }
    }
    if !session_means.is_empty() {
        centers.add(&session_means);
    }
    let within = samples.variance().unwrap_or(0.0);
    let trial_means = trials.variance()?;
    let trial = (trial_means - within / samples.harmonic()).max(0.0);
    let session =
        centers.variance().map(|means| (means - trial_means / trials.harmonic()).max(0.0));
    Some(Components {
        within: within.sqrt(),
        trials: trial.sqrt(),
        sessions: session.map(f64::sqrt),
    })
}

/// The pooled variance inside the groups of one level.
#[derive(Default)]
struct Level {
    squares: f64,
    freedom: usize,
    groups: usize,
    inverse_sizes: f64,
}

impl Level {
    /// Adds a group of at least one value and returns its mean.
    fn add(&mut self, values: &[f64]) -> f64 {
        let (mean, variance) = mean_and_variance(values);
        self.squares += variance * (values.len() - 1) as f64;
        self.freedom += values.len() - 1;
        self.groups += 1;
        self.inverse_sizes += 1.0 / values.len() as f64;
        mean
    }

    /// `None` where no group has two values.
    fn variance(&self) -> Option<f64> {
        (self.freedom > 0).then(|| self.squares / self.freedom as f64)
    }

    /// The harmonic mean of the groups' sizes.
    fn harmonic(&self) -> f64 {
        self.groups as f64 / self.inverse_sizes
    }
}
