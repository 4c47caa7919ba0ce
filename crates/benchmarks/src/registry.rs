//! The table of all benchmarks: help, documents, plans and tests are made from it.

use model::Definition;

use crate::{Benchmark, suites};

/// The benchmarks of one subsystem.
pub struct Suite {
    /// First part of their names.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// The benchmarks, in the order that they are shown.
    pub benchmarks: &'static [&'static Benchmark],
}

/// All suites, in the order that they are shown.
pub const SUITES: &[&Suite] = &[
    &suites::clock::SUITE,
    &suites::syscall::SUITE,
    &suites::thread::SUITE,
    &suites::process::SUITE,
    &suites::program::SUITE,
    &suites::file::SUITE,
    &suites::tree::SUITE,
    &suites::journal::SUITE,
    &suites::memory::SUITE,
    &suites::io::SUITE,
    &suites::net::SUITE,
];

/// Every benchmark with its definition.
pub fn registry() -> Vec<(&'static Benchmark, Definition)> {
    SUITES
        .iter()
        .flat_map(|suite| suite.benchmarks)
        .map(|benchmark| (*benchmark, (benchmark.definition)()))
        .collect()
}

/// The benchmark of a name, with its definition.
pub fn find(id: &str) -> Option<(&'static Benchmark, Definition)> {
    lookup(id).map(|benchmark| (benchmark, (benchmark.definition)()))
}

/// The benchmark of a name; allocates nothing.
pub fn lookup(id: &str) -> Option<&'static Benchmark> {
    SUITES.iter().flat_map(|suite| suite.benchmarks).find(|benchmark| benchmark.id == id).copied()
}

/// What two builds must agree on to run one another's trials: every name and revision.
pub fn digest_input() -> String {
    let names: Vec<String> = registry()
        .iter()
        .map(|(_, definition)| format!("{}@{}", definition.id, definition.revision))
        .collect();
    names.join("\n")
}

#[cfg(test)]
mod tests;
