//! What a process costs.

mod create;

use crate::Suite;

/// What a process costs.
pub(crate) const SUITE: Suite =
    Suite { name: "process", summary: "What a process costs.", benchmarks: &[&create::BENCHMARK] };
