//! One pass of a run on one boot.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Facts, Trial};

/// A stretch of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Span {
    /// Start.
    pub start: u64,
    /// End.
    pub end: u64,
}

impl Span {
    /// From start to end; 0 where a clock ran backwards.
    pub fn length(self) -> u64 {
        self.end.saturating_sub(self.start)
    }
}

/// One pass of a run on one boot: the replicate between machines that cannot interleave.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Session {
    /// Random, in hexadecimal.
    pub id: String,
    /// Identity of the boot, hashed so that it tells nothing but equality; empty: unknown.
    pub boot: String,
    /// The program that measured.
    pub build: Build,
    /// Seed of the order of trials and of each trial's own seed.
    pub seed: u64,
    /// Milliseconds of Unix time.
    pub time_unix_ms: Span,
    /// Whether everything that was planned ended.
    pub complete: bool,
    /// Facts of each subject.
    pub facts: Vec<SubjectFacts>,
    /// State of the machine around every round.
    pub rounds: Vec<RoundState>,
    /// Every case on every subject, measured or not.
    pub cells: Vec<Cell>,
    /// Every trial, in execution order.
    pub trials: Vec<Trial>,
    /// Where the time went.
    pub spent: Spent,
    /// What was written to the file systems under test.
    #[serde(default)]
    pub written: Written,
}

/// The program that measured.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Build {
    /// Version of whichos.
    pub version: String,
    /// Revision of its source, or empty.
    pub revision: String,
    /// Target triple.
    pub target: String,
    /// The compilers, as they name themselves.
    pub compilers: Vec<String>,
    /// Optimisation, linkage, cargo features.
    pub options: Vec<String>,
    /// SHA-256 of the executable, in hexadecimal.
    pub sha256: String,
}

/// Facts of one subject, asked of its own agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SubjectFacts {
    /// Index into the record's subjects.
    pub subject: u32,
    /// Before the first trial.
    pub start: Facts,
    /// After the last; empty where the session was cut off.
    pub end: Facts,
    /// How its device was written to before the first trial, where a steady state was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditioning: Option<Conditioning>,
}

/// Slices written to a device, one after another, until they all took about as long.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Conditioning {
    /// Bytes of each slice.
    pub slice_bytes: u64,
    /// Time of each slice, in nanoseconds, in the order of writing.
    pub slices_ns: Vec<u64>,
    /// Whether they went past the page cache; otherwise each ended with `fsync(2)`.
    pub direct: bool,
    /// Whether the last five fulfilled the rule of a steady state.
    pub steady: bool,
    /// Why there are no more, where they did not; empty otherwise.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

impl Conditioning {
    /// Everything that was written.
    pub fn bytes(&self) -> u64 {
        self.slice_bytes.saturating_mul(self.slices_ns.len() as u64)
    }
}

/// State of the machine at the start of a round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RoundState {
    /// Index of the group in the session's plan.
    pub group: u32,
    /// Round of that group.
    pub round: u32,
    /// Counted from the session's start.
    pub start_ns: u64,
    /// Load average over one minute, in thousandths.
    pub load_milli: Option<u64>,
    /// Time that the hypervisor took from all processors since boot.
    pub steal_ns: Option<u64>,
    /// Highest current frequency of a processor.
    pub frequency_khz: Option<u64>,
}

/// A case on a subject.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Cell {
    /// Index into the record's cases.
    pub case: u32,
    /// Index into the record's subjects.
    pub subject: u32,
    /// What became of it. Nothing is silently absent.
    pub status: Status,
    /// Operations in each timed batch, equal on all subjects of the group.
    pub operations: u64,
    /// Timed batches in each trial.
    pub samples: u32,
    /// Batches done and thrown away before them.
    pub warm_up: u32,
    /// Rounds of its group that belong to the search for the best methods: what is said of a cell
    /// that survived rests on later rounds only.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub search_rounds: u32,
    /// What calibration found suspicious.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<crate::Flag>,
    /// What is known of the cell beside its figures, such as the child program it launched.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub notes: BTreeMap<String, String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// What became of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum Status {
    /// It has at least the first look's number of trials.
    Measured {
        /// Why measuring stopped.
        stop: StopReason,
    },
    /// Too few trials for an interval or a verdict.
    Preliminary {
        /// How many it has.
        trials: u32,
        /// Why there are no more.
        stop: StopReason,
    },
    /// The search dropped it: its whole interval lay beyond the tolerance from the best.
    Dropped {
        /// Trials at the look that dropped it.
        look: u32,
    },
    /// The system cannot do it.
    Unsupported {
        /// Why.
        reason: String,
    },
    /// It was left out.
    Skipped {
        /// Why, and what would run it.
        reason: String,
    },
    /// It broke, or its tally was wrong.
    Failed {
        /// The first failure's reason.
        reason: String,
    },
}

/// Why measuring a cell stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// Every member's interval is as narrow as wanted.
    Precise,
    /// The last look was reached.
    Trials,
    /// The time or the writes of the run were spent.
    Budget,
    /// A person stopped the run.
    Interrupted,
    /// The agent or its target died.
    Lost,
}

/// Where the time of a session went, in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Spent {
    /// Inside timed samples.
    pub timed_ns: u64,
    /// Warm-up batches.
    pub warm_up_ns: u64,
    /// Starting processes, preparing files and memory, calibration.
    pub set_up_ns: u64,
    /// Bringing the system to rest after trials.
    pub settling_ns: u64,
    /// Everything else: facts, messages, writing results.
    pub overhead_ns: u64,
}

/// What a session wrote to the file systems under test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Written {
    /// What it was allowed to write.
    pub limit_bytes: u64,
    /// What its benchmarks declare that their trials, pilots and shared files wrote, and what
    /// brought devices to a steady state.
    pub declared_bytes: u64,
    /// What the kernel counted, less what was deleted before it reached a device; `None` where the
    /// system does not tell.
    pub counted_bytes: Option<u64>,
}
