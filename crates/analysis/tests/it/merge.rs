//! Sessions of one system in one file.

use analysis::{MergeError, merge, summarize};
use model::FactKind::{Identity, State, Treatment};
use model::{Fact, RunRecord};

use crate::lab::{Lab, Noise, call, definition, fact, time, unknown};

fn file(id: &str, minute: u64, facts: Vec<Fact>) -> RunRecord {
    Lab::new()
        .define(definition("process.create", vec![time()], vec![call(&["fork", "clone"])]))
        .subject("here")
        .session(id, minute)
        .facts(0, facts, vec![])
        .times("process.create", &[], 0, &Noise::new(minute).around(100.0, 0.01, 11))
        .0
}

fn machine(cpu: &str, kernel: &str, load: &str) -> Vec<Fact> {
    vec![
        fact("cpu.model", Identity, cpu),
        fact("kernel.release", Treatment, kernel),
        fact("cpu.governor", State, load),
        unknown("cpu.microcode", Identity),
    ]
}

#[test]
fn sessions_are_joined_in_order_of_time() {
    let late = file("two", 20, machine("Xeon", "6.1", "powersave"));
    let early = file("one", 10, machine("Xeon", "6.1", "performance"));
    let whole = merge(&[("late", &late), ("early", &early)]).unwrap();
    let ids: Vec<&str> = whole.sessions.iter().map(|session| session.id.as_str()).collect();
    assert_eq!(ids, ["one", "two"]);
    assert_eq!((whole.cases.len(), whole.subjects.len(), whole.definitions.len()), (1, 1, 1));
    let summary = summarize(&whole);
    assert_eq!(summary.rows[0].estimate.as_ref().unwrap().sessions, 2);
    RunRecord::from_json(whole.to_json().unwrap().as_bytes()).unwrap();
}

#[test]
fn a_session_is_kept_once_and_a_changed_one_refused() {
    let one = file("one", 10, vec![]);
    assert_eq!(merge(&[("a", &one), ("b", &one)]).unwrap().sessions.len(), 1);
    let mut changed = one.clone();
    changed.sessions[0].trials.pop();
    let error = merge(&[("a", &one), ("b", &changed)]).unwrap_err();
    assert!(matches!(error, MergeError::SessionChanged { .. }));
}

#[test]
fn another_system_is_refused() {
    let one = file("one", 10, machine("Xeon", "6.1", "powersave"));
    for (facts, key) in [
        (machine("Epyc", "6.1", "powersave"), "cpu.model"),
        (machine("Xeon", "6.12", "powersave"), "kernel.release"),
    ] {
        let other = file("two", 20, facts);
        let error = merge(&[("a", &one), ("b", &other)]).unwrap_err();
        let MergeError::OtherSystem { fact, .. } = &error else { panic!("{error:?}") };
        assert_eq!(fact, key);
        assert!(error.to_string().starts_with("b is of another system"), "{error}");
    }
}

#[test]
fn another_build_or_definition_is_refused() {
    let one = file("one", 10, vec![]);
    let mut other = file("two", 20, vec![]);
    other.sessions[0].build.version = "0.2.0".to_owned();
    other.sessions[0].build.sha256 = "b1".to_owned();
    assert!(matches!(merge(&[("a", &one), ("b", &other)]), Err(MergeError::OtherBuild { .. })));
    let mut other = file("two", 20, vec![]);
    other.definitions[0].summary = "another".to_owned();
    let error = merge(&[("a", &one), ("b", &other)]).unwrap_err();
    assert!(matches!(error, MergeError::OtherDefinition { .. }), "{error:?}");
    assert_eq!(merge(&[]), Err(MergeError::Nothing));
}

#[test]
fn other_cases_and_subjects_are_added() {
    let one = file("one", 10, vec![]);
    let other = Lab::new()
        .define(definition("clock.read", vec![time()], vec![]))
        .subject("there")
        .subject("here")
        .session("two", 20)
        .times("clock.read", &[], 1, &[1.0; 11])
        .times("clock.read", &[], 0, &[1.0; 11])
        .0;
    let whole = merge(&[("a", &one), ("b", &other)]).unwrap();
    let labels: Vec<&str> = whole.subjects.iter().map(|subject| subject.label.as_str()).collect();
    assert_eq!(labels, ["here", "there"]);
    let cells: Vec<(u32, u32)> =
        whole.sessions[1].cells.iter().map(|cell| (cell.case, cell.subject)).collect();
    assert_eq!(cells, [(1, 0), (1, 1)]);
}
