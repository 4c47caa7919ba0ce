//! Comparisons: verdicts, medians side by side, and what they may be put down to.

use std::collections::BTreeSet;

use analysis::{Attribution, Findings, Kind};

use super::Screen;
use super::grid::{Align, Grid};
use super::paint::Meaning;
use super::text::wrap;
use crate::versus::{self, Tone, Versus};
use crate::{number, words};

/// At most so many cases of one reason are named.
const NAMED: usize = 6;

/// The verdicts as a table: ratio, interval and word for each case.
pub fn comparison(findings: &Findings, screen: Screen) -> String {
    let who = who(findings);
    let mut heads = vec![("case", Align::Left)];
    if who.is_some() {
        heads.push((who.unwrap_or_default(), Align::Left));
    }
    heads.extend([
        ("ratio", Align::Right),
        ("95 % interval", Align::Left),
        ("verdict", Align::Left),
    ]);
    let mut grid = Grid::new(&heads);
    for (contest, rows) in versus::by_benchmark(findings) {
        grid.heading(contest.benchmark.as_str(), &about(contest));
        let mut above = None;
        for row in &rows {
            let mut cells = vec![(case_cell(row, &mut above), Meaning::Plain)];
            if who.is_some() {
                cells.push((row.candidate.clone(), Meaning::Plain));
            }
            cells.push((row.ratio.clone(), Meaning::Plain));
            cells.push((row.interval.clone(), Meaning::Plain));
            cells.push((row.verdict.to_string(), tone(row.verdict.tone)));
            grid.row(cells);
        }
    }
    let mut text = heading(&versus::title(findings), screen);
    text.push_str(&grid.render(room(screen), screen.paint()));
    text.push('\n');
    for line in versus::unmeasured(findings, NAMED) {
        text.push_str(&paragraph(&line, screen));
    }
    text.push_str(&paragraph(&versus::terms(findings), screen));
    let kinds = "A ratio is candidate over baseline of the metric itself.";
    text.push_str(&paragraph(kinds, screen));
    text
}

/// Medians side by side, and their difference: one column for each that takes part.
pub fn medians(findings: &Findings, screen: Screen) -> String {
    if findings.kind == Kind::Methods {
        return String::new();
    }
    let labels: Vec<String> =
        findings.contestants.iter().map(|one| words::clean(&one.label)).collect();
    let mut heads = vec![("case", Align::Left)];
    for (place, label) in labels.iter().enumerate() {
        heads.push((label, Align::Right));
        if place > 0 {
            heads.push(("difference", Align::Right));
        }
    }
    let mut grid = Grid::new(&heads);
    for (contest, rows) in versus::by_benchmark(findings) {
        grid.heading(contest.benchmark.as_str(), &number::quantity(&contest.metric));
        for group in rows.chunk_by(|one, other| std::ptr::eq(one.contest, other.contest)) {
            let Some(first) = group.first() else { continue };
            let mut cells = vec![
                (case_cell(first, &mut None), Meaning::Plain),
                (first.baseline_median.clone(), Meaning::Plain),
            ];
            for contestant in 1..labels.len() {
                let row = group.iter().find(|row| row.contestant == contestant);
                let nothing = || words::NOTHING.to_owned();
                cells.push((
                    row.map_or_else(nothing, |row| row.candidate_median.clone()),
                    Meaning::Plain,
                ));
                let difference = row
                    .map_or_else(nothing, |row| format!("{} {}", row.difference, row.verdict.mark));
                cells.push((difference, row.map_or(Meaning::Plain, |row| tone(row.verdict.tone))));
            }
            grid.row(cells);
        }
    }
    let mut text = grid.render(room(screen), screen.paint());
    text.push('\n');
    let marks = "▲ better, ▼ worse, ≈ indistinguishable, ? inconclusive, ∅ not comparable. \
                 Medians; the difference is of the metric itself.";
    text.push_str(&paragraph(marks, screen));
    text
}

