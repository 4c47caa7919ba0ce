//! What may honestly be said of two entries.

use model::Value;

use crate::Bar;

/// What may honestly be said of a candidate against its baseline.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// The candidate is better by at least the threshold.
    Faster {
        /// The whole interval lies beyond the threshold.
        clearly: bool,
    },
    /// The candidate is worse by at least the threshold.
    Slower {
        /// The whole interval lies beyond the threshold.
        clearly: bool,
    },
    /// The difference, if any, is smaller than the threshold.
    Indistinguishable,
    /// Nothing of these can be told yet.
    Inconclusive(Need),
    /// The two must not be compared.
    NotComparable(Why),
}

impl Verdict {
    /// The word for it in tables and documents.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Faster { .. } => "faster",
            Self::Slower { .. } => "slower",
            Self::Indistinguishable => "indistinguishable",
            Self::Inconclusive(_) => "inconclusive",
            Self::NotComparable(_) => "not comparable",
        }
    }

    /// Whether it says that the two differ.
    pub fn differs(&self) -> bool {
        matches!(self, Self::Faster { .. } | Self::Slower { .. })
    }
}

/// What an inconclusive comparison needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Need {
    /// How many more a side.
    pub more: usize,
    /// Of what.
    pub of: Replicate,
    /// About how long that takes, both sides together, at the pace of the files; `None` where
    /// they do not tell.
    pub minutes: Option<f64>,
    /// Whether that is likely to settle it. Otherwise the difference lies so near the threshold
    /// that no affordable number will.
    pub cheap: bool,
    /// The verdict would be another without the trials during which the machine was disturbed:
    /// repeat them on a quiet one.
    pub disturbed: bool,
}

/// What is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replicate {
    /// Trials within the session.
    Trials,
    /// Whole sessions.
    Sessions,
}

impl Replicate {
    /// In the plural.
    pub fn name(self) -> &'static str {
        match self {
            Self::Trials => "trials",
            Self::Sessions => "sessions",
        }
    }
}

/// Why two entries must not be compared.
#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    /// The benchmark changed its meaning between the two.
    Revision {
        /// The baseline's.
        baseline: u32,
        /// The candidate's.
        candidate: u32,
    },
    /// The two files define the benchmark or the metric differently under one revision.
    Definition,
    /// Something was found out that differs: durability class, copy mechanism, cache state.
    Condition {
        /// Which.
        name: String,
        /// The baseline's values.
        baseline: Vec<Value>,
        /// The candidate's values.
        candidate: Vec<Value>,
    },
    /// The measuring programs differ, on the same kind of system.
    Build {
        /// The baseline's.
        baseline: String,
        /// The candidate's.
        candidate: String,
    },
    /// Another program measured one of them, or both without telling its trials apart.
    Foreign {
        /// The program.
        tool: String,
    },
    /// One of the two has no verdict.
    Barred {
        /// Whether it is the candidate.
        candidate: bool,
        /// Why it has none.
        bar: Bar,
    },
    /// No metric is valid for both, or the headline is a diagnostic figure.
    NoMetric,
    /// The interval cannot be computed from what there is.
    TooFew,
}

impl std::fmt::Display for Why {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Revision { baseline, candidate } => write!(
                formatter,
                "revision {baseline} of the benchmark against revision {candidate}"
            ),
            Self::Definition => formatter.write_str("the files define the benchmark differently"),
            Self::Condition { name, baseline, candidate } => {
                write!(formatter, "{name} is {} against {}", list(baseline), list(candidate))
            }
            Self::Build { baseline, candidate } => {
                write!(formatter, "measured by different builds: {baseline} against {candidate}")
            }
            Self::Foreign { tool } => {
                write!(formatter, "measured by {tool}, whose figures are not ranked")
            }
            Self::Barred { candidate, bar } => {
                write!(
                    formatter,
                    "the {}: {bar}",
                    if *candidate { "candidate" } else { "baseline" }
                )
            }
            Self::NoMetric => formatter.write_str("no metric is valid for both"),
            Self::TooFew => formatter.write_str("too few common rounds or sessions"),
        }
    }
}

/// A condition's values in words.
fn list(values: &[Value]) -> String {
    let words: Vec<String> = values
        .iter()
        .map(|value| match value {
            Value::Integer(number) => number.to_string(),
            Value::Name(name) => name.clone(),
        })
        .collect();
    if words.is_empty() { "unknown".to_owned() } else { words.join(" or ") }
}
