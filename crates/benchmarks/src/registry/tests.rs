//! Laws that every entry obeys; each failure names the entry.

use std::collections::{BTreeMap, BTreeSet};

use model::{Role, Scale, Shape, Value};

use super::*;
use crate::{Choice, Context, Entry, Grid, Machine, Profile};

const MACHINE: Machine = Machine { processors: 2, memory_bytes: 8 << 30, processes: 10_000 };

fn choice(profile: Profile, overrides: &BTreeMap<String, Vec<Value>>) -> Choice<'_> {
    Choice { profile, machine: MACHINE, overrides }
}

#[test]
fn names_are_unique_and_of_their_suite() {
    let mut seen = BTreeSet::new();
    for suite in SUITES {
        for benchmark in suite.benchmarks {
            let definition = (benchmark.definition)();
            assert_eq!(definition.id.as_str(), benchmark.id);
            assert!(seen.insert(definition.id.clone()), "{} stands twice", definition.id);
            assert_eq!(definition.id.suite(), suite.name, "{}", definition.id);
        }
    }
}

#[test]
fn definitions_are_whole() {
    for (_, definition) in registry() {
        let id = &definition.id;
        assert!(definition.revision >= 1, "{id}");
        assert!(definition.summary.ends_with('.') && definition.summary.len() <= 72, "{id}");
        for text in [&definition.timed, &definition.caveats, &definition.source] {
            assert!(text.len() > 20 && text.ends_with(['.', '?']), "{id}: {text:?}");
        }
        assert!(!definition.metrics.is_empty() && !definition.roles.is_empty(), "{id}");
        for parameter in &definition.parameters {
            assert!(
                parameter.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'),
                "{id}: {}",
                parameter.name
            );
            if let Scale::Named(names) = &parameter.scale {
                assert!(!names.is_empty(), "{id}: {}", parameter.name);
            }
        }
    }
}

#[test]
fn one_parameter_name_means_one_thing() {
    let mut meanings = BTreeMap::new();
    for (_, definition) in registry() {
        for parameter in definition.parameters {
            let meaning =
                meanings.entry(parameter.name.clone()).or_insert(parameter.summary.clone());
            assert_eq!(*meaning, parameter.summary, "{}: {}", definition.id, parameter.name);
        }
    }
}

#[test]
fn every_profile_holds_the_smaller_ones_and_every_case_is_complete() {
    let none = BTreeMap::new();
    for (benchmark, definition) in registry() {
        let cases = |profile| -> BTreeSet<_> {
            let planned = (benchmark.cases)(&choice(profile, &none));
            let count = planned.len();
            let cases: BTreeSet<_> = planned.into_iter().map(|planned| planned.case).collect();
            assert_eq!(cases.len(), count, "{}: a case stands twice", definition.id);
            cases
        };
        let [quick, standard, full] = [Profile::Quick, Profile::Standard, Profile::Full].map(cases);
        assert!(!quick.is_empty(), "{} is not in the quick profile", definition.id);
        assert!(quick.is_subset(&standard), "{}", definition.id);
        assert!(standard.is_subset(&full), "{}", definition.id);
        for case in &full {
            for parameter in &definition.parameters {
                let value = &case.values[&parameter.name];
                let text = value.display(&parameter.scale);
                assert_eq!(Value::parse(parameter, &text).as_ref(), Ok(value), "{}", definition.id);
            }
        }
    }
}

/// Cases behind these enter where others turn out cheaper than declared.
const FIRST: u16 = 20;

/// What the first quick cases of the suites that `of` wants declare for a first look: time, and
/// data written with the files that they share.
fn quick_list(of: impl Fn(&str) -> bool) -> (u64, u64) {
    const LOOK: u64 = 11;
    let none = BTreeMap::new();
    let (mut ns, mut bytes) = (0, 0);
    for (benchmark, definition) in registry() {
        if !of(definition.id.suite()) {
            continue;
        }
        let mut shared = BTreeSet::new();
        let cases = (benchmark.cases)(&choice(Profile::Quick, &none));
        let starts = |one: &crate::Planned| one.rank < FIRST && one.entry == Entry::Always;
        for planned in cases.into_iter().filter(starts) {
            ns += planned.cost.ns * LOOK;
            bytes += planned.cost.bytes_written * LOOK;
            shared.insert(planned.cost.shared_bytes);
        }
        bytes += shared.into_iter().sum::<u64>();
    }
    (ns, bytes)
}

