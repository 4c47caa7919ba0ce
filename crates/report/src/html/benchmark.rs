//! The part of a page that is about one benchmark: charts, their table, what is absent.

use analysis::Bar;
use askama::Template;
use model::{Better, RunRecord};

use super::rendered;
use crate::chart::{self, Chart};
use crate::number;
use crate::view::{self, Line, Table};
use crate::words;

/// Tables of more rows are folded.
const OPEN_ROWS: usize = 24;
/// With more rows in all, only remarkable cases show their trials.
const FEW_ROWS: usize = 300;
/// The most trials that a page draws, so that it stays small.
const MOST_DOTS: usize = 30_000;

/// How much detail is left for a page to show.
pub(super) struct Budget {
    remarkable_only: bool,
    dots: usize,
}

impl Budget {
    /// For a page of so many rows.
    pub(super) fn of(rows: usize) -> Self {
        Self { remarkable_only: rows > FEW_ROWS, dots: MOST_DOTS }
    }

    /// Whether a line shows its trials.
    fn takes(&mut self, line: &Line<'_>) -> bool {
        let remarkable = line.row.bar.is_some() || !line.row.flags.is_empty();
        let trials = line.estimate.points.len();
        if (self.remarkable_only && !remarkable) || self.dots < trials {
            return false;
        }
        self.dots -= trials;
        true
    }
}

/// The section of a benchmark. `place` tells equal benchmarks of several files apart.
pub(super) fn section(
    record: &RunRecord,
    table: &Table<'_>,
    place: usize,
    budget: &mut Budget,
) -> String {
    let mut charts = chart::of_table(record, table);
    let detailed: Vec<bool> = table.lines.iter().map(|line| budget.takes(line)).collect();
    let shown = detailed.iter().filter(|shown| **shown).count();
    let mut trials = chart::trials_of_table(table, &detailed);
    for chart in charts.iter_mut().chain(&mut trials) {
        chart.name = format!("f{place}-{}", chart.name);
    }
    let left_out = match table.lines.len() - shown {
        0 => String::new(),
        _ => format!("{shown} of {} rows, those with flags", table.lines.len()),
    };
    let definition = table.definition;
    let more = table.lines.iter().any(|line| line.metric.better == Better::More);
    rendered(&Benchmark {
        id: &words::clean(definition.id.as_str()),
        summary: &definition.summary,
        timed: &definition.timed,
        caveats: &definition.caveats,
        source: &definition.source,
        quantity: number::quantity(definition.headline()),
        panels: charts.iter().any(|chart| chart.is_panel),
        charts,
        open: table.lines.len() <= OPEN_ROWS,
        heads: table.heads.iter().map(|head| head.name.clone()).collect(),
        minimum: if more { "best" } else { "minimum" },
        percentiles: table.lines.iter().any(|line| line.estimate.percentiles.is_some()),
        rows: table.lines.iter().map(row).collect(),
        notes: view::folded(&table.absent, usize::MAX)
            .iter()
            .map(absent)
            .chain(failures(record, table))
            .collect(),
        trials,
        left_out,
    })
}

fn row(line: &Line<'_>) -> Row {
    let (estimate, format) = (line.estimate, &line.format);
    let percentiles = estimate.percentiles.map(|percentiles| {
        [percentiles.p50, percentiles.p90, percentiles.p99, percentiles.max]
            .map(|value| number::figure(line.metric, value))
    });
    Row {
        labels: line.labels.clone(),
        median: format.figure(estimate.median),
        interval: estimate.interval.map_or_else(
            || words::NOTHING.to_owned(),
            |interval| format.range(interval.low, interval.high),
        ),
        minimum: format.figure(estimate.best.value),
        trials: view::trials(estimate),
        percentiles: percentiles.unwrap_or_else(|| std::array::from_fn(|_| words::NOTHING.into())),
        flags: view::marks(line.row).join(" "),
        barred: line.row.bar.is_some(),
    }
}

/// Cases without figures of one status, in a sentence.
fn absent(fold: &view::Fold) -> String {
    let mut text = format!("{}.", fold.text);
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// What keeps rows with figures from a verdict, where it is a failure.
fn failures(record: &RunRecord, table: &Table<'_>) -> Vec<String> {
    let mut failures: Vec<(String, Vec<String>)> = Vec::new();
    for line in table.lines.iter().filter(|line| line.row.metric == 0) {
        let Some(bar @ (Bar::FailedTrial { .. } | Bar::Invalid { .. })) = &line.row.bar else {
            continue;
        };
        let why = words::clean(&bar.to_string());
        let case = view::case_in_words(record, table.definition, line.row);
        match failures.iter_mut().find(|(known, _)| *known == why) {
            Some((_, cases)) => cases.push(case),
            None => failures.push((why, vec![case])),
        }
    }
    failures
        .into_iter()
        .map(|(why, cases)| format!("No verdict on {}: {why}.", cases.join("; ")))
        .collect()
}

#[derive(Template)]
#[template(path = "benchmark.html")]
struct Benchmark<'a> {
    id: &'a str,
    summary: &'a str,
    timed: &'a str,
    caveats: &'a str,
    source: &'a str,
    quantity: String,
    panels: bool,
    charts: Vec<Chart>,
    open: bool,
    heads: Vec<String>,
    minimum: &'static str,
    percentiles: bool,
    rows: Vec<Row>,
    notes: Vec<String>,
    trials: Vec<Chart>,
    left_out: String,
}

struct Row {
    labels: Vec<String>,
    median: String,
    interval: String,
    minimum: String,
    trials: String,
    percentiles: [String; 4],
    flags: String,
    barred: bool,
}
