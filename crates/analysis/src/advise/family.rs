//! Families of methods: what means the same on every system, such as synchronous and asynchronous.

use model::{Case, Definition, Parameter, Role, RunRecord, Scale, Value};

/// The family of a case's method: those of its named values that belong to one, joined; `None`
/// where none does.
pub(super) fn family_of(case: &Case, definition: &Definition) -> Option<String> {
    let of_parameter = |parameter: &Parameter| {
        let Scale::Named(names) = &parameter.scale else { return None };
        let Some(Value::Name(name)) = case.values.get(&parameter.name) else { return None };
        names.iter().find(|listed| listed.name == *name)?.family.clone()
    };
    let parts: Vec<String> = definition.parameters.iter().filter_map(of_parameter).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// The families among a record's cases of a benchmark, that of the simplest method first; empty
/// where there are not several, since one family is all methods.
pub(super) fn families(record: &RunRecord, definition: &Definition) -> Vec<String> {
    let same =
        |case: &&Case| case.benchmark == definition.id && case.revision == definition.revision;
    let mut cases: Vec<&Case> = record.cases.iter().filter(same).collect();
    cases.sort_by_key(|case| complexity(case, definition));
    let mut found: Vec<String> = Vec::new();
    for family in cases.into_iter().filter_map(|case| family_of(case, definition)) {
        if !found.contains(&family) {
            found.push(family);
        }
    }
    if found.len() < 2 {
        found.clear();
    }
    found
}

/// The ranks of a case's named methods.
fn complexity(case: &Case, definition: &Definition) -> Vec<usize> {
    let methods = case.values_of(definition, Role::Method);
    let rank = |(parameter, value): (&Parameter, &Value)| match (&parameter.scale, value) {
        (Scale::Named(names), Value::Name(name)) => {
            names.iter().position(|listed| listed.name == *name)
        }
        _ => None,
    };
    methods.map(|pair| rank(pair).unwrap_or(0)).collect()
}
