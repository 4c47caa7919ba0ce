//! `run --sustained`: devices are written to before the first trial, and what came of it is said.

use std::time::{Duration, Instant};

use model::Conditioning;

use crate::bench::{Bench, printed};

/// Small commits.
const COMMITS: [&str; 9] = [
    "journal.commit",
    "--param",
    "technique=fdatasync",
    "--param",
    "file=append",
    "--param",
    "commits=64",
    "--sustained",
    "--max-write",
];
/// How long something may take to begin.
const PATIENCE: Duration = Duration::from_mins(1);

fn conditioning(bench: &Bench) -> Conditioning {
    let record = bench.record();
    let facts = record.sessions[0].facts.iter();
    let all: Vec<Conditioning> = facts.filter_map(|one| one.conditioning.clone()).collect();
    assert_eq!(all.len(), 1);
    assert_eq!(record.subjects[0].settings["sustained"], model::Value::name("yes"));
    all.into_iter().next().unwrap()
}

#[test]
fn a_steady_state_that_was_not_reached_is_told_and_the_run_goes_on() {
    let bench = Bench::new();
    let output = bench.run(&[&COMMITS[..], &["64MiB", "--budget", "30s"]].concat());
    let said = printed(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("a steady state was not reached after 32 MiB"), "{said}");
    assert!(said.contains("raise that with --max-write"), "{said}");
    let found = conditioning(&bench);
    assert_eq!((found.slice_bytes, found.slices_ns.len()), (16 << 20, 2));
    assert!(!found.steady && found.slices_ns.iter().all(|&ns| ns > 0), "{found:?}");
    let session = &bench.record().sessions[0];
    assert!(session.written.declared_bytes >= 32 << 20, "{:?}", session.written);
    assert!(!session.trials.is_empty(), "{said}");
    assert!(bench.left_in_place().is_empty(), "{:?}", bench.left_in_place());
}

#[test]
fn writing_that_a_person_stops_ends_cleanly() {
    let bench = Bench::new();
    let mut run = bench.start(&[&COMMITS[..], &["40GiB", "--budget", "10min"]].concat());
    let begun = || {
        let scratch = bench.left_in_place();
        scratch.iter().any(|scratch| scratch.join("pieces").exists())
    };
    let start = Instant::now();
    while !begun() {
        assert!(start.elapsed() < PATIENCE, "nothing is written");
        std::thread::sleep(Duration::from_millis(5));
    }
    let interrupted = bench.other("kill").args(["-INT", &run.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    assert_eq!(run.wait().unwrap().code(), Some(130));
    assert_eq!(conditioning(&bench).reason, "a person stopped it");
    assert!(bench.left_in_place().is_empty(), "{:?}", bench.left_in_place());
    assert!(bench.processes().is_empty());
}

#[test]
fn without_a_directory_nothing_can_be_sustained() {
    let bench = Bench::new();
    let output = bench.run(&["syscall.null", "--sustained"]);
    let said = printed(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("--sustained is about benchmarks that use a directory"), "{said}");
}
