//! One fresh set of processes that ran one case on one subject.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Flag, Measured, Span, Value};

/// One trial. `(round, position)` gives its predecessor in the group and its pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Trial {
    /// Index into the session's cells.
    pub cell: u32,
    /// Round of the group.
    pub round: u32,
    /// Place within the round.
    pub position: u32,
    /// Seed of the trial's own random choices: data, padding of environment and heap.
    pub seed: u64,
    /// From `go` to `done` by the harness's clock, counted from the session's start.
    pub host_ns: Span,
    /// What was found out and not chosen, such as a proven cache state.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub conditions: BTreeMap<String, Value>,
    /// What the system counted while the trial ran.
    pub state: TrialState,
    /// What is suspicious about it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<Flag>,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of a trial.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Figures, with a tally that was checked.
    Measured(Measured),
    /// No figures, and why.
    Failed(Failure),
}

impl Outcome {
    /// The figures, where there are any.
    pub fn measured(&self) -> Option<&Measured> {
        match self {
            Self::Measured(measured) => Some(measured),
            Self::Failed(_) => None,
        }
    }
}

/// What the system counted for the measured role, between `go` and `done` unless said otherwise.
/// `None` where the system does not tell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TrialState {
    /// From starting the process to its `ready`.
    pub start_up_ns: u64,
    /// Of this, what the benchmark itself prepared: files, memory.
    pub set_up_ns: u64,
    /// From `done` until the system was at rest again.
    pub settle_ns: u64,
    /// Processor time in user mode, with waited-for children.
    pub user_ns: Option<u64>,
    /// Processor time in the kernel, with waited-for children.
    pub system_ns: Option<u64>,
    /// Page faults served without input or output, with waited-for children.
    pub minor_faults: Option<u64>,
    /// Page faults that read from a disk, with waited-for children.
    pub major_faults: Option<u64>,
    /// Times the processor was given up.
    pub voluntary_switches: Option<u64>,
    /// Times the processor was taken away.
    pub involuntary_switches: Option<u64>,
    /// Private dirty memory of the process at `go`, the part that every fork copies.
    pub private_dirty_bytes: Option<u64>,
    /// Share of the data under test that lay in the page cache right before `go`, in millionths,
    /// where the benchmark looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resident_ppm: Option<u64>,
    /// Data that the trial caused to be written to devices, from the start of its process to its
    /// end, as the kernel counts it: what was taken back before it was written does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes_written: Option<u64>,
    /// Time that the hypervisor took from all processors.
    pub steal_ns: Option<u64>,
    /// Processor time of everything else on the machine.
    pub others_ns: Option<u64>,
}

/// Why a trial has no figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Failure {
    /// Which process of the trial.
    pub role: String,
    /// While it did what.
    pub stage: Stage,
    /// What happened, with the system's own words.
    pub reason: String,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let stage = match self.stage {
            Stage::Start => "starting",
            Stage::SetUp => "setting up",
            Stage::Work => "working",
            Stage::Check => "checking the work",
            Stage::Settle => "settling",
        };
        write!(formatter, "{} failed while {stage}: {}", self.role, self.reason)
    }
}

/// The part of a trial in which it failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The process was being started.
    Start,
    /// It prepared files or memory.
    SetUp,
    /// It did the measured work.
    Work,
    /// Its tally was checked.
    Check,
    /// What it left was brought to rest.
    Settle,
}
