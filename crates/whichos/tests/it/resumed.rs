//! Stopped runs keep what they have, and go on where they were.

use std::time::Duration;

use crate::bench::{Bench, has_ended, printed};

fn interrupt(pid: u32) {
    let status =
        std::process::Command::new("kill").args(["-INT", &pid.to_string()]).status().unwrap();
    assert!(status.success());
}

/// Waits until so many trials are in the partial file.
fn wait_for_trials(bench: &Bench, count: usize) {
    for _ in 0..3_000 {
        let text = std::fs::read_to_string(bench.path("result.json.partial")).unwrap_or_default();
        if text.matches("{\"trial\"").count() >= count {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("no {count} trials came");
}

#[test]
fn an_interrupted_run_is_kept_and_goes_on_in_the_same_session() {
    let bench = Bench::new();
    let run =
        bench.start(&["thread.create", "file.phases", "--param", "files=100", "--budget", "40s"]);
    wait_for_trials(&bench, 5);
    interrupt(run.id());
    let output = run.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", printed(&output));
    assert!(bench.left_in_place().is_empty());
    assert!(bench.processes().is_empty());
    let before = bench.record();
    let kept = before.sessions[0].trials.len();
    assert!(!before.sessions[0].complete && kept >= 5);

    let result = bench.result().display().to_string();
    let output = bench.output(&["run", "--resume", &result]);
    has_ended(&output);
    let after = bench.record();
    assert_eq!(after.sessions.len(), 1, "same boot, same build: same session");
    let session = &after.sessions[0];
    assert!(session.complete);
    assert_eq!(session.trials[..kept], before.sessions[0].trials[..], "nothing is measured twice");
    assert!(session.trials.len() > kept);
    assert_eq!(session.id, before.sessions[0].id);
}

#[test]
fn a_killed_run_goes_on_from_its_partial_file() {
    let bench = Bench::new();
    let mut run = bench.start(&["syscall.null", "thread.create"]);
    wait_for_trials(&bench, 3);
    run.kill().unwrap();
    run.wait().unwrap();
    let partial = bench.path("result.json.partial").display().to_string();
    let output = bench.output(&["run", "--resume", &partial]);
    has_ended(&output);
    assert!(bench.record().sessions[0].complete);
    assert!(!bench.path("result.json.partial").exists());
    let again = bench.output(&["run", "--resume", &bench.result().display().to_string()]);
    assert_eq!(again.status.code(), Some(1), "a complete run cannot be resumed");
}

#[test]
fn asking_twice_ends_at_once_and_cleans_up() {
    let bench = Bench::new();
    let run = bench.start(&["file.phases", "--param", "files=2000"]);
    wait_for_trials(&bench, 1);
    interrupt(run.id());
    interrupt(run.id());
    let output = run.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", printed(&output));
    assert!(bench.left_in_place().is_empty(), "{:?}", bench.left_in_place());
    assert!(bench.processes().is_empty());
}
