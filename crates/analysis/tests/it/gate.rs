//! Gates: pass, fail, or neither.

use analysis::{FailOn, Findings, GateOutcome, Options, compare_files, gate};

use crate::lab::{Lab, Noise, Shelf, definition, one_case, time};

fn compared(center: f64, sigma: f64, trials: usize) -> Findings {
    let a = one_case("A", &[(1, Noise::new(1).around(100.0, sigma, trials))]);
    let b = one_case("B", &[(2, Noise::new(2).around(center, sigma, trials))]);
    compare_files(&[a.source(), b.source()], &Options::default()).unwrap()
}

fn outcome(findings: &Findings, fail_on: &str) -> GateOutcome {
    gate(findings, FailOn::parse(fail_on).unwrap()).outcome
}

#[test]
fn gates_are_read() {
    assert_eq!(FailOn::parse("slower"), Ok(FailOn { slower: None }));
    assert_eq!(FailOn::parse("slower:5%").unwrap().slower, Some(0.05));
    assert_eq!(FailOn::parse("slower:2.5").unwrap().slower, Some(0.025));
    for text in ["", "faster", "slower:", "slower:x%", "slower:-1%", "slower:0", "slower5"] {
        assert!(FailOn::parse(text).is_err(), "{text}");
    }
}

#[test]
fn slower_fails_and_faster_passes() {
    assert_eq!(outcome(&compared(110.0, 0.01, 21), "slower"), GateOutcome::Fail);
    assert_eq!(outcome(&compared(110.0, 0.01, 21), "slower:5%"), GateOutcome::Fail);
    assert_eq!(outcome(&compared(90.0, 0.01, 21), "slower"), GateOutcome::Pass);
    assert_eq!(outcome(&compared(100.0, 0.01, 61), "slower"), GateOutcome::Pass);
}

#[test]
fn a_wide_gate_passes_what_is_slower_by_less() {
    assert_eq!(outcome(&compared(110.0, 0.01, 21), "slower:20%"), GateOutcome::Pass);
}

#[test]
fn inconclusive_neither_passes_nor_fails() {
    let findings = compared(101.0, 0.15, 11);
    assert_eq!(outcome(&findings, "slower"), GateOutcome::Inconclusive);
    assert_eq!(gate(&findings, FailOn { slower: None }).unsettled, [(0, 0)]);
}

#[test]
fn what_must_not_be_compared_does_not_pass() {
    let findings = compared(90.0, 0.01, 7);
    assert_eq!(outcome(&findings, "slower"), GateOutcome::Inconclusive);
}

#[test]
fn a_case_that_is_gone_does_not_pass() {
    let a = one_case("A", &[(1, Noise::new(1).around(100.0, 0.01, 21))]);
    let other = Lab::new()
        .define(definition("file.create", vec![time()], vec![]))
        .subject("B")
        .session("B", 2)
        .times("file.create", &[], 0, &[1.0; 11]);
    let b = Shelf::new("B", &other);
    let findings = compare_files(&[a.source(), b.source()], &Options::default()).unwrap();
    let result = gate(&findings, FailOn { slower: None });
    assert_eq!((result.outcome, result.missing), (GateOutcome::Inconclusive, vec![0]));
}
