//! What became of a row, and what keeps it from a verdict.

use model::{Cell, Flag, Status};

use crate::cells::CaseCells;

/// Why a row's figures, if it has any, carry no verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bar {
    /// There are no figures: unsupported, skipped, dropped before its first trial.
    NotMeasured {
        /// The status in a word: `unsupported`, `skipped`, `failed`.
        status: &'static str,
        /// Why; may be empty.
        reason: String,
    },
    /// It was left out midway, with too few trials for a verdict.
    LeftOut {
        /// The most trials that a session has.
        trials: usize,
        /// Why, and what would run it.
        reason: String,
    },
    /// Another program measured it and tells too little of its trials.
    Foreign {
        /// What there is, in words.
        known: &'static str,
    },
    /// No session has enough trials.
    Preliminary {
        /// The most trials that a session has.
        trials: usize,
    },
    /// A search dropped it. The figures are those of the search.
    Dropped {
        /// Trials at the look that dropped it.
        look: u32,
    },
    /// A trial failed. The figures of the others are shown.
    FailedTrial {
        /// The first failure.
        reason: String,
    },
    /// A trial marked this metric as not to be used.
    Invalid {
        /// Why.
        reason: String,
    },
    /// A figure is zero, which no ratio can be formed of.
    Zero,
    /// A flag forbids it.
    Flagged(Flag),
}

impl std::fmt::Display for Bar {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotMeasured { status, reason } if reason.is_empty() => {
                formatter.write_str(status)
            }
            Self::NotMeasured { status, reason } => write!(formatter, "{status}: {reason}"),
            Self::LeftOut { trials, reason } => {
                write!(formatter, "skipped after {trials} trials: {reason}")
            }
            Self::Foreign { known } => write!(formatter, "foreign: {known}"),
            Self::Preliminary { trials } => write!(
                formatter,
                "preliminary: {trials} trials, and {} are the fewest for a verdict",
                crate::FEWEST_TRIALS
            ),
            Self::Dropped { look } => write!(formatter, "dropped {}", dropped(*look)),
            Self::FailedTrial { reason } => write!(formatter, "a trial failed: {reason}"),
            Self::Invalid { reason } => write!(formatter, "not to be used: {reason}"),
            Self::Zero => formatter.write_str("a figure of zero forms no ratio"),
            Self::Flagged(flag) => write!(formatter, "{flag}"),
        }
    }
}

/// One status for all sessions: what went wrong first, then the best that any session reached.
pub(crate) fn over_sessions(cells: &CaseCells<'_>) -> Option<Status> {
    let rank = |status: &Status| match status {
        Status::Failed { .. } => 0,
        Status::Measured { .. } => 1,
        Status::Preliminary { .. } => 2,
        Status::Dropped { .. } => 3,
        Status::Unsupported { .. } => 4,
        Status::Skipped { .. } => 5,
    };
    let statuses = cells.cells.iter().map(|(_, cell): &(usize, &Cell)| &cell.status);
    statuses.min_by_key(|status| rank(status)).cloned()
}

fn dropped(look: u32) -> String {
    format!("by the search after {look} trials, too far behind the best")
}

/// A status without figures, in a word with its reason; `None` where there should be figures.
pub(crate) fn not_measured(status: &Status) -> Option<Bar> {
    let (status, reason) = match status {
        Status::Unsupported { reason } => ("unsupported", reason.clone()),
        Status::Skipped { reason } => ("skipped", reason.clone()),
        Status::Failed { reason } => ("failed", reason.clone()),
        Status::Dropped { look } => ("dropped", dropped(*look)),
        Status::Measured { .. } | Status::Preliminary { .. } => return None,
    };
    Some(Bar::NotMeasured { status, reason })
}

/// The first failure among a row's trials, else of its cells' statuses.
pub(crate) fn first_failure(cells: &CaseCells<'_>) -> Option<String> {
    let of_trials = cells.trials.iter().find_map(|placed| match &placed.trial.outcome {
        model::Outcome::Failed(failure) => Some(failure.to_string()),
        model::Outcome::Measured(_) => None,
    });
    of_trials.or_else(|| {
        cells.cells.iter().find_map(|(_, cell)| match &cell.status {
            Status::Failed { reason } => Some(reason.clone()),
            _ => None,
        })
    })
}
