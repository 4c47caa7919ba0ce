//! What on a system will spoil figures, and what to do about it.
//!
//! A rule is a pure function of facts. It fires on what is known: an unknown fact fires none but
//! the one that lists what is unknown.

mod clock;
mod isolation;
mod kernel;
mod limits;
mod memory;
mod neighbors;
mod power;
mod processor;
mod rule;
mod security;
mod storage;
mod unknown;

use std::fmt;

use model::Facts;

use rule::Rule;

/// What a rule found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Name of the rule.
    pub rule: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What is the case and what it does to figures.
    pub what: String,
    /// The facts that show it: `cpu.governor = powersave`.
    pub evidence: String,
    /// What to do about it.
    pub remedy: String,
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Good to know beside the figures; they are what this system gives.
    Informs,
    /// Figures will be noisier, or tell of a setting more than of the system.
    Warns,
    /// Figures will not tell what they should.
    Spoils,
}

impl fmt::Display for Severity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Informs => "informs",
            Self::Warns => "warns",
            Self::Spoils => "spoils",
        })
    }
}

/// Every rule, topic by topic.
fn rules() -> impl Iterator<Item = &'static Rule> {
    [
        neighbors::RULES,
        processor::RULES,
        power::RULES,
        clock::RULES,
        memory::RULES,
        kernel::RULES,
        limits::RULES,
        storage::RULES,
        isolation::RULES,
        security::RULES,
        unknown::RULES,
    ]
    .into_iter()
    .flatten()
}

/// The names of all rules, in the order in which they are looked at.
pub fn rule_names() -> Vec<&'static str> {
    rules().map(|rule| rule.name).collect()
}

/// What on a system will spoil figures: the worst first, then in the order of topics.
pub fn examine(facts: &Facts) -> Vec<Finding> {
    let mut findings: Vec<Finding> = rules().filter_map(|rule| rule.examine(facts)).collect();
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    findings
}
