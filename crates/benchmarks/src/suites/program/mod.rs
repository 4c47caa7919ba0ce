//! What starting a program costs.

mod children;
mod launch;

use crate::Suite;

pub(crate) use children::answering;

/// What starting a program costs.
pub(crate) const SUITE: Suite = Suite {
    name: "program",
    summary: "What starting a program costs.",
    benchmarks: &[&launch::BENCHMARK],
};
