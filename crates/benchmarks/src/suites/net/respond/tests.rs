//! Which cases there are.

use std::collections::BTreeMap;

use super::*;
use crate::Machine;

const MACHINE: Machine = Machine { processors: 2, memory_bytes: 8 << 30, processes: 10_000 };

fn planned_for(profile: Profile, chosen: &[(&str, Value)]) -> Vec<Planned> {
    let overrides: BTreeMap<String, Vec<Value>> =
        chosen.iter().map(|(name, value)| ((*name).to_owned(), vec![value.clone()])).collect();
    cases(&Choice { profile, machine: MACHINE, overrides: &overrides })
}

#[test]
fn the_quick_profile_takes_fifteen_seconds() {
    const LOOK: u64 = 11;
    let quick = planned_for(Profile::Quick, &[]);
    let ns: u64 = quick.iter().map(|one| one.cost.ns * LOOK).sum();
    assert!(ns <= 15_000_000_000, "{} cases, {} ms", quick.len(), ns / 1_000_000);
    let has = |name: &str| quick.iter().any(|one| one.case.name("architecture") == Some(name));
    assert!(PUBLISHED.iter().all(|name| has(name)));
}

#[test]
fn the_standard_profile_takes_twelve_minutes() {
    const LOOK: u64 = 11;
    let standard = planned_for(Profile::Standard, &[]);
    // Starting a server, its load and a network for both costs more than the cost says.
    let around_ns = 60_000_000;
    let runs =
        |one: &&Planned| find(one.case.name("architecture").unwrap()).unwrap().serve.is_some();
    let ns: u64 = standard.iter().filter(runs).map(|one| (one.cost.ns + around_ns) * LOOK).sum();
    assert!(ns < 660_000_000_000, "{} cases, {} s", standard.len(), ns / 1_000_000_000);
}

#[test]
fn what_does_not_apply_has_no_value() {
    for planned in planned_for(Profile::Full, &[]) {
        let case = planned.case;
        let none = |parameter: &str| case.values[parameter] == Value::none();
        assert_eq!(none("hold"), case.name("dialog") != Some("hold"), "{case:?}");
        assert_eq!(none("rate"), case.name("load") != Some("open"), "{case:?}");
        let loops = find(case.name("architecture").unwrap()).unwrap().loops;
        assert_eq!(none("loops"), loops == Loops::None, "{case:?}");
    }
}

#[test]
fn what_the_person_chooses_is_planned() {
    let count = |chosen: &[(&str, Value)]| planned_for(Profile::Quick, chosen).len();
    let architecture = ("architecture", Value::name("epoll"));
    let dialog = |name| ("dialog", Value::name(name));
    assert!(
        count(&[architecture.clone(), dialog("stay"), ("connections", Value::Integer(7))]) == 1
    );
    assert!(count(&[architecture.clone(), dialog("request")]) >= 1);
    assert!(count(&[architecture, ("load", Value::name("open"))]) >= 1);
    assert!(count(&[("architecture", Value::name("iterative")), dialog("stay")]) == 1);
}
