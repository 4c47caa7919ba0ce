//! What reading the time costs.

mod read;

use crate::Suite;

/// What reading the time costs.
pub(crate) const SUITE: Suite = Suite {
    name: "clock",
    summary: "What reading the time costs.",
    benchmarks: &[&read::BENCHMARK],
};
