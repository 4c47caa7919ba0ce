//! Many methods in few words: runs of an ordered parameter become one range.

use std::collections::BTreeMap;

use model::{Case, Definition, Parameter, Role, RunRecord, Scale, Value};

use crate::groups::value_in_words;

/// Methods that differ in one ordered parameter only, such as the buffer's size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What they have in common: `fadvise`; may be empty.
    pub method: String,
    /// The ordered parameter; `None` where the benchmark has none.
    pub along: Option<String>,
    /// Its values, with its unit: `40 KiB to 256 KiB`; a run has no value missing between its
    /// ends with which the method was tried. Empty where the parameter does not apply.
    pub spans: String,
}

impl std::fmt::Display for Choice {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let along = self.along.as_ref().filter(|_| !self.spans.is_empty());
        match along {
            None => formatter.write_str(&self.method),
            Some(along) if self.method.is_empty() => write!(formatter, "{along} {}", self.spans),
            Some(along) => write!(formatter, "{} {along} {}", self.method, self.spans),
        }
    }
}

/// The methods of some cases of one benchmark, in words. Cases that differ in one ordered method
/// parameter only become a range of it where none between them is missing that was tried:
/// `fadvise buffer 40 KiB to 256 KiB`.
pub fn condense<'a>(record: &RunRecord, cases: impl IntoIterator<Item = &'a Case>) -> String {
    let texts: Vec<String> = choices(record, cases).iter().map(Choice::to_string).collect();
    texts.join(", ")
}

/// The same as parts, in the order of the cases.
pub fn choices<'a>(record: &RunRecord, cases: impl IntoIterator<Item = &'a Case>) -> Vec<Choice> {
    let cases: Vec<&Case> = cases.into_iter().collect();
    let Some(definition) = cases.first().and_then(|case| record.definition(case)) else {
        return Vec::new();
    };
    let methods: Vec<&Parameter> =
        definition.parameters.iter().filter(|each| each.role == Role::Method).collect();
    let Some(ordered) = methods.iter().find(|each| matches!(each.scale, Scale::Ordered(_))) else {
        let alone = |case: &&Case| Choice {
            method: words(case, definition, &methods, None),
            along: None,
            spans: String::new(),
        };
        return cases.iter().map(alone).collect();
    };
    let benchmark = cases[0].benchmark.clone();
    let mut order: Vec<String> = Vec::new();
    let mut values: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for case in cases {
        let rest = words(case, definition, &methods, Some(&ordered.name));
        if !order.contains(&rest) {
            order.push(rest.clone());
        }
        let known = values.entry(rest).or_default();
        known.extend(case.integer(&ordered.name));
    }
    let show = |value: u64| Value::Integer(value).display(&ordered.scale);
    let choice = |method: String| {
        let mut own = values.remove(&method).unwrap_or_default();
        own.sort_unstable();
        let alike = |case: &&Case| {
            case.benchmark == benchmark
                && words(case, definition, &methods, Some(&ordered.name)) == method
        };
        let measured = measured(record.cases.iter().filter(alike), &ordered.name);
        let spans: Vec<String> =
            runs(&own, &measured)
                .into_iter()
                .map(|(from, to)| {
                    if from == to { show(from) } else { format!("{} to {}", show(from), show(to)) }
                })
                .collect();
        Choice { method, along: Some(ordered.name.clone()), spans: spans.join(" or ") }
    };
    order.into_iter().map(choice).collect()
}

/// The values of a case's methods that apply, but for one.
fn words(
    case: &Case,
    definition: &Definition,
    methods: &[&Parameter],
    without: Option<&str>,
) -> String {
    let parts: Vec<String> = methods
        .iter()
        .filter(|parameter| Some(parameter.name.as_str()) != without)
        .filter_map(|parameter| {
            let value = case.values.get(&parameter.name)?;
            let applies = *value != Value::none();
            applies.then(|| value_in_words(definition, parameter, value))
        })
        .collect();
    parts.join(" ")
}

/// All values of a parameter that some cases have, rising.
fn measured<'a>(cases: impl Iterator<Item = &'a Case>, parameter: &str) -> Vec<u64> {
    let mut values: Vec<u64> = cases.filter_map(|case| case.integer(parameter)).collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// Runs of values that are neighbors among those measured.
fn runs(own: &[u64], measured: &[u64]) -> Vec<(u64, u64)> {
    let place = |value: u64| measured.binary_search(&value).ok();
    let neighbors = |one: &u64, other: &u64| {
        place(*one).zip(place(*other)).is_some_and(|(one, other)| other <= one + 1)
    };
    own.chunk_by(neighbors).map(|run| (run[0], run[run.len() - 1])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbors_become_runs() {
        let measured = [4, 8, 16, 24, 40, 64];
        assert_eq!(runs(&[8, 16, 24, 64], &measured), [(8, 24), (64, 64)]);
        assert_eq!(runs(&[4], &measured), [(4, 4)]);
        assert_eq!(runs(&[], &measured), []);
    }
}
