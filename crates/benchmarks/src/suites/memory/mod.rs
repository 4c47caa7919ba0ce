//! What small blocks of memory cost.

mod alloc;

use crate::Suite;

/// What small blocks of memory cost.
pub(crate) const SUITE: Suite = Suite {
    name: "memory",
    summary: "What small blocks of memory cost.",
    benchmarks: &[&alloc::BENCHMARK],
};
