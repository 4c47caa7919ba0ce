//! Everything that enters the kernel is slower than on a peer: mitigations, debug options, audit
//! rules or security modules add to every entry (IAIK/KAISER#3 for the isolation of page tables).

use std::collections::BTreeSet;

use super::Hint;
use super::view::View;
use crate::{Findings, Source, Verdict};

/// How many cases must be slower, by how much, and of how many suites.
const CASES: usize = 3;
const TIMES: f64 = 1.3;
const SUITES: usize = 2;

/// Suites that are made of system calls.
const KERNEL: [&str; 5] = ["syscall", "process", "thread", "program", "file"];

/// Facts that make every entry to the kernel dearer.
const TOPICS: [&str; 4] = ["mitigations.", "kernel.debug_options", "security.", "kernel.tainted"];

pub(super) fn look(sources: &[Source<'_>], findings: &Findings) -> Vec<Hint> {
    let candidates = findings.attributions.iter();
    candidates
        .filter_map(|attribution| {
            let candidate = attribution.candidate;
            let facts: Vec<String> = attribution
                .differences
                .iter()
                .filter(|one| one.known && TOPICS.iter().any(|topic| one.key.starts_with(topic)))
                .map(|one| format!("{} ({} against {})", one.key, one.baseline, one.candidate))
                .collect();
            let (cases, row) = slower(findings, candidate)?;
            let shown = facts.first()?;
            let more = match facts.len() - 1 {
                0 => String::new(),
                more => format!(" and {more} more facts of the kernel's defenses"),
            };
            let source = sources[findings.contestants[candidate].source];
            let view = View::new(source, source.at(row).subject);
            Some(view.hint(
                "kernel-overhead",
                format!(
                    "{cases} cases made of system calls take at least {TIMES} times as long as for {}",
                    findings.contestants[0].label
                ),
                format!("what differs is {shown}{more}"),
                "a cost that every entry to the kernel pays",
                "boot both with equal mitigations, debug options and security modules, give each \
                 run a --label that says so, and compare again",
            ))
        })
        .collect()
}

/// How many kernel cases are much slower for a candidate, and a row of one of them, where they
/// are enough and of enough suites.
fn slower(findings: &Findings, candidate: usize) -> Option<(usize, usize)> {
    let mut suites = BTreeSet::new();
    let (mut cases, mut row) = (0, None);
    for contest in &findings.contests {
        let suite = contest.benchmark.suite();
        if !KERNEL.contains(&suite) {
            continue;
        }
        for pair in &contest.pairs {
            let entry = &contest.entries[pair.candidate];
            let times = pair.evidence.map_or(1.0, |evidence| evidence.cost.ratio);
            let slower = matches!(pair.verdict, Verdict::Slower { .. });
            if entry.contestant == candidate && slower && times >= TIMES {
                cases += 1;
                suites.insert(suite);
                row = Some(entry.row);
            }
        }
    }
    let row = row?;
    (cases >= CASES && suites.len() >= SUITES).then_some((cases, row))
}
