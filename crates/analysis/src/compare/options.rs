//! What a person may choose about a comparison, before it is made.

use std::collections::BTreeMap;

use model::{Id, ThresholdClass};

use crate::Factor;

/// What a person may choose about a comparison. Echoed in its findings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// How large a difference matters.
    pub thresholds: Thresholds,
    /// Label of the subject, or text of the method, that the others are compared with; by
    /// default the first subject, the simplest method.
    pub baseline: Option<String>,
    /// What is being compared, for the question of what a difference may be put down to.
    pub factor: Option<Factor>,
    /// Noise between sessions (standard deviation of logarithms) where a profile of this machine
    /// tells it.
    pub session_sigma: Option<f64>,
}

/// The smallest relative difference that a verdict may rest on, as a fraction.
#[derive(Clone, Debug, PartialEq)]
pub struct Thresholds {
    /// For processor work and system calls.
    pub processor: f64,
    /// For processes, file systems and networks.
    pub system: f64,
    /// For single benchmarks.
    pub benchmarks: BTreeMap<Id, f64>,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self {
            processor: ThresholdClass::Processor.default_threshold(),
            system: ThresholdClass::System.default_threshold(),
            benchmarks: BTreeMap::new(),
        }
    }
}

impl Thresholds {
    /// The threshold of a metric.
    pub fn of(&self, benchmark: &Id, class: ThresholdClass) -> f64 {
        self.benchmarks.get(benchmark).copied().unwrap_or(match class {
            ThresholdClass::Processor => self.processor,
            ThresholdClass::System => self.system,
        })
    }

    /// One threshold for everything.
    pub fn all(threshold: f64) -> Self {
        Self { processor: threshold, system: threshold, benchmarks: BTreeMap::new() }
    }
}
