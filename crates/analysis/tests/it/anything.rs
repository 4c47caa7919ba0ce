//! Whatever a legal record holds, nothing panics and everything is told.

use std::collections::{BTreeMap, BTreeSet};

use analysis::{
    FailOn, Options, TOLERANCE, advice_document, advise, compare_files, compare_methods,
    compare_subjects, gate, hints, hints_between, merge, verdict_document,
};
use model::{
    Better, Failure, Flag, Histogram, Observation, Outcome, Stage, Status, StopReason, Unit, Value,
    Values,
};
use proptest::prelude::*;

use crate::lab::{Lab, Shelf, call, definition, metric, single, size, time};

/// A trial of any kind.
#[derive(Clone, Debug)]
enum Any {
    Batches(Vec<u64>),
    Single(u64),
    Buckets(BTreeMap<u64, u64>),
    Nothing,
    Failed,
}

fn any_trial() -> impl Strategy<Value = Any> {
    prop_oneof![
        4 => prop::collection::vec(1..u64::MAX / 4, 1..6).prop_map(Any::Batches),
        4 => (0..3_000_000_u64).prop_map(Any::Single),
        1 => prop::collection::btree_map(0..1_000_u64, 1..9_u64, 1..4).prop_map(Any::Buckets),
        1 => Just(Any::Nothing),
        1 => Just(Any::Failed),
    ]
}

fn observations(trial: &Any) -> Vec<Observation> {
    let values = match trial {
        Any::Batches(elapsed_ns) => Values::Batches {
            start_ns: vec![0; elapsed_ns.len()],
            elapsed_ns: elapsed_ns.clone(),
            operations: 3,
            warm_up: 0,
        },
        Any::Single(amount) => return vec![single(0, *amount as f64 / 1e6), single(1, 0.0)],
        Any::Buckets(buckets) => {
            let (lower, count): (Vec<u64>, Vec<u64>) = buckets.clone().into_iter().unzip();
            let width = vec![1; lower.len()];
            Values::Histogram(Histogram { lower, width, count, max: 1_000, sum: 0 })
        }
        Any::Nothing | Any::Failed => return Vec::new(),
    };
    vec![Observation { metric: 0, values, invalid: None }]
}

type AnyCell = (usize, u64, u32, usize, Vec<Any>);

fn any_cell() -> impl Strategy<Value = AnyCell> {
    let trials = prop::collection::vec(any_trial(), 0..24);
    (0..3_usize, 0..3_u64, 0..3_u32, 0..6_usize, trials)
}

fn file(name: &str, sessions: &[Vec<AnyCell>]) -> Shelf {
    let metrics = vec![time(), metric("errors", Unit::count("error"), Better::Diagnostic)];
    let mut lab = Lab::new()
        .define(definition("io.read", metrics, vec![size(), call(&["a/x", "b/x", "c"])]))
        .subject("one")
        .subject("two")
        .subject("three");
    for (minute, cells) in sessions.iter().enumerate() {
        lab = lab.session(&format!("{name} {minute}"), minute as u64);
        for (method, bytes, subject, status, trials) in cells {
            let values =
                [("call", Value::name(["a", "b", "c"][*method])), ("size", Value::Integer(*bytes))];
            lab =
                lab.trials("io.read", &values, *subject, trials.iter().map(observations).collect());
            let mut index = 0;
            lab = lab.with(|trial| {
                if matches!(trials[index], Any::Failed) {
                    let (role, reason) = ("work".to_owned(), String::new());
                    trial.outcome = Outcome::Failed(Failure { role, stage: Stage::Work, reason });
                }
                if index % 5 == 0 {
                    trial.flags.push(Flag::Busy { ppm: 1 });
                }
                index += 1;
            });
            let reason = String::new();
            let cell = lab.last().cells.last_mut().expect("a cell");
            cell.notes = BTreeMap::from([("child".to_owned(), status.to_string())]);
            match status {
                0 => cell.status = Status::Dropped { look: 11 },
                1 => cell.status = Status::Skipped { reason },
                2 => cell.status = Status::Failed { reason },
                3 => cell.status = Status::Measured { stop: StopReason::Budget },
                _ => {}
            }
        }
    }
    Shelf::new(name, &lab)
}

fn any_file() -> impl Strategy<Value = Vec<Vec<AnyCell>>> {
    let cells = prop::collection::vec(any_cell(), 0..7).prop_map(|mut cells| {
        // A case has one cell on a subject.
        let mut known = BTreeSet::new();
        cells.retain(|(method, bytes, subject, ..)| known.insert((*method, *bytes, *subject)));
        cells
    });
    prop::collection::vec(cells, 1..4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn nothing_panics(one in any_file(), other in any_file()) {
        let (a, b) = (file("A", &one), file("B", &other));
        let rows: usize = a.summary.groups.iter().flat_map(|group| &group.members).map(|member| member.rows.len()).sum();
        prop_assert_eq!(rows, a.summary.rows.len());
        let sources = [a.source(), b.source()];
        let options = Options::default();
        let findings = compare_files(&sources, &options).unwrap();
        for contest in &findings.contests {
            for pair in &contest.pairs {
                prop_assert!(pair.sentence.ends_with('.') && !pair.sentence.contains("NaN"));
            }
        }
        gate(&findings, FailOn { slower: Some(0.05) });
        verdict_document(&findings, None);
        hints_between(&sources, &findings);
        for source in sources {
            let _ = compare_subjects(source, &options).map(|found| verdict_document(&found, None));
            let _ = compare_methods(source, &options).map(|found| verdict_document(&found, None));
            advice_document(&advise(source, TOLERANCE));
            hints(source);
        }
        let whole = merge(&[("A", &a.record), ("B", &b.record)]).unwrap();
        prop_assert_eq!(whole.sessions.len(), one.len() + other.len());
        model::RunRecord::from_json(whole.to_json().unwrap().as_bytes()).unwrap();
        analysis::summarize(&whole);
    }
}
