//! What every table of results shows, before it takes a form: suites, a table for each
//! benchmark, its label columns, its lines, and what is absent and why.

use std::collections::BTreeSet;

use analysis::{Bar, Estimate, Row, Summary};
use model::{Better, Definition, Metric, Parameter, Role, RunRecord, Value};

use crate::number::{self, Format};
use crate::words;

/// The tables of one suite.
pub(crate) struct Suite<'a> {
    pub(crate) name: &'a str,
    pub(crate) tables: Vec<Table<'a>>,
}

/// The results of one benchmark.
pub(crate) struct Table<'a> {
    pub(crate) definition: &'a Definition,
    pub(crate) heads: Vec<Head>,
    pub(crate) lines: Vec<Line<'a>>,
    pub(crate) absent: Vec<Absent>,
}

/// A label column.
pub(crate) struct Head {
    pub(crate) name: String,
    pub(crate) kind: HeadKind,
    /// All lines have the same value.
    pub(crate) constant: bool,
}

/// What a label column says of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HeadKind {
    Workload,
    Method,
    Subject,
    Metric,
}

/// A row with figures.
pub(crate) struct Line<'a> {
    /// One for each head.
    pub(crate) labels: Vec<String>,
    pub(crate) row: &'a Row,
    pub(crate) metric: &'a Metric,
    pub(crate) estimate: &'a Estimate,
    pub(crate) format: Format,
}

impl Table<'_> {
    /// The labels of a line of one kind, joined; numbers with their parameter's name.
    pub(crate) fn label(&self, line: &Line<'_>, kind: HeadKind) -> String {
        let parts = self
            .heads
            .iter()
            .zip(&line.labels)
            .filter(|(head, label)| head.kind == kind && label.as_str() != words::NOTHING);
        let parts = parts.map(|(head, label)| match label.chars().next() {
            Some('0'..='9') if matches!(kind, HeadKind::Workload | HeadKind::Method) => {
                format!("{} {label}", head.name)
            }
            _ => label.clone(),
        });
        joined(parts, ", ")
    }
}

/// Cases without figures that share a reason.
pub(crate) struct Absent {
    /// `skipped`, `unsupported`, `failed`.
    pub(crate) word: &'static str,
    pub(crate) reason: String,
    /// For each case what applies of its values, and its subject where there are several. Where
    /// all cases of the table with one value share the reason, the other values are left out.
    pub(crate) cases: Vec<Vec<Part>>,
}

/// Cases without figures of one status.
pub(crate) struct Fold {
    /// `skipped`, `unsupported`, `failed`.
    pub(crate) word: &'static str,
    /// `not on this system: CreateProcess (windows only); rfork (freebsd only)`.
    pub(crate) text: String,
}

/// All cases without figures, one line for each status; of each reason at most `named` cases are
/// named.
pub(crate) fn folded(absent: &[Absent], named: usize) -> Vec<Fold> {
    let mut statuses: Vec<&'static str> = Vec::new();
    for one in absent {
        if !statuses.contains(&one.word) {
            statuses.push(one.word);
        }
    }
    statuses
        .into_iter()
        .map(|word| {
            let reasons = absent.iter().filter(|one| one.word == word).map(|one| {
                let cases = one.cases(named);
                match (cases.is_empty(), one.reason.is_empty()) {
                    (_, true) => cases,
                    (true, false) => one.reason.clone(),
                    (false, false) => format!("{cases} ({})", one.reason),
                }
            });
            let reasons = joined(reasons, "; ");
            let gap = if reasons.is_empty() { "" } else { ": " };
            Fold { word, text: format!("{}{gap}{reasons}", words::of_status(word)) }
        })
        .collect()
}

/// One value of a case in words; empty where it does not apply.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Part {
    /// The parameter, where the value does not speak for itself.
    name: Option<String>,
    value: String,
}

impl std::fmt::Display for Part {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.name {
            Some(name) => write!(formatter, "{name} {}", self.value),
            None => formatter.write_str(&self.value),
        }
    }
}

