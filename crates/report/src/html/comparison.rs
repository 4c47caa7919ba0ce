//! The part of a page that is about one comparison: sentences, ratios, verdicts, facts.

use std::collections::BTreeSet;

use analysis::{Findings, Kind};
use askama::Template;

use super::rendered;
use crate::chart::{self, Chart};
use crate::number;
use crate::versus::{self, Tone, Versus};
use crate::words;

/// So many differences are told at once, the largest first.
const SHOWN: usize = 12;
/// So many more are told on demand; the table has all.
const MORE: usize = 150;
/// The most rows that the charts of a comparison draw.
const MOST_RATIOS: usize = 400;
/// So many cases of one reason are named.
const NAMED: usize = 40;
/// Tables of more rows are folded.
const OPEN_ROWS: usize = 24;

/// A section for each comparison that has something to say.
pub(super) fn sections(findings: &[Findings]) -> Vec<String> {
    findings
        .iter()
        .enumerate()
        .filter(|(_, found)| !found.contests.is_empty())
        .map(|(place, found)| section(found, place))
        .collect()
}

fn section(findings: &Findings, place: usize) -> String {
    let blocks = versus::by_benchmark(findings);
    let (differing, typical) = versus::differing(findings);
    let mut lines: Vec<Sentence> = differing.iter().map(sentence).collect();
    let shown = if lines.len() <= SHOWN { lines.len() } else { typical.min(SHOWN) };
    let mut rest = lines.split_off(shown);
    rest.truncate(MORE);
    let all = || blocks.iter().flat_map(|(_, rows)| rows);
    let same = |name: fn(&Versus<'_>) -> String| {
        let first = all().next().map(name)?;
        all().all(|row| name(row) == first).then_some(first)
    };
    let groups = blocks.iter().map(|(contest, rows)| Group {
        heading: format!("{}, {}", contest.benchmark, number::quantity(&contest.metric)),
        rows: rows.iter().map(row).collect(),
    });
    let rows = all().count();
    rendered(&Comparison {
        title: versus::title(findings),
        overall: words::clean(&findings.overall.sentence),
        shown: lines,
        rest,
        counts: counts(findings),
        attributions: attributions(findings),
        charts: chart::ratios(findings, &format!("comparison-{place}"), MOST_RATIOS),
        open: rows <= OPEN_ROWS,
        rows,
        groups: groups.collect(),
        baseline: same(|row| row.baseline.clone()),
        candidate: same(|row| row.candidate.clone()),
        terms: versus::terms(findings),
        differences: differences(findings),
        notes: notes(findings),
    })
}

fn sentence(row: &Versus<'_>) -> Sentence {
    Sentence { class: class(row.verdict.tone), mark: row.verdict.mark, text: versus::sentence(row) }
}

fn class(tone: Tone) -> &'static str {
    match tone {
        Tone::Better => "better",
        Tone::Worse => "worse",
        Tone::Same | Tone::Open | Tone::Barred => "",
    }
}

fn row(row: &Versus<'_>) -> Row {
    let p = |p: f64| if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") };
    let evidence = row.pair.evidence;
    let nothing = || words::NOTHING.to_owned();
    Row {
        case: row.case.clone(),
        baseline: row.baseline.clone(),
        baseline_median: row.baseline_median.clone(),
        candidate: row.candidate.clone(),
        candidate_median: row.candidate_median.clone(),
        difference: row.difference.clone(),
        ratio: row.ratio.clone(),
        interval: row.interval.clone(),
        class: class(row.verdict.tone),
        verdict: row.verdict.to_string(),
        p: evidence.map_or_else(nothing, |evidence| p(evidence.p_adjusted)),
        q: evidence.map_or_else(nothing, |evidence| p(evidence.q)),
    }
}

fn counts(findings: &Findings) -> Vec<String> {
    let who = |candidate: usize| match findings.contestants.get(candidate) {
        Some(contestant) if findings.kind != Kind::Methods => words::clean(&contestant.label),
        _ => "In all".to_owned(),
    };
    let counts = &findings.overall.counts;
    counts.iter().map(|one| format!("{}: {}.", who(one.candidate), versus::counts(one))).collect()
}

fn attributions(findings: &Findings) -> Vec<String> {
    findings.attributions.iter().map(|one| words::clean(&one.sentence)).collect()
}

fn differences(findings: &Findings) -> Vec<Difference> {
    let several = findings.attributions.len() > 1;
    findings
        .attributions
        .iter()
        .flat_map(|attribution| {
            let who = findings.contestants.get(attribution.candidate);
            let who = who.map_or_else(String::new, |who| words::clean(&who.label));
            attribution.differences.iter().map(move |one| Difference {
                key: words::clean(&one.key),
                baseline: words::clean(&one.baseline),
                candidate: if several {
                    format!("{who}: {}", words::clean(&one.candidate))
                } else {
                    words::clean(&one.candidate)
                },
                part: if one.implied { "comes with the factor" } else { "confounder" },
            })
        })
        .collect()
}

/// What a reader must know beside the verdicts, each once.
fn notes(findings: &Findings) -> Vec<String> {
    let pairs = findings.contests.iter().flat_map(|contest| &contest.pairs);
    let notes: BTreeSet<String> =
        pairs.flat_map(|pair| &pair.notes).map(|note| words::clean(&note.to_string())).collect();
    notes
        .into_iter()
        .chain(versus::unmeasured(findings, NAMED))
        .chain(versus::unpaired(findings, NAMED))
        .collect()
}

#[derive(Template)]
#[template(path = "comparison.html")]
struct Comparison {
    title: String,
    overall: String,
    shown: Vec<Sentence>,
    rest: Vec<Sentence>,
    counts: Vec<String>,
    attributions: Vec<String>,
    charts: Vec<Chart>,
    open: bool,
    rows: usize,
    groups: Vec<Group>,
    /// The name of every baseline, where it is the same.
    baseline: Option<String>,
    candidate: Option<String>,
    terms: String,
    differences: Vec<Difference>,
    notes: Vec<String>,
}

struct Sentence {
    class: &'static str,
    mark: &'static str,
    text: String,
}

struct Group {
    heading: String,
    rows: Vec<Row>,
}

struct Row {
    case: String,
    baseline: String,
    baseline_median: String,
    candidate: String,
    candidate_median: String,
    difference: String,
    ratio: String,
    interval: String,
    class: &'static str,
    verdict: String,
    p: String,
    q: String,
}

struct Difference {
    key: String,
    baseline: String,
    candidate: String,
    part: &'static str,
}
