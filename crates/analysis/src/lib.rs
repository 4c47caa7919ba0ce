//! From results to what may be said of them: summaries, comparisons, verdicts, advice, confounders.
//!
//! Everything here is a function of result records alone: no clock, file, environment, random
//! source or output, so that the same files give the same words everywhere.
//!
//! Figures stay in base units (nanoseconds, bytes, counts) per one of what the metric is per.
//! A ratio is always candidate over baseline.
#![forbid(unsafe_code)]

mod cells;
mod conditions;
mod estimate;
mod figure;
mod flags;
mod groups;
mod status;
mod summary;

pub use conditions::Conditions;
pub use estimate::{Basis, Best, Estimate, Interval, Percentiles, Point};
pub use flags::RowFlag;
pub use groups::{Group, Member, axes, groups};
pub use status::Bar;
pub use summary::{Row, Summary, summarize};

/// The fewest trials that carry an interval or a verdict.
pub const FEWEST_TRIALS: usize = 11;

/// The fewest sessions a side from which the noise between sessions is known.
pub const FEWEST_SESSIONS: usize = 3;
