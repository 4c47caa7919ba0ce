//! Which charts the results of a benchmark ask for.

use std::collections::BTreeSet;

use model::{Better, Metric, RunRecord, Scale, Value};

use super::dots::{self, Figures};
use super::lines::{self, Axis, Dot, Frame, Series};
use super::marks::SERIES;
use super::rows::{Block, Item, MOST_ROWS};
use super::{Chart, trials};
use crate::number;
use crate::view::{HeadKind, Line, Table};

/// The fewest values that make an axis worth a line.
const FEWEST_VALUES: usize = 3;

/// The charts of a table: lines over its ordered workload where it has one, else bars or dots.
pub(crate) fn of_table(record: &RunRecord, table: &Table<'_>) -> Vec<Chart> {
    let mut charts = Vec::new();
    for metric in metrics(table) {
        let of_metric: Vec<&Line<'_>> =
            table.lines.iter().filter(|line| line.row.metric == metric).collect();
        charts.extend(over_axis(record, table, metric, &of_metric));
    }
    if charts.is_empty() {
        charts.extend(in_rows(table, table.lines.iter(), "bars", "", dots::chart));
    }
    charts
}

/// The distributions of trials of those lines of a table that are `shown`.
pub(crate) fn trials_of_table(table: &Table<'_>, shown: &[bool]) -> Vec<Chart> {
    let lines = table.lines.iter().zip(shown).filter(|(_, shown)| **shown).map(|(line, _)| line);
    in_rows(table, lines, "trials", ": every trial", trials::chart)
}

/// The metrics that charts are made of: those with a direction.
fn metrics(table: &Table<'_>) -> BTreeSet<usize> {
    let drawn = |line: &&Line<'_>| line.metric.better != Better::Diagnostic;
    table.lines.iter().filter(drawn).map(|line| line.row.metric).collect()
}