#[test]
fn the_best_ranked_of_the_quick_list_fit_its_time_and_writes() {
    let (ns, bytes) = quick_list(|_| true);
    assert!(ns < 90_000_000_000, "{} s", ns / 1_000_000_000);
    assert!(bytes < 2 << 30, "{} MiB", bytes >> 20);
    let (ns, bytes) = quick_list(|suite| ["io", "journal", "tree"].contains(&suite));
    assert!(ns > 0 && ns < 60_000_000_000, "storage: {} s", ns / 1_000_000_000);
    assert!(bytes < 2 << 30, "storage: {} MiB", bytes >> 20);
}

#[test]
fn every_quick_case_runs_once_at_its_smallest() {
    let none = BTreeMap::new();
    // Several roles need an agent that brings them together.
    for (benchmark, definition) in registry().into_iter().filter(|(_, one)| one.roles.len() == 1) {
        for planned in (benchmark.cases)(&choice(Profile::Quick, &none)) {
            // Forking with `exit` is for single-threaded trial processes only.
            if definition.id.as_str() == "process.create"
                && planned.case.name("call") == Some("fork")
            {
                continue;
            }
            let directory = tempfile::tempdir().unwrap();
            let operations = planned.pass.pilot;
            let context = Context {
                case: planned.case.clone(),
                role: definition.roles[0].clone(),
                peers: std::collections::BTreeMap::new(),
                listen: None,
                directory: Some(directory.path().to_owned()),
                shared: Some(directory.path().to_owned()),
                operations,
                batches: 1,
                seed: 1,
            };
            let what = planned.case.describe(&definition);
            let workload = match (benchmark.prepare)(&context) {
                Ok(workload) => workload,
                Err(crate::Error::System(sys::Error::Unsupported(_))) => continue,
                Err(error) => panic!("{} {what}: {error}", definition.id),
            };
            match workload.work {
                crate::workload::Work::Batches(mut batch) => {
                    assert_ne!(definition.shape, Shape::Once, "{}", definition.id);
                    batch(operations).unwrap();
                }
                crate::workload::Work::Once(whole) => {
                    let mut findings = crate::Findings::default();
                    let tally = match whole(operations, &mut findings) {
                        Ok(tally) => tally,
                        // Some refusals come with the call itself.
                        Err(crate::Error::System(sys::Error::Unsupported(_))) => continue,
                        Err(error) => panic!("{} {what}: {error}", definition.id),
                    };
                    assert_eq!(tally.operations, operations, "{} {what}", definition.id);
                    let told: BTreeSet<u16> = findings.values.iter().map(|one| one.0).collect();
                    let known = definition.metrics.len();
                    // Other metrics may concern other cases only.
                    assert!(told.contains(&0), "{} {what}: no headline", definition.id);
                    assert!(told.iter().all(|&metric| usize::from(metric) < known));
                    assert_eq!(told.len(), findings.values.len(), "{} {what}", definition.id);
                }
                crate::workload::Work::Service(_) => panic!("{} serves nobody", definition.id),
            }
            if let Some(verify) = workload.verify {
                verify().unwrap();
            }
        }
    }
}

#[test]
fn what_waits_is_on_the_ladder_of_a_group_that_is_searched() {
    let none = BTreeMap::new();
    for (benchmark, definition) in registry() {
        let cases = (benchmark.cases)(&choice(Profile::Full, &none));
        let starts = |workload| {
            cases
                .iter()
                .any(|one| one.entry == Entry::Always && one.case.workload(&definition) == workload)
        };
        for planned in &cases {
            let what = planned.case.describe(&definition);
            let id = &definition.id;
            assert!(starts(planned.case.workload(&definition)), "{id} {what}: nothing starts");
            let Entry::Refines { parameter } = planned.entry else { continue };
            assert_eq!(benchmark.grid, Grid::Searched, "{id} {what}");
            let known = definition.parameter(parameter).unwrap();
            assert_eq!(known.role, Role::Method, "{id}: {parameter}");
            assert!(planned.case.integer(parameter).is_some(), "{id} {what}: {parameter}");
        }
    }
}

#[test]
fn no_file_of_a_suite_is_forgotten() {
    let suites = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/suites");
    for suite in SUITES {
        let folder = suites.join(suite.name);
        let table = std::fs::read_to_string(folder.join("mod.rs")).unwrap();
        for entry in std::fs::read_dir(&folder).unwrap() {
            let file = entry.unwrap().file_name().into_string().unwrap();
            let module = file.trim_end_matches(".rs");
            if module != "mod" {
                assert!(table.contains(&format!("mod {module};")), "{}/{file}", suite.name);
            }
        }
    }
}
