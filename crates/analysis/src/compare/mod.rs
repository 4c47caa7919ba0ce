//! Comparison: between files, between subjects of one file, between methods on one subject.

mod contrast;
mod draft;
mod files;
mod findings;
mod notes;
mod obstacle;
mod options;
mod overall;
mod pace;
mod pairing;
mod sentence;
mod sessions;
mod source;
mod verdict;
mod within;

pub use contrast::SessionNoise;
pub use files::compare_files;
pub use findings::{
    Contest, Contestant, Entry, Evidence, Findings, Kind, Note, Pair, Ratio, Standing, Unpaired,
};
pub use options::{Options, Thresholds};
pub use overall::{Counts, Lead, Overall};
pub use pairing::Matched;
pub use source::Source;
pub use verdict::{Need, Replicate, Verdict, Why};
pub use within::{compare_methods, compare_subjects};

pub(crate) use contrast::contrast;
pub(crate) use source::{GroupKey, marked_invalid};

/// Why nothing was compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is nothing to compare with.
    FewerThanTwo,
    /// Two of the files hold the same session: a figure compared with itself says nothing.
    SameSession {
        /// One file.
        one: String,
        /// The other.
        other: String,
    },
    /// The baseline that was asked for is not there.
    NoSuchBaseline {
        /// What was asked for.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::FewerThanTwo => formatter.write_str("there is nothing to compare with"),
            Self::SameSession { one, other } => {
                write!(formatter, "{one} and {other} hold the same session")
            }
            Self::NoSuchBaseline { name, known } => {
                write!(formatter, "no baseline {name:?}; there are {}", known.join(", "))
            }
        }
    }
}

impl std::error::Error for Refusal {}