type Draw = fn(String, String, &Metric, &[Block<Figures<'_>>]) -> Option<Chart>;

/// Rows by workload; a chart for each kind of quantity, cut where there are too many rows.
fn in_rows<'a: 'b, 'b>(
    table: &Table<'a>,
    lines: impl Iterator<Item = &'b Line<'a>>,
    kind: &str,
    suffix: &str,
    draw: Draw,
) -> Vec<Chart> {
    let mut by_quantity: Vec<(String, Vec<&Line<'_>>)> = Vec::new();
    for line in lines.filter(|line| line.metric.better != Better::Diagnostic) {
        let quantity = number::quantity(line.metric);
        match by_quantity.iter_mut().find(|(known, _)| *known == quantity) {
            Some((_, lines)) => lines.push(line),
            None => by_quantity.push((quantity, vec![line])),
        }
    }
    let mut charts = Vec::new();
    for (quantity, lines) in by_quantity {
        for part in cut(table, &lines) {
            let name = format!("{}-{kind}-{}", table.definition.id, charts.len());
            let title = format!("{}, {quantity}{suffix}", table.definition.id);
            let metric = part[0].metric;
            charts.extend(draw(name, title, metric, &blocks(table, &part)));
        }
    }
    charts
}

/// Parts of at most so many rows, whole workloads where they fit.
fn cut<'a, 'b>(table: &Table<'_>, lines: &[&'b Line<'a>]) -> Vec<Vec<&'b Line<'a>>> {
    let mut parts: Vec<Vec<&'b Line<'a>>> = Vec::new();
    let workload = |line: &Line<'_>| table.label(line, HeadKind::Workload);
    for group in lines.chunk_by(|one, other| workload(one) == workload(other)) {
        for piece in group.chunks(MOST_ROWS) {
            match parts.last_mut() {
                Some(part) if part.len() + piece.len() <= MOST_ROWS => part.extend(piece),
                _ => parts.push(piece.to_vec()),
            }
        }
    }
    parts
}

fn blocks<'a>(table: &Table<'_>, lines: &[&Line<'a>]) -> Vec<Block<Figures<'a>>> {
    let identities = Identities::of(table, lines);
    let mut blocks: Vec<Block<Figures<'a>>> = Vec::new();
    for line in lines {
        let heading = table.label(line, HeadKind::Workload);
        let item = Item {
            label: join(&[
                table.label(line, HeadKind::Method),
                table.label(line, HeadKind::Metric),
            ]),
            subject: table.label(line, HeadKind::Subject),
            value: line.format.figure(line.estimate.median),
            plot: Figures {
                series: identities.series(table, line),
                estimate: line.estimate,
                hollow: line.row.bar.is_some(),
            },
        };
        match blocks.last_mut() {
            Some(block) if block.heading == heading => block.rows.push(item),
            _ => blocks.push(Block { heading, rows: vec![item] }),
        }
    }
    blocks
}

/// What gives a line its color: the subject where there are several, else the method.
struct Identities {
    names: Vec<String>,
    kind: HeadKind,
}

impl Identities {
    fn of(table: &Table<'_>, lines: &[&Line<'_>]) -> Self {
        let distinct = |kind: HeadKind| {
            let mut names: Vec<String> = Vec::new();
            for line in lines {
                let name = table.label(line, kind);
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            names
        };
        let subjects = distinct(HeadKind::Subject);
        if subjects.len() > 1 {
            Self { names: subjects, kind: HeadKind::Subject }
        } else {
            Self { names: distinct(HeadKind::Method), kind: HeadKind::Method }
        }
    }

    fn series(&self, table: &Table<'_>, line: &Line<'_>) -> usize {
        let name = table.label(line, self.kind);
        self.names.iter().position(|known| *known == name).unwrap_or(0)
    }
}

/// A chart of lines before its points are ordered.
struct Panel<'a, 'b> {
    title: String,
    strands: Vec<Strand<'a, 'b>>,
}

/// The rows of one line.
struct Strand<'a, 'b> {
    label: String,
    color: usize,
    lines: Vec<&'b Line<'a>>,
}

/// Line charts over the first ordered parameter with enough values; those beside each other share
/// their scale.
fn over_axis(
    record: &RunRecord,
    table: &Table<'_>,
    metric: usize,
    lines: &[&Line<'_>],
) -> Vec<Chart> {
    let Some(axis_name) = axis_of(record, table, lines) else { return Vec::new() };
    let axis = axis(record, table, &axis_name, lines);
    let identities = Identities::of(table, lines);
    let mut panels: Vec<Panel<'_, '_>> = Vec::new();
    for &line in lines {
        let (title, label) = names(table, &axis_name, identities.kind, line);
        let color = identities.series(table, line);
        let at = panels.iter().position(|known| known.title == title).unwrap_or_else(|| {
            panels.push(Panel { title, strands: Vec::new() });
            panels.len() - 1
        });
        let strands = &mut panels[at].strands;
        match strands.iter_mut().find(|known| known.label == label) {
            Some(known) => known.lines.push(line),
            None => strands.push(Strand { label, color, lines: vec![line] }),
        }
    }
    let panels: Vec<(String, Vec<Series<'_>>)> = panels
        .into_iter()
        .flat_map(|Panel { title, strands }| {
            let series = strands.into_iter().map(|one| line_of(record, &axis, &axis_name, one));
            split(title, series.collect())
        })
        .collect();
    let Some(frame) = Frame::of(&panels) else { return Vec::new() };
    let shown = &table.definition.metrics[metric];
    let of_metric = if metric == 0 { String::new() } else { format!("-{}", shown.name) };
    panels
        .iter()
        .enumerate()
        .map(|(place, (panel, series))| {
            let name = format!("{}{of_metric}-lines-{place}", table.definition.id);
            let gap = if panel.is_empty() { "" } else { ": " };
            let quantity = number::quantity(shown);
            let title = format!("{}{gap}{panel}, {quantity}", table.definition.id);
            lines::chart(name, title, shown, &axis, series, frame)
        })
        .collect()
}

/// The lines of a panel, in panels of no more than can be told apart.
fn split<'a>(panel: String, series: Vec<Series<'a>>) -> Vec<(String, Vec<Series<'a>>)> {
    if series.len() <= SERIES {
        return vec![(panel, series)];
    }
    let mut parts: Vec<(String, Vec<Series<'a>>)> = Vec::new();
    for one in series {
        match parts.last_mut() {
            Some((_, part)) if part.len() < SERIES => part.push(one),
            _ => parts.push((panel.clone(), vec![one])),
        }
    }
    parts
}

/// The ordered parameter with enough measured values, workloads first.
fn axis_of(record: &RunRecord, table: &Table<'_>, lines: &[&Line<'_>]) -> Option<String> {
    let cases = lines.iter().map(|line| &record.cases[line.row.case]);
    analysis::axes(table.definition, cases)
        .into_iter()
        .find(|parameter| {
            let values: BTreeSet<u64> = lines
                .iter()
                .filter_map(|line| record.cases[line.row.case].integer(&parameter.name))
                .collect();
            values.len() >= FEWEST_VALUES
        })
        .map(|parameter| parameter.name.clone())
}

fn axis(record: &RunRecord, table: &Table<'_>, name: &str, lines: &[&Line<'_>]) -> Axis {
    let values: BTreeSet<u64> =
        lines.iter().filter_map(|line| record.cases[line.row.case].integer(name)).collect();
    let parameter = table.definition.parameter(name);
    let label = |value: &u64| match parameter {
        Some(parameter) => crate::words::value(parameter, &Value::Integer(*value)),
        None => value.to_string(),
    };
    let unit = parameter.and_then(|parameter| match &parameter.scale {
        Scale::Ordered(model::Unit::Count(noun)) => Some(number::plural(noun, 2)),
        _ => None,
    });
    let name = match unit {
        Some(unit) if unit != name => format!("{name}, {unit}"),
        _ => name.to_owned(),
    };
    Axis { name, labels: values.iter().map(label).collect(), values: values.into_iter().collect() }
}

/// The panel and the series that a line belongs to: everything that is neither the axis nor the
/// series' identity names the panel.
fn names(table: &Table<'_>, axis: &str, kind: HeadKind, line: &Line<'_>) -> (String, String) {
    let (mut panel, mut series) = (Vec::new(), Vec::new());
    for (head, label) in table.heads.iter().zip(&line.labels) {
        if head.name == axis || label == crate::words::NOTHING {
            continue;
        }
        let starts_with_digit = label.starts_with(|c: char| c.is_ascii_digit());
        let is_number = starts_with_digit && head.kind != HeadKind::Subject;
        let word = if is_number { format!("{} {label}", head.name) } else { label.clone() };
        if head.kind == kind {
            series.push(word);
        } else if !(head.constant && head.kind == HeadKind::Subject) {
            panel.push(word);
        }
    }
    (join(&panel), join(&series))
}

fn line_of<'a>(
    record: &RunRecord,
    axis: &Axis,
    axis_name: &str,
    strand: Strand<'a, '_>,
) -> Series<'a> {
    let at = |value: u64| {
        let is_there =
            |line: &&&Line<'_>| record.cases[line.row.case].integer(axis_name) == Some(value);
        let line = strand.lines.iter().find(is_there)?;
        Some(Dot { estimate: line.estimate, hollow: line.row.bar.is_some() })
    };
    let points = axis.values.iter().map(|&value| at(value)).collect();
    Series { label: strand.label, color: strand.color, points }
}

fn join(parts: &[String]) -> String {
    let parts: Vec<&str> =
        parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}