/// Findings in sentences: the whole, then each difference. Of more than `limit` only the largest
/// of each benchmark and candidate are told; what else there is, is counted.
pub fn findings(findings: &Findings, limit: Option<usize>, screen: Screen) -> String {
    let mut text = heading(&versus::title(findings), screen);
    if !findings.overall.sentence.is_empty() {
        text.push_str(&paragraph(&words::clean(&findings.overall.sentence), screen));
    }
    let (differing, typical) = versus::differing(findings);
    let shown = match limit {
        Some(limit) if differing.len() > limit => typical.min(limit),
        _ => differing.len(),
    };
    for row in differing.iter().take(shown) {
        let mark = screen.paint().paint(tone(row.verdict.tone), row.verdict.mark);
        let sentence = versus::sentence(row);
        for (place, line) in wrap(&sentence, screen.text_width() - 2).iter().enumerate() {
            let lead = if place == 0 { mark.as_str() } else { " " };
            text.extend([lead, " ", line, "\n"]);
        }
    }
    let rest = differing.len().saturating_sub(shown);
    if rest > 0 {
        let more = format!("… and {rest} more {}.", number::plural("difference", rest as u64));
        text.push_str(&paragraph(&more, screen));
    }
    for counts in &findings.overall.counts {
        let who = match findings.contestants.get(counts.candidate) {
            Some(contestant) if findings.kind != Kind::Methods => words::clean(&contestant.label),
            _ => "In all".to_owned(),
        };
        text.push_str(&paragraph(&format!("{who}: {}.", versus::counts(counts)), screen));
    }
    text
}

/// What the differences may be put down to, with the facts that differ.
pub fn attributions(findings: &Findings, screen: Screen) -> String {
    let mut text = String::new();
    for attribution in &findings.attributions {
        text.push_str(&paragraph(&words::clean(&attribution.sentence), screen));
        if !attribution.differences.is_empty() {
            text.push_str(&facts(findings, attribution, screen));
        }
        text.push('\n');
    }
    text
}

fn facts(findings: &Findings, attribution: &Attribution, screen: Screen) -> String {
    let label = |index: usize| {
        findings.contestants.get(index).map_or_else(String::new, |one| words::clean(&one.label))
    };
    let (baseline, candidate) = (label(0), label(attribution.candidate));
    let mut text = String::new();
    for difference in &attribution.differences {
        let why = if difference.implied { "comes with it" } else { "confounder" };
        let line = format!(
            "{} ({why}): {baseline} {}; {candidate} {}",
            difference.key,
            words::clean(&difference.baseline),
            words::clean(&difference.candidate)
        );
        for (place, line) in wrap(&line, screen.text_width() - 4).iter().enumerate() {
            let indent = if place == 0 { "  " } else { "    " };
            let meaning = if difference.implied { Meaning::Quiet } else { Meaning::Plain };
            text.extend([indent, &screen.paint().paint(meaning, line), "\n"]);
        }
    }
    text
}

/// What a reader must know beside the verdicts: notes on pairs, and what only one side has.
pub fn notes(findings: &Findings, screen: Screen) -> String {
    let pairs = findings.contests.iter().flat_map(|contest| &contest.pairs);
    let mut notes: Vec<String> = Vec::new();
    let mut seen = BTreeSet::new();
    for note in pairs.flat_map(|pair| &pair.notes) {
        let note = words::clean(&note.to_string());
        if seen.insert(note.clone()) {
            notes.push(note);
        }
    }
    notes.extend(versus::unpaired(findings, NAMED));
    let mut text = String::new();
    for note in notes {
        text.push_str(&paragraph(&format!("– {note}"), screen));
    }
    text
}

/// The head of the column that says which candidate, where there are several.
fn who(findings: &Findings) -> Option<&'static str> {
    match findings.kind {
        Kind::Methods => Some("method"),
        Kind::Files | Kind::Subjects if findings.contestants.len() > 2 => Some("candidate"),
        Kind::Files | Kind::Subjects => None,
    }
}

fn about(contest: &analysis::Contest) -> String {
    let quantity = number::quantity(&contest.metric);
    if contest.instead_of_headline || contest.one_of_several {
        format!("{quantity}, by {}", number::metric_name(&contest.metric))
    } else {
        quantity
    }
}

/// The case, blank where it is that of the row above.
fn case_cell(row: &Versus<'_>, above: &mut Option<String>) -> String {
    let case = if row.full_case.is_empty() { "all".to_owned() } else { row.full_case.clone() };
    let shown = if above.as_ref() == Some(&case) { String::new() } else { format!("  {case}") };
    *above = Some(case);
    shown
}

fn tone(tone: Tone) -> Meaning {
    match tone {
        Tone::Better => Meaning::Better,
        Tone::Worse => Meaning::Worse,
        Tone::Same | Tone::Open => Meaning::Plain,
        Tone::Barred => Meaning::Quiet,
    }
}

fn heading(title: &str, screen: Screen) -> String {
    format!("{}\n", screen.paint().paint(Meaning::Heading, title))
}

fn paragraph(text: &str, screen: Screen) -> String {
    wrap(text, screen.text_width()).join("\n") + "\n"
}

fn room(screen: Screen) -> usize {
    screen.width.map_or(usize::MAX / 2, usize::from)
}
