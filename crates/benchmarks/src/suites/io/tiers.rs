//! Which of the many combinations of values belong to which profile.

use model::{Case, Definition, Named, Value};

use super::parameters::{MOST_MEMORY, THINNED, USUAL_BUFFER};
use crate::choice::names;
use crate::{Choice, Profile};

/// A case seen with what a person chose, which never makes it less usual.
pub(super) struct Seen<'a> {
    pub(super) case: &'a Case,
    pub(super) choice: &'a Choice<'a>,
}

impl Seen<'_> {
    /// Whether the profile, not the person, decides the parameter.
    pub(super) fn free(&self, parameter: &str) -> bool {
        !self.choice.overrides.contains_key(parameter)
    }

    /// Whether a parameter has the value, or the person chose it.
    pub(super) fn is(&self, parameter: &str, value: &Value) -> bool {
        !self.free(parameter) || self.case.values.get(parameter) == Some(value)
    }

    /// How many parameters differ from the usual; one that does not apply is no difference.
    pub(super) fn distance(&self, usual: &[(&str, Value)]) -> usize {
        let differs = |(parameter, value): &&(&str, Value)| {
            let Some(has) = self.case.values.get(*parameter) else { return false };
            let applies = *value == Value::none() || *has != Value::none();
            self.free(parameter) && applies && has != value
        };
        usual.iter().filter(differs).count()
    }

    /// Whether the buffer is of the thinned ladder.
    pub(super) fn thinned(&self) -> bool {
        let buffer = self.case.integer("buffer").unwrap_or(USUAL_BUFFER);
        !self.free("buffer") || buffer == USUAL_BUFFER || THINNED.contains(&buffer)
    }
}

/// The calls of a choice: the person's, else the quick profile's, else all.
pub(super) fn calls(choice: &Choice<'_>, all: &[Named], quick: &[&str]) -> Vec<Value> {
    let all: Vec<Value> = all.iter().map(|named| Value::name(&named.name)).collect();
    let profile = if choice.wants(Profile::Standard) { all } else { names(quick) };
    choice.values("call", &profile)
}

/// The sizes of a profile: what its predecessors have, and its own.
pub(super) fn sizes(profile: Profile, quick: u64, standard: u64) -> Vec<u64> {
    let mut sizes = vec![quick];
    if profile >= Profile::Standard {
        sizes.push(standard);
    }
    if profile >= Profile::Full {
        sizes.extend([8 << 20, 64 << 20, 256 << 20, 1 << 30]);
    }
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

/// Whether the buffers are no larger than the file and than memory.
pub(super) fn fits(case: &Case) -> bool {
    let size = case.integer("size").unwrap_or(0);
    let buffer = case.integer("buffer").unwrap_or(1);
    let memory = buffer.saturating_mul(case.integer("depth").unwrap_or(1));
    size > 0 && (1..=size).contains(&buffer) && (1..=MOST_MEMORY).contains(&memory)
}

/// The values of a parameter that does not apply to every call: the person's, as far as the call
/// takes them, else all that it takes; `none` where nothing remains.
pub(super) fn offered(choice: &Choice<'_>, parameter: &str, takes: &[Value]) -> Vec<Value> {
    let chosen = choice.values(parameter, takes);
    let ordered = takes.iter().any(|value| matches!(value, Value::Integer(_)));
    let kept: Vec<Value> =
        chosen.into_iter().filter(|value| ordered || takes.contains(value)).collect();
    if kept.is_empty() && takes.is_empty() { vec![Value::none()] } else { kept }
}

/// `none` and these names.
pub(super) fn none_or(list: &[&str]) -> Vec<Value> {
    [vec![Value::none()], names(list)].concat()
}

/// How many parameters of a method may differ from the usual.
pub(super) fn most(profile: Profile) -> usize {
    if profile >= Profile::Full { 2 } else { 1 }
}

/// Every combination of the given values of all parameters, in the definition's order. What `keep`
/// refuses while it is still incomplete is not completed.
pub(super) fn product(
    definition: &Definition,
    lists: &[Vec<Value>],
    keep: impl Fn(&Case) -> bool,
) -> Vec<Case> {
    assert_eq!(definition.parameters.len(), lists.len(), "{}: one list each", definition.id);
    let mut cases = vec![Case {
        benchmark: definition.id.clone(),
        revision: definition.revision,
        values: std::collections::BTreeMap::new(),
    }];
    for (parameter, list) in definition.parameters.iter().zip(lists) {
        cases = cases
            .iter()
            .flat_map(|case| {
                list.iter().map(|value| {
                    let mut case: Case = case.clone();
                    case.values.insert(parameter.name.clone(), value.clone());
                    case
                })
            })
            .filter(&keep)
            .collect();
    }
    cases
}
