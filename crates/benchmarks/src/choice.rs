//! What a person chose: a profile, and values that replace the profile's own.

use std::collections::BTreeMap;

use model::{Case, Definition, Value};

/// How much is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Profile {
    /// The headline cases: ninety seconds for everything.
    Quick,
    /// The cases that questions are usually about.
    Standard,
    /// Every case.
    Full,
}

impl Profile {
    /// The name that the command line and the result file use.
    pub fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Standard => "standard",
            Self::Full => "full",
        }
    }
}

/// What the machine under test has; plain numbers, so that plans can be made for any machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine {
    /// Processors that threads may run on.
    pub processors: u64,
    /// Memory that can be had, `u64::MAX` where unknown.
    pub memory_bytes: u64,
    /// Processes and threads that may still be started, `u64::MAX` where unlimited.
    pub processes: u64,
}

/// What a person chose for one benchmark.
pub struct Choice<'a> {
    /// How much.
    pub profile: Profile,
    /// Where.
    pub machine: Machine,
    /// Values that replace the profile's.
    pub overrides: &'a BTreeMap<String, Vec<Value>>,
}

impl Choice<'_> {
    /// Whether a case of a profile belongs to this choice: larger profiles hold the smaller ones.
    pub fn wants(&self, profile: Profile) -> bool {
        self.profile >= profile
    }

    /// The values of a parameter: the person's where there are any, else the profile's.
    pub fn values(&self, parameter: &str, profile: &[Value]) -> Vec<Value> {
        self.overrides.get(parameter).cloned().unwrap_or_else(|| profile.to_vec())
    }

    /// Whether the person chose values for any of these parameters.
    pub fn overrides_any(&self, definition: &Definition) -> bool {
        definition.parameters.iter().any(|known| self.overrides.contains_key(&known.name))
    }

    /// Every combination of the given values of all parameters, as cases. The lists stand in the
    /// order of the definition's parameters; the last one varies fastest.
    ///
    /// # Panics
    /// Where there are not as many lists as parameters.
    pub fn product(&self, definition: &Definition, lists: &[&[Value]]) -> Vec<Case> {
        assert_eq!(definition.parameters.len(), lists.len(), "{}: one list each", definition.id);
        let mut cases = vec![BTreeMap::new()];
        for (parameter, list) in definition.parameters.iter().zip(lists) {
            let chosen = self.values(&parameter.name, list);
            cases = cases
                .iter()
                .flat_map(|case| {
                    chosen.iter().map(|value| {
                        let mut case: BTreeMap<String, Value> = case.clone();
                        case.insert(parameter.name.clone(), value.clone());
                        case
                    })
                })
                .collect();
        }
        cases
            .into_iter()
            .map(|values| Case {
                benchmark: definition.id.clone(),
                revision: definition.revision,
                values,
            })
            .collect()
    }
}

/// Integers as values.
pub(crate) fn integers(numbers: &[u64]) -> Vec<Value> {
    numbers.iter().copied().map(Value::Integer).collect()
}

/// Names as values.
pub(crate) fn names(names: &[&str]) -> Vec<Value> {
    names.iter().copied().map(Value::name).collect()
}
