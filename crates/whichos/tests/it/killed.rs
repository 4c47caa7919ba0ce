//! Whoever is killed, and whenever: nothing is left behind, and finished trials survive.

use std::time::{Duration, Instant};

use crate::bench::Bench;

/// Moments at which something is killed, in milliseconds from the start: from the first facts to
/// the middle of the trials. Odd steps, so that they fall on all kinds of moments.
const MOMENTS: [u64; 6] = [37, 211, 509, 1_013, 1_607, 2_203];
/// How long cleaning up may take before it counts as not done.
const PATIENCE: Duration = Duration::from_mins(1);

const WORK: [&str; 4] = ["file.phases", "process.create", "program.launch", "--quick"];

fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn nothing_is_left(bench: &Bench, what: &str) {
    wait_until(&format!("{what}: processes are left: {:?}", bench.processes()), || {
        bench.processes().is_empty()
    });
    wait_until(&format!("{what}: files are left: {:?}", bench.left_in_place()), || {
        bench.left_in_place().is_empty()
    });
}

/// Processes of the run that are an agent or a trial, by the word behind the program's name.
fn of_kind(bench: &Bench, kind: &str) -> Vec<i32> {
    let is_kind = |pid: &i32| {
        std::fs::read(format!("/proc/{pid}/cmdline"))
            .is_ok_and(|line| line.split(|&byte| byte == 0).nth(1) == Some(kind.as_bytes()))
    };
    bench.processes().into_iter().filter(is_kind).collect()
}

#[test]
fn killing_the_parent_leaves_nothing_and_keeps_finished_trials() {
    for moment in MOMENTS {
        let bench = Bench::new();
        let mut run = bench.start(&WORK);
        std::thread::sleep(Duration::from_millis(moment));
        run.kill().unwrap();
        run.wait().unwrap();
        nothing_is_left(&bench, &format!("parent killed after {moment} ms"));
        let partial = bench.path("result.json.partial");
        if partial.exists() {
            let record = harness::partial::read(&partial).unwrap();
            assert!(!record.sessions[0].complete);
        }
    }
}

/// Waits until the partial file holds so many trials.
fn wait_for_trials(bench: &Bench, count: usize) {
    wait_until("trials come", || {
        let partial = std::fs::read_to_string(bench.path("result.json.partial"));
        partial.is_ok_and(|text| text.matches("{\"trial\"").count() >= count)
    });
}

#[test]
fn a_killed_agent_is_replaced_and_the_run_goes_on() {
    let bench = Bench::new();
    let mut run = bench.start(&["file.phases", "--param", "files=500", "--budget", "60s"]);
    for trials in [1, 4] {
        wait_for_trials(&bench, trials);
        of_kind(&bench, "agent").into_iter().for_each(sys::process::kill);
    }
    let status = run.wait().unwrap();
    nothing_is_left(&bench, "agent killed");
    let record = bench.record();
    assert!(status.code() == Some(0) || status.code() == Some(4), "{status}");
    assert!(record.sessions[0].trials.len() >= 4, "earlier results survive");
}

#[test]
fn a_killed_trial_is_a_failed_case_and_the_others_go_on() {
    let bench = Bench::new();
    let mut run = bench.start(&["syscall.null", "thread.create", "--budget", "60s"]);
    wait_for_trials(&bench, 1);
    wait_until("a trial was killed", || {
        let trials = of_kind(&bench, "trial");
        trials.iter().copied().for_each(sys::process::kill);
        !trials.is_empty()
    });
    let status = run.wait().unwrap();
    assert_eq!(status.code(), Some(4), "a failed case is told by the exit code");
    nothing_is_left(&bench, "trial killed");
    let cells = bench.record().sessions.remove(0).cells;
    let failed: Vec<String> = cells
        .iter()
        .filter_map(|cell| match &cell.status {
            model::Status::Failed { reason } => Some(reason.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(failed.len(), 1, "{failed:?}");
    assert!(failed[0].contains("signal: 9"), "{failed:?}");
    let measured = |cell: &&model::Cell| matches!(cell.status, model::Status::Measured { .. });
    assert_eq!(cells.iter().filter(measured).count(), cells.len() - 1);
}

#[test]
fn when_parent_and_agent_are_killed_at_once_the_next_run_cleans_up() {
    let bench = Bench::new();
    let mut run = bench.start(&WORK);
    wait_until("a scratch directory appears", || !bench.left_in_place().is_empty());
    let agents = of_kind(&bench, "agent");
    run.kill().unwrap();
    agents.into_iter().for_each(sys::process::kill);
    run.wait().unwrap();
    wait_until("processes are gone", || bench.processes().is_empty());
    let output = bench.output(&["clean"]);
    assert!(output.status.success());
    assert!(bench.left_in_place().is_empty(), "{:?}", bench.left_in_place());
}