impl Absent {
    /// The cases in words, and how many they are. Where they are all combinations of some values
    /// these are listed once: `64 MiB, 1 GiB; fork, vfork`. Else at most `named` are named.
    pub(crate) fn cases(&self, named: usize) -> String {
        let distinct: Vec<Vec<&Part>> = (0..self.cases.first().map_or(0, Vec::len))
            .map(|place| {
                let mut values: Vec<&Part> = Vec::new();
                for part in self.cases.iter().filter_map(|case| case.get(place)) {
                    if !values.contains(&part) {
                        values.push(part);
                    }
                }
                values
            })
            .collect();
        let combinations: usize = distinct.iter().map(Vec::len).product();
        if combinations == self.cases.len() {
            return joined(distinct.iter().map(|values| listed(values)), "; ");
        }
        let words: Vec<String> = self
            .cases
            .iter()
            .take(named)
            .map(|case| joined(case.iter().map(Part::to_string), ", "))
            .collect();
        match self.cases.len().saturating_sub(named) {
            0 => words.join("; "),
            rest => format!("{}; and {rest} more", words.join("; ")),
        }
    }
}

/// Values of one parameter, its name once: `size 16 KiB, 64 KiB`.
fn listed(values: &[&Part]) -> String {
    let bare = |part: &&Part| part.value.clone();
    let mut words: Vec<String> = values.iter().map(bare).collect();
    if let (Some(first), Some(part)) = (words.first_mut(), values.first()) {
        *first = part.to_string();
    }
    joined(words.into_iter(), ", ")
}

/// What is not empty, with something between.
fn joined(parts: impl Iterator<Item = String>, between: &str) -> String {
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(between)
}

/// The suites of a record, in its order.
pub(crate) fn suites<'a>(record: &'a RunRecord, summary: &'a Summary) -> Vec<Suite<'a>> {
    let mut suites: Vec<Suite<'a>> = Vec::new();
    for (index, definition) in record.definitions.iter().enumerate() {
        let Some(table) = table(record, summary, index, definition) else { continue };
        let name = definition.id.suite();
        match suites.iter_mut().find(|suite| suite.name == name) {
            Some(suite) => suite.tables.push(table),
            None => suites.push(Suite { name, tables: vec![table] }),
        }
    }
    suites
}

/// Whether something that is only watched was zero in every trial.
fn never(metrics: &[Metric], row: &Row, estimate: &Estimate) -> bool {
    let watched = metrics.get(row.metric).is_some_and(|one| one.better == Better::Diagnostic);
    watched && estimate.points.iter().all(|point| point.value == 0.0)
}

fn table<'a>(
    record: &'a RunRecord,
    summary: &'a Summary,
    index: usize,
    definition: &'a Definition,
) -> Option<Table<'a>> {
    let rows: Vec<&Row> = summary
        .groups
        .iter()
        .filter(|group| group.definition == index)
        .flat_map(|group| &group.members)
        .flat_map(|member| member.rows.clone())
        .filter_map(|row| summary.rows.get(row))
        .collect();
    if rows.is_empty() {
        return None;
    }
    let columns = columns(record, definition, &rows);
    let all: Vec<Vec<Part>> = rows
        .iter()
        .filter(|row| row.metric == 0)
        .map(|row| parts_of_case(record, definition, row))
        .collect();
    let mut lines = Vec::new();
    let mut absent: Vec<Absent> = Vec::new();
    for row in rows {
        match &row.estimate {
            // What never happened, such as an error, needs no line.
            Some(estimate) if row.metric > 0 && never(&definition.metrics, row, estimate) => {}
            Some(estimate) => lines.push(line(record, definition, &columns, row, estimate)),
            None if row.metric == 0 => add_absent(&mut absent, record, definition, row),
            None => {}
        }
    }
    for one in &mut absent {
        one.cases = condensed(&one.cases, &all);
    }
    let heads = columns
        .iter()
        .enumerate()
        .map(|(place, column)| Head {
            name: column.name(),
            kind: column.kind(),
            constant: lines.windows(2).all(|two| two[0].labels[place] == two[1].labels[place]),
        })
        .collect();
    Some(Table { definition, heads, lines, absent })
}

