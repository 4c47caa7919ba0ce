//! Many methods in few words: runs of an ordered parameter become one range.

use std::collections::BTreeMap;

use model::{Case, Parameter, Role, RunRecord, Scale, Value};

/// The methods of some cases of one benchmark, in words. Cases that differ in one ordered method
/// parameter only become a range of it where no measured value between them is missing:
/// `call=fadvise buffer=40 KiB to 256 KiB`.
pub fn condense<'a>(record: &RunRecord, cases: impl IntoIterator<Item = &'a Case>) -> String {
    let cases: Vec<&Case> = cases.into_iter().collect();
    let Some(definition) = cases.first().and_then(|case| record.definition(case)) else {
        return String::new();
    };
    let methods: Vec<&Parameter> =
        definition.parameters.iter().filter(|each| each.role == Role::Method).collect();
    let ordered = methods.iter().find(|each| matches!(each.scale, Scale::Ordered(_)));
    let words = |case: &Case, without: Option<&str>| {
        let parts: Vec<String> = methods
            .iter()
            .filter(|parameter| Some(parameter.name.as_str()) != without)
            .filter_map(|parameter| {
                let value = case.values.get(&parameter.name)?;
                let applies = *value != Value::none();
                applies.then(|| format!("{}={}", parameter.name, value.display(&parameter.scale)))
            })
            .collect();
        parts.join(" ")
    };
    let Some(ordered) = ordered else {
        let all: Vec<String> = cases.iter().map(|case| words(case, None)).collect();
        return all.join(", ");
    };
    let measured = measured(record, cases[0], &ordered.name);
    let mut order: Vec<String> = Vec::new();
    let mut values: BTreeMap<String, Vec<u64>> = BTreeMap::new();
    for case in cases {
        let rest = words(case, Some(&ordered.name));
        if !order.contains(&rest) {
            order.push(rest.clone());
        }
        let known = values.entry(rest).or_default();
        known.extend(case.integer(&ordered.name));
    }
    let mut texts = Vec::new();
    for rest in order {
        let mut own = values.remove(&rest).unwrap_or_default();
        own.sort_unstable();
        let runs = runs(&own, &measured);
        let show = |value: u64| Value::Integer(value).display(&ordered.scale);
        let ranges: Vec<String> =
            runs.into_iter()
                .map(|(from, to)| {
                    if from == to { show(from) } else { format!("{} to {}", show(from), show(to)) }
                })
                .collect();
        let parameter = match ranges.len() {
            0 => String::new(),
            _ => format!("{}={}", ordered.name, ranges.join(" or ")),
        };
        let parts = [rest, parameter];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        texts.push(parts.join(" "));
    }
    texts.join(", ")
}

/// All values of a parameter that the record has of a benchmark, rising.
fn measured(record: &RunRecord, like: &Case, parameter: &str) -> Vec<u64> {
    let same = record.cases.iter().filter(|case| case.benchmark == like.benchmark);
    let mut values: Vec<u64> = same.filter_map(|case| case.integer(parameter)).collect();
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
