//! What entering the kernel costs.

mod null;

use crate::Suite;

/// What entering the kernel costs.
pub(crate) const SUITE: Suite = Suite {
    name: "syscall",
    summary: "What entering the kernel costs.",
    benchmarks: &[&null::BENCHMARK],
};
