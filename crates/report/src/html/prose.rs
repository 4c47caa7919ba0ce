//! The sentences of a page that are not findings: its first paragraph, the method, the files.

use std::collections::BTreeSet;

use analysis::Source;
use model::Origin;

use crate::number::{self, count, plural};
use crate::{Report, spent, time, words};

/// The result in a paragraph.
pub(super) fn lede(report: &Report<'_>) -> String {
    let mut sentences = Vec::new();
    let overall = report.findings.iter().map(|found| words::clean(&found.overall.sentence));
    sentences.extend(overall.filter(|sentence| !sentence.is_empty()));
    let differing: usize = pairs(report).filter(|pair| pair.verdict.differs()).count();
    let all = pairs(report).count();
    if all > 0 {
        sentences.push(format!(
            "Of {} {}, {} beyond noise and threshold.",
            count(all as u64),
            plural("comparison", all as u64),
            if differing == 1 { "1 differs".to_owned() } else { format!("{differing} differ") },
        ));
    }
    sentences.push(scope(report));
    sentences.join(" ")
}

fn pairs<'a>(report: &Report<'a>) -> impl Iterator<Item = &'a analysis::Pair> {
    report.findings.iter().flat_map(|found| &found.contests).flat_map(|contest| &contest.pairs)
}

/// What was measured, in numbers.
fn scope(report: &Report<'_>) -> String {
    let rows = || report.sources.iter().flat_map(|source| &source.summary.rows);
    let headlines = || rows().filter(|row| row.metric == 0);
    let measured = headlines().filter(|row| row.estimate.is_some()).count() as u64;
    let absent = headlines().count() as u64 - measured;
    let trials: usize =
        headlines().filter_map(|row| row.estimate.as_ref()).map(|estimate| estimate.trials).sum();
    let benchmarks: BTreeSet<&str> = report
        .sources
        .iter()
        .flat_map(|source| &source.summary.groups)
        .map(|group| group.benchmark.as_str())
        .collect();
    let without = if absent == 0 {
        String::new()
    } else {
        format!(
            " {} more {} no figures, each for a reason given below.",
            count(absent),
            if absent == 1 { "has" } else { "have" }
        )
    };
    let benchmarks = benchmarks.len() as u64;
    format!(
        "Measured: {} {} of {} {} in {} {}.{without}",
        count(measured),
        plural("case", measured),
        count(benchmarks),
        plural("benchmark", benchmarks),
        count(trials as u64),
        plural("trial", trials as u64),
    )
}

/// What must be known before reading on: foreign figures, runs that were cut off.
pub(super) fn under(report: &Report<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for source in report.sources {
        let name = words::clean(source.name);
        if let Origin::Foreign(foreign) = &source.record.origin {
            lines.push(format!(
                "{name} was measured by {}, and its figures are not ranked against ours: {}",
                words::clean(&foreign.tool),
                words::clean(&foreign.limits)
            ));
        }
        if source.record.sessions.iter().any(|session| !session.complete) {
            lines.push(format!("{name} is of a run that did not end: what finished is shown."));
        }
    }
    lines
}

/// How it was measured, in short.
pub(super) fn method(report: &Report<'_>) -> Vec<String> {
    let mut lines = vec![
        "Every trial is a fresh set of processes that runs one case. The trials of all \
         subjects and methods of a workload alternate in rounds of random balanced order, so that \
         a change of the machine meets all of them alike."
            .to_owned(),
        "The unit of statistics is the trial, between boots the session, never the sample inside \
         a trial. The figure is the median of trials with an exact interval of at least 95 %. The \
         best single sample stands beside it, as many programs publish it; it moves with the \
         number of samples and is in no verdict."
            .to_owned(),
        "A verdict asks that the difference is beyond noise, over all comparisons shown, and \
         larger than the threshold. What cannot be told is called inconclusive. A hollow mark or \
         bar has no verdict."
            .to_owned(),
    ];
    for source in report.sources {
        let spent = spent::sentence(source.record);
        if !spent.is_empty() {
            lines.push(match report.sources.len() {
                1 => spent,
                _ => format!("{}. {spent}", words::clean(source.name)),
            });
        }
    }
    lines
}

/// Where a file comes from: who measured, when, with what.
pub(super) fn provenance(source: &Source<'_>, hash: Option<&String>) -> Vec<String> {
    let mut lines = Vec::new();
    match &source.record.origin {
        Origin::Ours(plan) => {
            let mut parts = vec![format!("profile {}", words::clean(&plan.profile))];
            if plan.budget_ns > 0 {
                parts.push(format!("budget {}", number::duration(plan.budget_ns)));
            }
            parts
                .extend(plan.selectors.iter().chain(&plan.parameters).map(|one| words::clean(one)));
            lines.push(format!("whichos: {}", parts.join(", ")));
        }
        Origin::Foreign(foreign) => {
            lines.push(format!("Measured by {}", words::clean(&foreign.tool)));
        }
    }
    for session in &source.record.sessions {
        let cut = if session.complete { "" } else { ", not complete" };
        lines.push(format!(
            "Session {}, {} to {}, seed {}{cut}",
            words::clean(&session.id),
            time::moment(session.time_unix_ms.start),
            time::moment(session.time_unix_ms.end),
            session.seed
        ));
        let build = &session.build;
        let known: Vec<String> = [&build.version, &build.revision, &build.target]
            .into_iter()
            .chain(&build.compilers)
            .chain(&build.options)
            .filter(|part| !part.is_empty())
            .map(|part| words::clean(part))
            .collect();
        let build = if known.is_empty() { "unknown".to_owned() } else { known.join(", ") };
        let sha256 = if session.build.sha256.is_empty() {
            String::new()
        } else {
            format!("; SHA-256 {}", words::clean(&session.build.sha256))
        };
        let line = format!("Build {build}{sha256}");
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    if let Some(hash) = hash.filter(|hash| !hash.is_empty()) {
        lines.push(format!("SHA-256 of this file: {}", words::clean(hash)));
    }
    lines
}
