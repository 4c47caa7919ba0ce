//! From results to what may be said of them: summaries, comparisons, verdicts, advice, confounders.
//!
//! Everything here is a function of result records alone: no clock, file, environment, random
//! source or output, so that the same files give the same words everywhere.
//!
//! Figures stay in base units (nanoseconds, bytes, counts) per one of what the metric is per.
//! A ratio is always candidate over baseline.
#![forbid(unsafe_code)]

mod advise;
mod cells;
mod compare;
mod conditions;
mod confounders;
mod document;
mod estimate;
mod figure;
mod flags;
mod gate;
mod groups;
mod hints;
mod merge;
mod predecessors;
mod status;
mod summary;

pub use advise::{
    Advice, AdvicePoint, AdviceRange, AdviceTable, Choice, Crossover, Pick, Reported, Ruling,
    TOLERANCE, advice_document, advise, choices, condense, reported,
};
pub use compare::{
    Contest, Contestant, Counts, Entry, Evidence, Findings, Kind, Lead, Matched, Need, Note,
    Options, Overall, Pair, Ratio, Refusal, Replicate, SessionNoise, Source, Standing, Thresholds,
    Unpaired, Verdict, Why, compare_files, compare_methods, compare_subjects,
};
pub use conditions::Conditions;
pub use confounders::{Attribution, Difference, Factor};
pub use document::{VERDICT_FORMAT, verdict_document};
pub use estimate::{Basis, Best, Estimate, Interval, Percentiles, Point};
pub use flags::RowFlag;
pub use gate::{FailOn, GateOutcome, GateResult, gate};
pub use groups::{Group, Member, axes, groups};
pub use hints::{Hint, hints, hints_between};
pub use merge::{MergeError, merge};
pub use stats::{Components, Drift, Modes, RatioEstimate, RatioMethod};
pub use status::Bar;
pub use summary::{Row, Summary, summarize};

/// The fewest trials that carry an interval or a verdict.
pub const FEWEST_TRIALS: usize = 11;

/// The fewest sessions a side from which the noise between sessions is known.
pub const FEWEST_SESSIONS: usize = 3;
