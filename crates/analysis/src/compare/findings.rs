//! What a comparison found.

use model::{Id, Metric};
use stats::RatioEstimate;

use super::contrast::SessionNoise;
use super::options::Thresholds;
use super::overall::Overall;
use super::pairing::Matched;
use super::verdict::{Verdict, Why};
use crate::{Attribution, Bar, Interval};

/// What a comparison found.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// What stands against what.
    pub kind: Kind,
    /// Who takes part, baseline first. For methods: the subjects, each by itself.
    pub contestants: Vec<Contestant>,
    /// The thresholds that were in force.
    pub thresholds: Thresholds,
    /// In how many comparisons a false "faster" or "slower" was guarded against together (Holm).
    pub family: usize,
    /// One for each case that two or more have, in the order of the baseline's groups.
    pub contests: Vec<Contest>,
    /// What only one side has.
    pub unpaired: Vec<Unpaired>,
    /// For each candidate, what its differences may be put down to; empty for methods.
    pub attributions: Vec<Attribution>,
    /// For each candidate the count of verdicts, and who leads, if anyone does.
    pub overall: Overall,
}

/// What stands against what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Files, and so systems that could not be interleaved.
    Files,
    /// Subjects of one file.
    Subjects,
    /// Methods on one subject.
    Methods,
}

impl Kind {
    /// The word for it in documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Subjects => "subjects",
            Self::Methods => "methods",
        }
    }
}

/// One who takes part.
#[derive(Clone, Debug, PartialEq)]
pub struct Contestant {
    /// What tables call it.
    pub label: String,
    /// Index into the sources.
    pub source: usize,
    /// Index into the source's subjects; `None`: the whole file.
    pub subject: Option<usize>,
}

/// One case on several contestants (or several methods on one).
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
    /// The benchmark.
    pub benchmark: Id,
    /// What applies of the workload, as `name=value`; may be empty.
    pub workload: String,
    /// The same as sentences and tables say it.
    pub workload_words: String,
    /// The method that all share, as `name=value`; empty where they differ.
    pub method: String,
    /// The same as sentences and tables say it.
    pub method_words: String,
    /// What decides.
    pub metric: Metric,
    /// It is not the headline, which was not valid for all.
    pub instead_of_headline: bool,
    /// The benchmark has other metrics too, so this one must be named.
    pub one_of_several: bool,
    /// The smallest difference that matters, as a fraction.
    pub threshold: f64,
    /// Who takes part; the first is the baseline.
    pub entries: Vec<Entry>,
    /// Each other entry against the first, in their order.
    pub pairs: Vec<Pair>,
    /// Who is best, where all may be ranked.
    pub standing: Option<Standing>,
}

/// One that takes part in a contest.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// What the contest's sentences call it: the contestant, its subject where that is not clear,
    /// its method where methods differ.
    pub label: String,
    /// Index into the contestants.
    pub contestant: usize,
    /// Index into the sources.
    pub source: usize,
    /// Index into that source's summary's rows.
    pub row: usize,
    /// Its method as `name=value`; may be empty.
    pub method: String,
    /// The same as sentences and tables say it.
    pub method_words: String,
    /// Why it stands against the baseline.
    pub matched: Matched,
    /// Its median in base units.
    pub median: Option<f64>,
    /// Where that lies.
    pub interval: Option<Interval>,
}

/// A candidate against the baseline.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Index into the contest's entries.
    pub candidate: usize,
    /// The ratio of the metric's values, where one may be formed.
    pub ratio: Option<Ratio>,
    /// What may be said.
    pub verdict: Verdict,
    /// The same in a sentence, with its direction.
    pub sentence: String,
    /// What is behind the ratio; `None` where no verdict could be.
    pub evidence: Option<Evidence>,
    /// What a reader must know beside it.
    pub notes: Vec<Note>,
}

impl Pair {
    /// Whether the candidate (true) or the baseline was not measured, with the status and the
    /// reason; `None` where both have figures, or what stands in the way is something else.
    pub fn unmeasured(&self) -> Option<(bool, &'static str, &str)> {
        match &self.verdict {
            Verdict::NotComparable(Why::Barred {
                candidate,
                bar: Bar::NotMeasured { status, reason },
            }) => Some((*candidate, *status, reason.as_str())),
            _ => None,
        }
    }
}

/// Candidate over baseline, in the metric's own direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The estimate.
    pub value: f64,
    /// Its 95 % interval; `None` where there is no evidence to make one of.
    pub interval: Option<(f64, f64)>,
}

/// What is behind a verdict.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
    /// Candidate over baseline in cost: time, or the inverse of what more of is better.
    pub cost: RatioEstimate,
    /// p after Holm's correction over the family.
    pub p_adjusted: f64,
    /// The same after Benjamini and Hochberg, for a column.
    pub q: f64,
    /// What is known of the noise between sessions.
    pub noise: SessionNoise,
}

/// What a reader of a pair must know.
#[derive(Clone, Debug, PartialEq)]
pub enum Note {
    /// All sessions of one side lie before those of the other (or there is one a side): a drift
    /// of the machine would look the same.
    DriftConfounded,
    /// The batches differ in size by more than four: fixed costs weigh differently.
    BatchSize {
        /// Operations a batch of the baseline.
        baseline: u64,
        /// Operations a batch of the candidate.
        candidate: u64,
    },
    /// The ratio of medians and that of typical pairs of trials differ by more than the
    /// threshold: the two have different shapes, and one number does not describe them.
    ShapeDiffers {
        /// The Hodges–Lehmann ratio of the metric's values.
        typical: f64,
    },
    /// Something known beside the figures differs, such as the child program.
    Differs {
        /// What.
        what: String,
        /// The baseline's.
        baseline: String,
        /// The candidate's.
        candidate: String,
    },
}

impl std::fmt::Display for Note {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::DriftConfounded => formatter.write_str(
                "sessions did not alternate, so a drift of the machine would look the same",
            ),
            Self::BatchSize { baseline, candidate } => write!(
                formatter,
                "batches of {baseline} operations against {candidate}: fixed costs weigh differently"
            ),
            Self::ShapeDiffers { typical } => write!(
                formatter,
                "trials are spread differently: typical pairs have the ratio {typical:.3}"
            ),
            Self::Differs { what, baseline, candidate } => {
                write!(formatter, "{what} is {baseline} against {candidate}")
            }
        }
    }
}

/// Who is best in a contest. Indices into its entries.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The one with the best median.
    pub best: usize,
    /// Those that are not separated from it; empty: it is the winner.
    pub tied: Vec<usize>,
    /// Those that it is faster than.
    pub behind: Vec<usize>,
}

impl Standing {
    /// The winner, if one is separated from all others.
    pub fn winner(&self) -> Option<usize> {
        (self.tied.is_empty() && !self.behind.is_empty()).then_some(self.best)
    }
}

/// What only one side has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unpaired {
    /// Index into the contestants: who has it.
    pub contestant: usize,
    /// Index into the contestants: who has not.
    pub missing: usize,
    /// The benchmark.
    pub benchmark: Id,
    /// Workload and method in words; empty: the whole benchmark.
    pub what: String,
    /// Whether the one who has it has figures.
    pub measured: bool,
}