/// What a label column shows.
enum Column<'a> {
    Parameter(&'a Parameter),
    Subject,
    Metric,
}

impl Column<'_> {
    fn kind(&self) -> HeadKind {
        match self {
            Self::Parameter(parameter) => match parameter.role {
                Role::Workload => HeadKind::Workload,
                Role::Method => HeadKind::Method,
            },
            Self::Subject => HeadKind::Subject,
            Self::Metric => HeadKind::Metric,
        }
    }

    fn name(&self) -> String {
        match self {
            Self::Parameter(parameter) => parameter.name.clone(),
            Self::Subject => "subject".to_owned(),
            Self::Metric => "metric".to_owned(),
        }
    }

    fn label(&self, record: &RunRecord, definition: &Definition, row: &Row) -> String {
        match self {
            Self::Parameter(parameter) => record.cases[row.case]
                .values
                .get(&parameter.name)
                .map_or_else(|| words::NOTHING.to_owned(), |found| words::value(parameter, found)),
            Self::Subject => subject(record, row.subject),
            Self::Metric => number::metric_name(&definition.metrics[row.metric]),
        }
    }
}

/// What a record calls a subject.
pub(crate) fn subject(record: &RunRecord, subject: usize) -> String {
    record.subjects.get(subject).map_or_else(String::new, |subject| words::clean(&subject.label))
}

/// Workloads, then methods, as far as they apply to any row; then what there are several of.
fn columns<'a>(record: &RunRecord, definition: &'a Definition, rows: &[&Row]) -> Vec<Column<'a>> {
    let applies = |parameter: &&Parameter| {
        rows.iter().any(|row| {
            let value = record.cases[row.case].values.get(&parameter.name);
            value.is_some_and(|value| *value != Value::none())
        })
    };
    let of_role = |role: Role| {
        definition.parameters.iter().filter(move |parameter| parameter.role == role).filter(applies)
    };
    let mut columns: Vec<Column<'a>> =
        of_role(Role::Workload).chain(of_role(Role::Method)).map(Column::Parameter).collect();
    if record.subjects.len() > 1 {
        columns.push(Column::Subject);
    }
    if rows.iter().any(|row| row.metric != 0 && row.estimate.is_some()) {
        columns.push(Column::Metric);
    }
    columns
}

fn line<'a>(
    record: &RunRecord,
    definition: &'a Definition,
    columns: &[Column<'_>],
    row: &'a Row,
    estimate: &'a Estimate,
) -> Line<'a> {
    let metric = &definition.metrics[row.metric];
    let ends = estimate.interval.map(|interval| (interval.low, interval.high));
    Line {
        labels: columns.iter().map(|column| column.label(record, definition, row)).collect(),
        row,
        metric,
        estimate,
        format: Format::of_row(metric, estimate.median, ends),
    }
}

fn add_absent(absent: &mut Vec<Absent>, record: &RunRecord, definition: &Definition, row: &Row) {
    let (mut word, mut reason) = words::status(&row.status);
    if let Some(bar) = &row.bar
        && matches!(word, "measured" | "preliminary")
    {
        (word, reason) = ("failed", bar.to_string());
    }
    let reason = words::clean(&reason);
    let case = parts_of_case(record, definition, row);
    match absent.iter_mut().find(|known| known.word == word && known.reason == reason) {
        Some(known) => known.cases.push(case),
        None => absent.push(Absent { word, reason, cases: vec![case] }),
    }
}

