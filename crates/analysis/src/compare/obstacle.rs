//! What forbids comparing two rows, whatever their figures say.

use std::collections::BTreeSet;

use model::Build;

use super::source::Source;
use super::verdict::Why;
use crate::{Conditions, Factor};

/// What forbids comparing two sources as wholes. Asked once for each two.
pub(crate) fn between_sources(
    baseline: &Source<'_>,
    candidate: &Source<'_>,
    factor: Option<Factor>,
) -> Option<Why> {
    for source in [baseline, candidate] {
        if let Some(tool) = source.foreign_tool() {
            return Some(Why::Foreign { tool: tool.to_owned() });
        }
    }
    if factor == Some(Factor::Program) || std::ptr::eq(baseline.record, candidate.record) {
        return None;
    }
    different_builds(baseline, candidate)
}

/// Two builds of the measuring program for one kind of system must be made alike. Builds for
/// different systems cannot be the same file; there their version and revision must be equal, and
/// the rest is listed as a confounder.
fn different_builds(baseline: &Source<'_>, candidate: &Source<'_>) -> Option<Why> {
    baseline
        .builds()
        .flat_map(|one| candidate.builds().map(move |other| (one, other)))
        .find(|(one, other)| !alike(one, other))
        .map(|(one, other)| Why::Build { baseline: name(one), candidate: name(other) })
}

fn alike(one: &Build, other: &Build) -> bool {
    let same_file = !one.sha256.is_empty() && one.sha256 == other.sha256;
    let same_source = one.version == other.version && one.revision == other.revision;
    let made_alike = one.compilers == other.compilers && one.options == other.options;
    same_file || same_source && (one.target != other.target || made_alike)
}

fn name(build: &Build) -> String {
    let parts = [build.version.as_str(), &build.revision, &build.target];
    let known: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let compilers = build.compilers.join(", ");
    if compilers.is_empty() {
        known.join(" ")
    } else {
        format!("{} ({compilers})", known.join(" "))
    }
}

/// What forbids comparing two rows of sources that may be compared.
pub(crate) fn between_rows(
    baseline: &Source<'_>,
    baseline_row: usize,
    candidate: &Source<'_>,
    candidate_row: usize,
) -> Option<Why> {
    let (one, other) = (baseline.at(baseline_row), candidate.at(candidate_row));
    let revisions =
        (baseline.record.cases[one.case].revision, candidate.record.cases[other.case].revision);
    if revisions.0 != revisions.1 {
        return Some(Why::Revision { baseline: revisions.0, candidate: revisions.1 });
    }
    let (metric, same) = (baseline.metric(baseline_row), candidate.metric(candidate_row));
    let alike = metric.amount == same.amount
        && metric.per == same.per
        && metric.better == same.better
        && metric.class == same.class;
    if !alike {
        return Some(Why::Definition);
    }
    let measured = one.estimate.is_some() && other.estimate.is_some();
    if let Some(why) = unequal_conditions(&one.conditions, &other.conditions)
        && measured
    {
        return Some(why);
    }
    let barred = |candidate: bool, row: &crate::Row| {
        row.bar.clone().map(|bar| Why::Barred { candidate, bar })
    };
    barred(false, one).or_else(|| barred(true, other))
}

/// A condition must have one value, and the same on both sides.
fn unequal_conditions(baseline: &Conditions, candidate: &Conditions) -> Option<Why> {
    let names: BTreeSet<&String> = baseline.keys().chain(candidate.keys()).collect();
    names.into_iter().find_map(|name| {
        let one = baseline.get(name).cloned().unwrap_or_default();
        let other = candidate.get(name).cloned().unwrap_or_default();
        let equal = one == other && one.len() == 1;
        (!equal).then(|| Why::Condition { name: name.clone(), baseline: one, candidate: other })
    })
}
