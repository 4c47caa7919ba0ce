//! What rows are called in formats that know only names.

use std::collections::BTreeSet;
use std::fmt::Write;

use analysis::{Bar, Row, Summary};
use model::{Case, Definition, FactValue, Metric, RunRecord, Unit, Value};

/// Whether a row's figures may stand in a format that has no place for doubts: not where a trial
/// failed, or the figure is marked as not to be used.
pub(super) fn is_usable(row: &Row) -> bool {
    let doubted =
        matches!(row.bar, Some(Bar::FailedTrial { .. } | Bar::Invalid { .. } | Bar::Flagged(_)));
    row.estimate.is_some() && !doubted
}

/// The rows that may stand without doubts.
pub(super) fn usable(summary: &Summary) -> impl Iterator<Item = &Row> {
    summary.rows.iter().filter(|row| is_usable(row))
}

/// The headline rows among them.
pub(super) fn headlines(summary: &Summary) -> impl Iterator<Item = &Row> {
    usable(summary).filter(|row| row.metric == 0)
}

/// Whether a row's figures are times of something.
pub(super) fn is_time(record: &RunRecord, row: &Row) -> bool {
    row.metric(record).amount == Unit::Nanoseconds
}

/// The parameters that apply to a case, with values as programs read them.
pub(super) fn parameters<'a>(
    case: &'a Case,
    definition: &'a Definition,
) -> impl Iterator<Item = (&'a str, String)> {
    definition.parameters.iter().filter_map(|parameter| {
        let value = case.values.get(&parameter.name)?;
        (*value != Value::none()).then(|| (parameter.name.as_str(), plain(value)))
    })
}

/// A value as programs read it.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::Integer(number) => number.to_string(),
        Value::Name(name) => name.clone(),
    }
}

/// Benchmark, parameters and, where there are several, subject: `join` stands before each
/// parameter, `is` between name and value.
pub(super) fn of_row(record: &RunRecord, row: &Row, join: &str, is: &str) -> String {
    let case = &record.cases[row.case];
    let mut name = case.benchmark.to_string();
    for (parameter, value) in parameters(case, row.definition(record)) {
        let _ = write!(name, "{join}{parameter}{is}{value}");
    }
    if let Some(revision) = revision(record, case) {
        let _ = write!(name, "{join}revision{is}{revision}");
    }
    if record.subjects.len() > 1 {
        let _ = write!(name, "{join}subject{is}{}", record.subjects[row.subject].label);
    }
    name
}

/// The revision of a case's benchmark, where a record has several.
pub(super) fn revision(record: &RunRecord, case: &Case) -> Option<u32> {
    let same = record.definitions.iter().filter(|known| known.id == case.benchmark);
    (same.count() > 1).then_some(case.revision)
}

/// A metric's name without its unit: `open_ns` is `open`, `time_ns` is `time`.
pub(super) fn stem(metric: &Metric) -> String {
    let units = ["ns", "bytes", "per", "s"];
    let words = metric.name.split('_').filter(|word| !units.contains(word) && !word.is_empty());
    let words: Vec<&str> = words.collect();
    if words.is_empty() { metric.name.clone() } else { words.join("_") }
}

/// A text in which every character that `keep` refuses is an underscore.
pub(super) fn only(text: &str, keep: impl Fn(char) -> bool) -> String {
    text.chars().map(|c| if keep(c) { c } else { '_' }).collect()
}

/// A name that is not taken, by a number behind it where need be.
pub(super) fn unique(taken: &mut BTreeSet<String>, name: &str) -> String {
    let mut unique = name.to_owned();
    let mut number = 2;
    while !taken.insert(unique.clone()) {
        unique = format!("{name}_{number}");
        number += 1;
    }
    unique
}

/// A fact of the first subject that tells it, as text.
pub(super) fn fact(record: &RunRecord, key: &str) -> Option<String> {
    let facts = record.sessions.iter().flat_map(|session| &session.facts);
    facts.filter_map(|facts| facts.start.get(key)).map(FactValue::to_string).next()
}

/// The moment of the first session, as `2026-11-21T21:28:04`, in universal time.
pub(super) fn start(record: &RunRecord) -> Option<String> {
    let ms = record.sessions.first()?.time_unix_ms.start;
    let moment = crate::time::moment(ms);
    let (date, clock) = moment.strip_suffix(" UTC")?.split_once(' ')?;
    Some(format!("{date}T{clock}:{:02}", ms / 1_000 % 60))
}
