//! What was found out and not chosen: durability class, copy mechanism, proven cache state.

use std::collections::BTreeMap;

use model::Value;

use crate::cells::Placed;

/// The values that each condition took over a row's trials, each listed once, sorted.
pub type Conditions = BTreeMap<String, Vec<Value>>;

/// The conditions of a row's trials.
pub(crate) fn of(trials: &[Placed<'_>]) -> Conditions {
    let mut conditions = Conditions::new();
    for placed in trials {
        for (name, value) in &placed.trial.conditions {
            let values = conditions.entry(name.clone()).or_default();
            if let Err(place) = values.binary_search(value) {
                values.insert(place, value.clone());
            }
        }
    }
    conditions
}
