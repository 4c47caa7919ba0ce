//! The facts of all subjects side by side, for a table.

use std::collections::BTreeMap;

use analysis::Source;
use model::{FactKind, FactValue};

use crate::{number, words};

/// Facts of one kind, a row for each.
pub(crate) struct Section {
    pub(crate) name: &'static str,
    pub(crate) rows: Vec<Row>,
}

/// One fact.
pub(crate) struct Row {
    pub(crate) key: String,
    /// One for each column.
    pub(crate) values: Vec<Cell>,
    /// The columns do not agree.
    pub(crate) differs: bool,
}

/// What is known of a fact of one subject.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) text: String,
    pub(crate) unknown: bool,
}

/// All facts: the columns' names and the sections.
pub(crate) fn table(sources: &[Source<'_>]) -> (Vec<String>, Vec<Section>) {
    let mut columns = Vec::new();
    let mut cells: BTreeMap<(FactKind, String), BTreeMap<usize, Cell>> = BTreeMap::new();
    for source in sources {
        for (subject, known) in source.record.subjects.iter().enumerate() {
            let label = words::clean(&known.label);
            let column = columns.len();
            columns.push(match sources.len() {
                1 => label,
                _ => format!("{}: {label}", words::clean(source.name)),
            });
            collect(source, subject, column, &mut cells);
        }
    }
    let mut sections: Vec<Section> = Vec::new();
    for ((kind, key), mut known) in cells {
        let values: Vec<Cell> = (0..columns.len())
            .map(|column| {
                known.remove(&column).unwrap_or(Cell { text: "unknown".into(), unknown: true })
            })
            .collect();
        let differs = values.windows(2).any(|two| two[0] != two[1]);
        let row = Row { key, values, differs };
        let name = name(kind);
        match sections.last_mut() {
            Some(section) if section.name == name => section.rows.push(row),
            _ => sections.push(Section { name, rows: vec![row] }),
        }
    }
    (columns, sections)
}

/// What a kind of fact is, in words.
fn name(kind: FactKind) -> &'static str {
    match kind {
        FactKind::Identity => "Identity: which machine",
        FactKind::Treatment => "Treatment: what may be compared",
        FactKind::State => "State: what may change by itself",
        FactKind::Build => "Build: the program that measured",
    }
}

/// A subject's facts over all sessions, at start and end: each value that one had.
fn collect(
    source: &Source<'_>,
    subject: usize,
    column: usize,
    cells: &mut BTreeMap<(FactKind, String), BTreeMap<usize, Cell>>,
) {
    let of_subject = source
        .record
        .sessions
        .iter()
        .flat_map(|session| &session.facts)
        .filter(|facts| facts.subject as usize == subject);
    let mut seen: BTreeMap<(FactKind, String), Vec<Cell>> = BTreeMap::new();
    for facts in of_subject {
        for fact in facts.start.0.iter().chain(&facts.end.0) {
            let value = value(&fact.key, &fact.value);
            let values = seen.entry((fact.kind, words::clean(&fact.key))).or_default();
            if !values.contains(&value) {
                values.push(value);
            }
        }
    }
    for (key, values) in seen {
        let unknown = values.iter().all(|value| value.unknown);
        let texts: Vec<String> = values.into_iter().map(|value| value.text).collect();
        let cell = Cell { text: texts.join(" → "), unknown };
        cells.entry(key).or_default().insert(column, cell);
    }
}

fn value(key: &str, value: &FactValue) -> Cell {
    let text = match value {
        FactValue::Number(number) if key.ends_with("_bytes") => number::bytes(*number),
        FactValue::Number(number) => number::count(*number),
        FactValue::List(items) if items.is_empty() => "none".to_owned(),
        FactValue::List(items) if items.iter().any(|item| item.contains(' ')) => {
            words::clean(&items.join("; "))
        }
        other => words::clean(&other.to_string()),
    };
    Cell { text, unknown: matches!(value, FactValue::Unknown { .. }) }
}