/// What applies of each parameter, empty where it does not, and the subject where there are
/// several.
fn parts_of_case(record: &RunRecord, definition: &Definition, row: &Row) -> Vec<Part> {
    let case = &record.cases[row.case];
    let of_role = |role| {
        case.values_of(definition, role).map(|(parameter, value)| match value {
            value if *value == Value::none() => Part { name: None, value: String::new() },
            Value::Name(name) => Part { name: None, value: name.clone() },
            Value::Integer(_) => {
                Part { name: Some(parameter.name.clone()), value: words::value(parameter, value) }
            }
        })
    };
    let several = record.subjects.len() > 1;
    let subject = several.then(|| Part { name: None, value: subject(record, row.subject) });
    of_role(Role::Workload).chain(of_role(Role::Method)).chain(subject).collect()
}

/// Cases with what distinguishes them from the others of the table: where all cases with some
/// values of one or more parts are among them, only these parts are kept.
fn condensed(cases: &[Vec<Part>], all: &[Vec<Part>]) -> Vec<Vec<Part>> {
    if cases.len() == all.len() {
        return vec![Vec::new()];
    }
    let width = cases.first().map_or(0, Vec::len);
    let mut kept: Vec<usize> = (0..width).collect();
    let project = |case: &[Part], kept: &[usize]| -> Vec<Part> {
        kept.iter().filter_map(|&place| case.get(place).cloned()).collect()
    };
    for place in 0..width {
        let fewer: Vec<usize> = kept.iter().copied().filter(|&one| one != place).collect();
        let told: BTreeSet<Vec<Part>> = cases.iter().map(|case| project(case, &fewer)).collect();
        let meant = all.iter().filter(|case| told.contains(&project(case, &fewer))).count();
        if meant == cases.len() {
            kept = fewer;
        }
    }
    let mut distinct: Vec<Vec<Part>> = Vec::new();
    let mut seen = BTreeSet::new();
    for case in cases {
        let case = project(case, &kept);
        if seen.insert(case.clone()) {
            distinct.push(case);
        }
    }
    distinct
}

/// A row's case, and its subject where there are several, in words; may be empty.
pub(crate) fn case_in_words(record: &RunRecord, definition: &Definition, row: &Row) -> String {
    let case = &record.cases[row.case];
    let several = record.subjects.len() > 1;
    [
        words::values(case, definition, Role::Workload),
        words::values(case, definition, Role::Method),
        if several { subject(record, row.subject) } else { String::new() },
    ]
    .into_iter()
    .filter(|part| !part.is_empty())
    .collect::<Vec<_>>()
    .join(", ")
}

/// How many trials, and over how many sessions where there are several.
pub(crate) fn trials(estimate: &Estimate) -> String {
    match estimate.sessions {
        0 | 1 => estimate.trials.to_string(),
        sessions => format!("{}/{sessions}", estimate.trials),
    }
}

/// What stands in a line's column of flags: first what keeps it from a verdict.
pub(crate) fn marks(row: &Row) -> Vec<&'static str> {
    let bar = match &row.bar {
        Some(Bar::Preliminary { .. }) => Some("preliminary"),
        Some(Bar::LeftOut { .. }) => Some("skipped"),
        Some(Bar::Foreign { known }) => Some(match *known {
            "mean and sd only" => "foreign: mean and sd only",
            "mean only" => "foreign: mean only",
            _ => "foreign: too few trials",
        }),
        Some(Bar::FailedTrial { .. } | Bar::NotMeasured { .. }) => Some("failed"),
        Some(Bar::Invalid { .. }) => Some("invalid"),
        Some(Bar::Zero) => Some("zero"),
        Some(Bar::Dropped { .. } | Bar::Flagged(_)) | None => None,
    };
    let dropped = matches!(row.status, model::Status::Dropped { .. }).then_some("dropped");
    let mut marks: Vec<&'static str> = bar.into_iter().chain(dropped).collect();
    for flag in &row.flags {
        if !marks.contains(&flag.flag.name()) {
            marks.push(flag.flag.name());
        }
    }
    marks
}
