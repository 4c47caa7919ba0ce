//! How should this be written here? For each workload, the methods that are not distinguishable
//! from the best, simplest first.

mod condense;
mod crossover;
mod document;
mod family;
mod foreign;
mod point;
mod ranges;

use model::{Id, Metric, Origin, Value};

use crate::{Conditions, Source};

pub use condense::{Choice, choices, condense};
pub use document::advice_document;
pub use foreign::{Reported, reported};
pub use point::{Pick, Ruling};

/// How much worse than the best a method may be, by default, to be as good: 1 %.
pub const TOLERANCE: f64 = 0.01;

/// Advice on every benchmark that has methods.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// How much worse than the best a method may be to be as good, as a fraction.
    pub tolerance: f64,
    /// One for each benchmark, subject, set of conditions and workload but for its axis; where
    /// methods are of several families, then one for each family too.
    pub tables: Vec<AdviceTable>,
    /// What the figures cannot tell, where another program measured them.
    pub limits: Option<String>,
}

/// Advice on one benchmark along one axis of its workload.
#[derive(Clone, Debug, PartialEq)]
pub struct AdviceTable {
    /// The benchmark.
    pub benchmark: Id,
    /// Label of the subject.
    pub subject: String,
    /// What decides.
    pub metric: Metric,
    /// What all its methods have in common; methods of other conditions have their own table.
    pub conditions: Conditions,
    /// The family of methods that it chooses among; `None`: among all.
    pub family: Option<String>,
    /// The rest of the workload, in words; may be empty.
    pub fixed: String,
    /// The ordered parameter of the workload along which ranges are merged, if there is one.
    pub axis: Option<String>,
    /// Rising along the axis.
    pub ranges: Vec<AdviceRange>,
    /// Where the advice changes from one range to the next.
    pub crossovers: Vec<Crossover>,
}

/// Neighboring workloads of one ruling.
#[derive(Clone, Debug, PartialEq)]
pub struct AdviceRange {
    /// The first and the last measured value of the axis; `None` without an axis.
    pub span: Option<(Value, Value)>,
    /// The same in words; empty without an axis.
    pub span_text: String,
    /// What holds in the whole range.
    pub ruling: Ruling,
    /// The same in a sentence.
    pub sentence: String,
    /// Methods that may be as good somewhere in the range, and are not known to be.
    pub open: Vec<String>,
    /// The evidence: each workload by itself.
    pub points: Vec<AdvicePoint>,
}

/// One workload.
#[derive(Clone, Debug, PartialEq)]
pub struct AdvicePoint {
    /// Its value of the axis.
    pub value: Option<Value>,
    /// What holds for it.
    pub ruling: Ruling,
    /// Every method with a usable figure, best first.
    pub picks: Vec<Pick>,
    /// Methods of which it cannot be told whether they are as good as the best, simplest first.
    pub open: Vec<Pick>,
    /// Methods without a usable figure, and why.
    pub left_out: Vec<(String, String)>,
}

/// Where one method takes over from another.
#[derive(Clone, Debug, PartialEq)]
pub struct Crossover {
    /// The method advised below.
    pub from: String,
    /// The method advised above.
    pub to: String,
    /// The greatest value at which the first is known to be better; `None`: at none.
    pub after: Option<u64>,
    /// The least value at which the second is known to be better; `None`: at none.
    pub before: Option<u64>,
    /// Where the lines through the medians cross, on logarithmic axes.
    pub estimate: Option<f64>,
}

/// Advises on every benchmark of a record that has a method to choose.
pub fn advise(source: Source<'_>, tolerance: f64) -> Advice {
    let limits = match &source.record.origin {
        Origin::Ours(_) => None,
        Origin::Foreign(foreign) => {
            Some(format!("measured by {}: {}", foreign.tool, foreign.limits))
        }
    };
    let tables = ranges::tables(&source, tolerance);
    Advice { tolerance, tables, limits }
}
