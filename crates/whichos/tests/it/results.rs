//! What a run leaves: a document that obeys its schema, tables, nothing else.

use model::{Outcome, Status};

use crate::bench::{Bench, has_ended, printed};

#[test]
fn a_small_run_gives_a_whole_document_and_a_table() {
    let bench = Bench::new();
    let output = bench.run(&[
        "syscall.null",
        "file.phases",
        "--param",
        "files=50",
        "--seed",
        "7",
        "--budget",
        "40s",
    ]);
    has_ended(&output);
    let table = String::from_utf8(output.stdout.clone()).unwrap();
    for word in ["syscall.null", "file.phases", "median", "interval"] {
        assert!(table.contains(word), "{word}: {table}");
    }
    let record = bench.record();
    let session = &record.sessions[0];
    assert!(session.complete);
    assert_eq!(session.seed, 7);
    for cell in &session.cells {
        let figures = matches!(cell.status, Status::Measured { .. } | Status::Preliminary { .. });
        assert!(figures, "{:?}", cell.status);
    }
    for trial in &session.trials {
        assert!(matches!(trial.outcome, Outcome::Measured(_)), "{:?}", trial.outcome);
    }
    let spent = &session.spent;
    assert!(spent.timed_ns > 0 && spent.set_up_ns > 0 && spent.overhead_ns > 0, "{spent:?}");
    assert!(bench.left_in_place().is_empty(), "{:?}", bench.left_in_place());
    assert!(!bench.path("result.json.partial").exists());
    assert!(bench.processes().is_empty());
}

#[test]
fn the_document_obeys_its_published_schema() {
    let bench = Bench::new();
    let output = bench.run(&[
        "clock.read",
        "--param",
        "clock=monotonic,rdtsc,get-tick-count-64",
        "--budget",
        "40s",
    ]);
    has_ended(&output);
    let document = serde_json::from_slice(&std::fs::read(bench.result()).unwrap()).unwrap();
    let schema = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/result-schema.json");
    let schema = serde_json::from_slice(&std::fs::read(schema).unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> =
        validator.iter_errors(&document).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    let foreign = bench.record().sessions[0]
        .cells
        .iter()
        .filter(|cell| matches!(cell.status, Status::Unsupported { .. }))
        .count();
    assert_eq!(foreign, 1, "the clock of another system is told, not left out");
}

#[test]
fn json_is_one_document_on_standard_output() {
    let bench = Bench::new();
    let output = bench.run(&["syscall.null", "--json", "--budget", "20s"]);
    let parsed = model::RunRecord::from_json(&output.stdout).unwrap();
    assert_eq!(parsed, bench.record());
}

#[test]
fn several_directories_are_subjects_and_placeless_benchmarks_run_once() {
    let bench = Bench::new();
    for name in ["a", "b"] {
        std::fs::create_dir(bench.path(name)).unwrap();
    }
    let places: Vec<String> =
        ["a", "b"].map(|name| format!("{name}={}", bench.path(name).display())).into();
    let output = bench.run(&[
        "syscall.null",
        "file.phases",
        "--param",
        "files=20",
        "--in",
        &places[0],
        "--in",
        &places[1],
    ]);
    has_ended(&output);
    let record = bench.record();
    let labels: Vec<&str> = record.subjects.iter().map(|one| one.label.as_str()).collect();
    assert_eq!(labels, ["local", "a", "b"]);
    assert_eq!(record.sessions[0].cells.len(), 3);
}

#[test]
fn every_sample_is_a_thousand_times_what_the_clock_costs() {
    let bench = Bench::new();
    let output = bench.run(&["thread.create", "syscall", "memory.alloc", "--budget", "30s"]);
    // On a busy machine the budget may end before the last case has all its trials.
    assert!(matches!(output.status.code(), Some(0 | 4)), "{}", printed(&output));
    for cell in &bench.record().sessions[0].cells {
        let short = cell.flags.iter().any(|flag| matches!(flag.name(), "short-batch" | "timer"));
        assert!(!short, "{:?}", cell.flags);
    }
}
