//! What is not comparable, and what carries no verdict.

use analysis::{Bar, Lead, Verdict, Why};
use model::{Better, Failure, Flag, Foreign, Origin, Outcome, Stage, Value};

use crate::compare::{around, files, only, single_sessions};
use crate::lab::{Lab, Shelf, definition, one_case, time};

/// Why a pair of two files is not comparable, where the second is changed by `change`.
fn refused(change: impl Fn(Lab) -> Lab) -> Why {
    let file = |name: &str, minute: u64| {
        Lab::new()
            .define(definition("clock.read", vec![time()], vec![]))
            .subject("here")
            .session(name, minute)
            .times("clock.read", &[], 0, &around(minute, 100.0, 21))
            .condition("durability", "medium")
    };
    let (a, b) = (Shelf::new("A", &file("A", 1)), Shelf::new("B", &change(file("B", 2))));
    for findings in [files(&a, &b), files(&b, &a)] {
        let pair = only(&findings);
        assert!(matches!(pair.verdict, Verdict::NotComparable(_)), "{:?}", pair.verdict);
        assert!(pair.sentence.contains("not comparable: "), "{}", pair.sentence);
        assert_eq!((pair.evidence, findings.family), (None, 0));
        assert_eq!(findings.overall.lead, Lead::Unknown);
    }
    match &only(&files(&a, &b)).verdict {
        Verdict::NotComparable(why) => why.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn revisions_are_not_comparable() {
    let why = refused(|mut lab| {
        lab.0.definitions[0].revision = 2;
        lab.0.cases[0].revision = 2;
        lab
    });
    assert_eq!(why, Why::Revision { baseline: 1, candidate: 2 });
}

#[test]
fn durability_classes_are_not_comparable() {
    let why = refused(|lab| lab.condition("durability", "none"));
    assert!(matches!(why, Why::Condition { ref name, .. } if name == "durability"), "{why:?}");
    assert_eq!(why.to_string(), "durability is medium against none");
}

#[test]
fn a_condition_that_varies_within_a_row_is_not_comparable() {
    let why = refused(|lab| {
        lab.with(|trial| {
            if trial.round == 3 {
                trial.conditions.insert("durability".to_owned(), Value::name("ordered"));
            }
        })
    });
    assert_eq!(why.to_string(), "durability is medium against medium or ordered");
}

#[test]
fn a_definition_that_changed_without_a_revision_is_not_comparable() {
    let why = refused(|mut lab| {
        lab.0.definitions[0].metrics[0].better = Better::More;
        lab
    });
    assert_eq!(why, Why::Definition);
}

#[test]
fn builds_for_one_system_must_be_alike() {
    let rebuilt = |lab: Lab, version: &str, compiler: &str| {
        let mut lab = lab;
        let build = &mut lab.last().build;
        build.version = version.to_owned();
        build.compilers = vec![compiler.to_owned()];
        build.sha256 = "b1".to_owned();
        lab
    };
    let why = refused(|lab| rebuilt(lab, "0.2.0", ""));
    assert!(matches!(why, Why::Build { .. }), "{why:?}");
    let why = refused(|lab| rebuilt(lab, "0.1.0", "rustc 1.99"));
    assert!(matches!(why, Why::Build { .. }), "{why:?}");
}

#[test]
fn a_build_of_the_same_source_for_another_system_may_be_compared() {
    let (a, mut b) = single_sessions(100.0, 80.0);
    let build = &mut b.record.sessions[0].build;
    build.sha256 = "b1".to_owned();
    build.target = "x86_64-pc-windows-gnu".to_owned();
    build.compilers = vec!["another".to_owned()];
    assert!(only(&files(&a, &b)).verdict.differs());
}

#[test]
fn foreign_figures_are_not_ranked() {
    let foreign = |mut lab: Lab| {
        let limits = "no trials".to_owned();
        lab.0.origin = Origin::Foreign(Foreign { tool: "hyperfine".to_owned(), limits });
        lab
    };
    assert_eq!(refused(foreign), Why::Foreign { tool: "hyperfine".to_owned() });
}

#[test]
fn bars_of_either_row_are_named() {
    let why = refused(|lab| lab.flag(Flag::TimerShare { ppm: 60_000 }));
    assert!(matches!(why, Why::Barred { candidate: true, bar: Bar::Flagged(_) }), "{why:?}");
    let why = refused(|lab| {
        lab.with(|trial| {
            if trial.round == 0 {
                let (role, reason) = ("work".to_owned(), "it hung".to_owned());
                trial.outcome = Outcome::Failed(Failure { role, stage: Stage::Work, reason });
            }
        })
    });
    assert!(matches!(why, Why::Barred { bar: Bar::FailedTrial { .. }, .. }), "{why:?}");
    let why = refused(|lab| lab.with(|trial| trial.flags.push(Flag::ClockDisagrees { ppm: 5 })));
    assert!(matches!(why, Why::Barred { bar: Bar::Flagged(_), .. }), "{why:?}");
}

#[test]
fn few_trials_show_a_ratio_and_no_verdict() {
    let a = one_case("A", &[(1, around(1, 100.0, 7))]);
    let b = one_case("B", &[(2, around(2, 80.0, 21))]);
    let findings = files(&a, &b);
    let pair = only(&findings);
    let Verdict::NotComparable(Why::Barred { candidate: false, bar }) = &pair.verdict else {
        panic!("{pair:?}")
    };
    assert_eq!(*bar, Bar::Preliminary { trials: 7 });
    assert!((pair.ratio.unwrap().value - 0.8).abs() < 0.03);
    assert_eq!(pair.ratio.unwrap().interval, None);
}

#[test]
fn disturbed_trials_do_not_carry_a_verdict() {
    // Without the trials during which the hypervisor took the processor, nothing differs.
    let file = |name: &str, minute: u64, disturbed: bool| {
        let mut figures = around(minute, 100.0, 41);
        if disturbed {
            figures.iter_mut().take(25).for_each(|figure| *figure *= 1.3);
        }
        let lab = Lab::new()
            .define(definition("clock.read", vec![time()], vec![]))
            .subject("here")
            .session(name, minute)
            .times("clock.read", &[], 0, &figures)
            .with(|trial| {
                if disturbed && trial.round < 25 {
                    trial.flags.push(Flag::Steal { ppm: 200_000 });
                }
            });
        Shelf::new(name, &lab)
    };
    let findings = files(&file("A", 1, false), &file("B", 2, true));
    let Verdict::Inconclusive(need) = &only(&findings).verdict else { panic!("{findings:?}") };
    assert!(need.disturbed);
    assert!(only(&findings).sentence.contains("disturbed"));
    assert!(
        only(&files(&file("A", 1, false), &file("B", 2, false))).verdict
            != Verdict::Faster { clearly: true }
    );
}
