//! What it costs to make small transactions last.

mod commit;
mod segment;
mod technique;
mod transaction;
mod writers;

use crate::Suite;

/// What it costs to make small transactions last.
pub(crate) const SUITE: Suite = Suite {
    name: "journal",
    summary: "What it costs to make small transactions last.",
    benchmarks: &[&commit::BENCHMARK],
};
