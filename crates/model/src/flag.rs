//! What is suspicious about a figure. A flag never deletes data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that a reader of a figure must know. Ratios and shares are in parts per million, so
/// that the file holds integers only.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "flag", rename_all = "snake_case")]
pub enum Flag {
    /// The clock's own cost is a noticeable part of a batch: over 1 % flags, over 5 % forbids a
    /// verdict.
    TimerShare {
        /// Part of the batch that reading the clock takes.
        ppm: u64,
    },
    /// The batch is shorter than 1,000 × (resolution + cost) of the clock.
    BatchShort {
        /// Length of the batch.
        batch_ns: u64,
        /// Length that it should have had.
        wanted_ns: u64,
    },
    /// 3.5 % more operations did not take 3.5 ± 1 % more time.
    Nonlinear {
        /// How much more time they took.
        ppm: u64,
    },
    /// Many samples or trials are exactly equal: the clock is too coarse for them.
    Ties {
        /// Share of equal values.
        ppm: u64,
    },
    /// Trials rise or fall over the run.
    Drift {
        /// Change from the first to the last trial, of the median.
        ppm: i64,
    },
    /// Trials fall into separate modes, so one median does not describe them.
    Modes {
        /// Share of the upper mode.
        upper_ppm: u64,
        /// Distance of the modes, of the lower one.
        distance_ppm: u64,
    },
    /// A trial's figure depends on what ran before it.
    CarryOver {
        /// The benchmark, or within its group the value of a method, after which it differs.
        after: String,
        /// By how much, of the median.
        ppm: i64,
    },
    /// The declared warm-up was too short; this many more batches were dropped.
    WarmUpShort {
        /// Batches dropped from every trial.
        batches: u32,
    },
    /// The samples of a trial never settle.
    NotStationary,
    /// A fact of the system changed while the session ran.
    StateChanged {
        /// Key of the fact.
        fact: String,
    },
    /// Another system took processor time from this one during the trial.
    Steal {
        /// Share of the trial's processor time.
        ppm: u64,
    },
    /// Something else ran on the machine during the trial.
    Busy {
        /// Processors kept busy by others, in millionths of one.
        ppm: u64,
    },
    /// The trial's own clock and the harness's disagree about its length.
    ClockDisagrees {
        /// Difference, of the harness's reading.
        ppm: i64,
    },
    /// What the trial wrote could not be brought to rest before the next one.
    Unsettled {
        /// What was left.
        what: String,
    },
    /// The directory under test lies on a file system that is no disk.
    NotADisk {
        /// Type of the file system.
        file_system: String,
    },
    /// The load, not the server, was at its limit.
    ClientBound,
}

impl Flag {
    /// The flag's short name, as tables show it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::TimerShare { .. } => "timer",
            Self::BatchShort { .. } => "short-batch",
            Self::Nonlinear { .. } => "nonlinear",
            Self::Ties { .. } => "ties",
            Self::Drift { .. } => "drift",
            Self::Modes { .. } => "modes",
            Self::CarryOver { .. } => "carry-over",
            Self::WarmUpShort { .. } => "warm-up",
            Self::NotStationary => "not-stationary",
            Self::StateChanged { .. } => "state",
            Self::Steal { .. } => "steal",
            Self::Busy { .. } => "busy",
            Self::ClockDisagrees { .. } => "clock",
            Self::Unsettled { .. } => "unsettled",
            Self::NotADisk { .. } => "not-a-disk",
            Self::ClientBound => "client-bound",
        }
    }

    /// Whether a figure that carries it can have no verdict.
    pub fn forbids_verdict(&self) -> bool {
        match self {
            Self::TimerShare { ppm } => *ppm > 50_000,
            Self::ClockDisagrees { .. } | Self::ClientBound => true,
            _ => false,
        }
    }
}

impl std::fmt::Display for Flag {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let percent = |ppm: u64| ppm as f64 / 1e4;
        let signed = |ppm: i64| ppm as f64 / 1e4;
        match self {
            Self::TimerShare { ppm } => {
                write!(formatter, "reading the clock takes {:.1} % of a batch", percent(*ppm))
            }
            Self::BatchShort { batch_ns, wanted_ns } => write!(
                formatter,
                "a batch lasts {batch_ns} ns, shorter than the {wanted_ns} ns that the clock asks for"
            ),
            Self::Nonlinear { ppm } => {
                write!(formatter, "3.5 % more operations took {:.1} % more time", percent(*ppm))
            }
            Self::Ties { ppm } => {
                write!(formatter, "{:.0} % of the values are exactly equal", percent(*ppm))
            }
            Self::Drift { ppm } => {
                write!(formatter, "trials drift by {:+.1} % over the run", signed(*ppm))
            }
            Self::Modes { upper_ppm, distance_ppm } => write!(
                formatter,
                "two modes: {:.0} % of the trials lie {:.1} % above the others",
                percent(*upper_ppm),
                percent(*distance_ppm)
            ),
            Self::CarryOver { after, ppm } => {
                write!(formatter, "{:+.1} % when run after {after}", signed(*ppm))
            }
            Self::WarmUpShort { batches } => write!(
                formatter,
                "warm-up was too short: {batches} more batches of each trial were dropped"
            ),
            Self::NotStationary => formatter.write_str("samples of a trial never settle"),
            Self::StateChanged { fact } => write!(formatter, "{fact} changed during the session"),
            Self::Steal { ppm } => {
                write!(formatter, "the hypervisor took {:.1} % of the processors", percent(*ppm))
            }
            Self::Busy { ppm } => {
                write!(
                    formatter,
                    "other programs kept {:.2} processors busy",
                    percent(*ppm) / 100.0
                )
            }
            Self::ClockDisagrees { ppm } => write!(
                formatter,
                "the subject's clock and the harness's differ by {:+.1} %",
                signed(*ppm)
            ),
            Self::Unsettled { what } => {
                write!(formatter, "not at rest before the next trial: {what}")
            }
            Self::NotADisk { file_system } => {
                write!(formatter, "the directory lies on {file_system}, which is no disk")
            }
            Self::ClientBound => formatter.write_str("the load, not the server, was at its limit"),
        }
    }
}
