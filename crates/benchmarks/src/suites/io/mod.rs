//! Sequential reading, writing and copying of large files, by every method.

pub(crate) mod cold;
mod content;
mod metrics;
pub(crate) mod parameters;
mod read;
mod reading;
mod source;

use model::{Case, Definition, Value};
use sys::buffer::Aligned;

use crate::{Error, Suite};

/// Sequential reading, writing and copying of large files, by every method.
pub(crate) const SUITE: Suite = Suite {
    name: "io",
    summary: "Reading, writing and copying large files, by every method.",
    benchmarks: &[&read::BENCHMARK],
};

/// What a trial says when a mapping faults; the line is one of the trial protocol.
const FAULT: &str = "failed work SIGBUS: a mapped file became shorter, or its disk is full\n";

/// A file that ends too early: somebody has made it shorter.
#[cold]
fn ended(at: u64, end: u64) -> Error {
    Error::Wrong(format!("the file ended at byte {at} of {end}: it was made shorter"))
}

/// Memory whose every page was written once, so that no transfer pays for its first use.
fn touched(bytes: usize) -> Aligned {
    let mut memory = Aligned::new(bytes);
    memory.fill(1);
    memory
}

/// Every combination of the given values of all parameters, in the definition's order.
fn product(definition: &Definition, lists: &[Vec<Value>]) -> Vec<Case> {
    let mut cases = vec![Case {
        benchmark: definition.id.clone(),
        revision: definition.revision,
        values: std::collections::BTreeMap::new(),
    }];
    for (parameter, list) in definition.parameters.iter().zip(lists) {
        cases = cases
            .iter()
            .flat_map(|case| {
                list.iter().map(|value| {
                    let mut case: Case = case.clone();
                    case.values.insert(parameter.name.clone(), value.clone());
                    case
                })
            })
            .collect();
    }
    cases
}
