//! What is looked at together: all subjects and methods of one benchmark at one workload.

use std::collections::BTreeMap;

use model::{Case, Definition, Id, Parameter, Role, RunRecord, Scale, Value};

/// All subjects and methods of one benchmark at one workload.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Index into the record's definitions.
    pub definition: usize,
    /// The benchmark.
    pub benchmark: Id,
    /// The workload, complete.
    pub workload: BTreeMap<String, Value>,
    /// `size=4 KiB pattern=local`: what applies of the workload; empty where nothing does.
    pub workload_text: String,
    /// `size 4 KiB, local`: the same as sentences and tables say it.
    pub workload_words: String,
    /// Every case on every subject that a cell names, simplest method first, then by subject.
    pub members: Vec<Member>,
}

/// One case on one subject.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Index into the record's cases.
    pub case: usize,
    /// Index into the record's subjects.
    pub subject: usize,
    /// `call=fork`: what applies of the methods; empty where nothing does.
    pub method: String,
    /// `fork`: the same as sentences and tables say it.
    pub method_words: String,
    /// Rows of the summary that it has, one a metric, headline first.
    pub rows: std::ops::Range<usize>,
}

/// The groups of a record in the order of its definitions, workloads rising, with no rows yet.
pub fn groups(record: &RunRecord) -> Vec<Group> {
    let cells = record.sessions.iter().flat_map(|session| &session.cells);
    let mut pairs: Vec<(usize, usize)> =
        cells.map(|cell| (cell.case as usize, cell.subject as usize)).collect();
    pairs.sort_unstable();
    pairs.dedup();
    let definitions: Vec<usize> =
        record.cases.iter().map(|case| definition_of(record, case)).collect();
    let mut found: BTreeMap<(usize, Key), Vec<(Key, Member)>> = BTreeMap::new();
    for (case_index, subject) in pairs {
        let Some(case) = record.cases.get(case_index) else { continue };
        let Some(definition) = record.definitions.get(definitions[case_index]) else { continue };
        let member = Member {
            case: case_index,
            subject,
            method: describe(case, definition, Role::Method),
            method_words: in_words(case, definition, Role::Method),
            rows: 0..0,
        };
        found
            .entry((definitions[case_index], key(case, definition, Role::Workload)))
            .or_default()
            .push((key(case, definition, Role::Method), member));
    }
    found
        .into_iter()
        .map(|((definition, _), mut members)| {
            members.sort_by(|(one, a), (other, b)| (one, a.subject).cmp(&(other, b.subject)));
            let members: Vec<Member> = members.into_iter().map(|(_, member)| member).collect();
            group(record, definition, members)
        })
        .collect()
}

fn group(record: &RunRecord, definition: usize, members: Vec<Member>) -> Group {
    let known = &record.definitions[definition];
    let case = &record.cases[members[0].case];
    Group {
        definition,
        benchmark: known.id.clone(),
        workload: case.workload(known),
        workload_text: describe(case, known, Role::Workload),
        workload_words: in_words(case, known, Role::Workload),
        members,
    }
}

fn definition_of(record: &RunRecord, case: &Case) -> usize {
    let of_case =
        |known: &Definition| known.id == case.benchmark && known.revision == case.revision;
    record.definitions.iter().position(of_case).unwrap_or(usize::MAX)
}

/// `name=value` for the parameters of one role that apply, in the definition's order.
pub(crate) fn describe(case: &Case, definition: &Definition, role: Role) -> String {
    let parts: Vec<String> = case
        .values_of(definition, role)
        .filter(|(_, value)| **value != Value::none())
        .map(|(parameter, value)| format!("{}={}", parameter.name, value.display(&parameter.scale)))
        .collect();
    parts.join(" ")
}

/// The parameters of one role that apply, as sentences and tables say them: `fork`, `size 4 KiB`.
pub(crate) fn in_words(case: &Case, definition: &Definition, role: Role) -> String {
    let parts: Vec<String> = case
        .values_of(definition, role)
        .filter(|(_, value)| **value != Value::none())
        .map(|(parameter, value)| value_in_words(definition, parameter, value))
        .collect();
    parts.join(if role == Role::Method { " " } else { ", " })
}

/// A value by its name alone, unless it is a number or another parameter has a value of that name.
pub(crate) fn value_in_words(
    definition: &Definition,
    parameter: &Parameter,
    value: &Value,
) -> String {
    let elsewhere = |wanted: &str| {
        let others = definition.parameters.iter().filter(|one| one.name != parameter.name);
        others.into_iter().any(|one| match &one.scale {
            Scale::Named(names) => names.iter().any(|named| named.name == wanted),
            Scale::Ordered(_) => false,
        })
    };
    match value {
        Value::Name(name) if !elsewhere(name) => name.clone(),
        value => format!("{} {}", parameter.name, value.display(&parameter.scale)),
    }
}

/// The values of one role as numbers that sort as the definition lists them.
pub(crate) type Key = Vec<(u64, String)>;

/// The sort key of a case's values of one role: numbers by size, names by their place in the
/// list (which is their rank of simplicity), `none` first.
pub(crate) fn key(case: &Case, definition: &Definition, role: Role) -> Key {
    case.values_of(definition, role).map(|(parameter, value)| place(parameter, value)).collect()
}

fn place(parameter: &Parameter, value: &Value) -> (u64, String) {
    match (value, &parameter.scale) {
        (Value::Integer(number), _) => (number.saturating_add(1), String::new()),
        (Value::Name(name), Scale::Named(names)) => {
            let listed = names.iter().position(|named| named.name == *name);
            (listed.map_or(0, |place| place as u64 + 1), name.clone())
        }
        (Value::Name(name), Scale::Ordered(_)) => (0, name.clone()),
    }
}

/// The ordered parameters of a definition that take two or more values among `cases`: what a
/// chart can have as its axis, workloads first.
pub fn axes<'a>(
    definition: &'a Definition,
    cases: impl IntoIterator<Item = &'a Case>,
) -> Vec<&'a Parameter> {
    let mut seen: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for case in cases {
        for parameter in &definition.parameters {
            let Some(number) = case.integer(&parameter.name) else { continue };
            let numbers = seen.entry(&parameter.name).or_default();
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
    }
    let mut axes: Vec<&Parameter> = definition
        .parameters
        .iter()
        .filter(|parameter| matches!(parameter.scale, Scale::Ordered(_)))
        .filter(|parameter| seen.get(parameter.name.as_str()).is_some_and(|all| all.len() > 1))
        .collect();
    axes.sort_by_key(|parameter| parameter.role == Role::Method);
    axes
}
