//! What a thread costs.

mod create;

use crate::Suite;

/// What a thread costs.
pub(crate) const SUITE: Suite =
    Suite { name: "thread", summary: "What a thread costs.", benchmarks: &[&create::BENCHMARK] };
