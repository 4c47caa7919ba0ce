//! Foreign programs in the place of trials: the way to see every kind of broken trial for real.

use model::{RunRecord, Status};

use crate::bench::{Bench, printed};

/// Runs `syscall.null` with a script beside our own trials, and returns what became of both.
fn beside(script: &str) -> (Status, Status, RunRecord) {
    let bench = Bench::new();
    let path = bench.script("foreign", script);
    let program = format!("other={}", path.display());
    let output = bench.run(&["syscall.null", "--program", &program, "--budget", "60s"]);
    let code = output.status.code();
    assert!(code == Some(0) || code == Some(4), "{}", printed(&output));
    let record = bench.record();
    let status = |label: &str| {
        let subject = record.subjects.iter().position(|one| one.label.contains(label)).unwrap();
        let cells = &record.sessions[0].cells;
        cells.iter().find(|cell| cell.subject as usize == subject).unwrap().status.clone()
    };
    let (ours, other) = (status("local"), status("other"));
    assert!(bench.left_in_place().is_empty());
    assert!(bench.processes().is_empty());
    (ours, other, record)
}

/// The foreign member fails for this reason, and ours is measured all the same.
fn fails(script: &str, reason_has: &str) {
    let (ours, other, _) = beside(script);
    assert!(matches!(ours, Status::Measured { .. }), "{ours:?}");
    let Status::Failed { reason } = other else { panic!("{reason_has}: {other:?}") };
    assert!(reason.contains(reason_has), "{reason}");
}

#[test]
fn a_program_that_keeps_to_the_protocol_is_measured_beside_ours() {
    let (ours, other, record) = beside(
        "echo ready; read go; t=$((WHICHOS_OPERATIONS * (WHICHOS_SAMPLES + WHICHOS_WARM_UP)))
         i=0; while [ $i -lt $WHICHOS_SAMPLES ]; do echo sample 0 $i 123456; i=$((i + 1)); done
         echo tally $t 0; echo done",
    );
    assert!(matches!(ours, Status::Measured { .. }), "{ours:?}");
    assert!(matches!(other, Status::Measured { .. }), "{other:?}");
    let session = &record.sessions[0];
    let rounds = |cell| session.trials.iter().filter(|trial| trial.cell == cell).count();
    assert_eq!(rounds(0), rounds(1), "both are members of one group");
}

#[test]
fn a_crash_is_a_failure_with_the_signal_and_the_last_words() {
    fails("echo ready; read go; echo oh dear >&2; kill -SEGV $$", "signal: 11");
    fails("echo ready; read go; echo oh dear >&2; exit 3", "oh dear");
    fails("exit 1", "before it was done");
}

#[test]
fn a_wrong_tally_is_a_failure_and_never_a_number() {
    fails(
        "echo ready; read go; echo sample 0 0 1000; echo tally 1 0; echo done",
        "wrong tally: 1 operations",
    );
    fails("echo ready; read go; echo sample 0 0 1000; echo done", "no tally");
}

#[test]
fn rubbish_is_quoted() {
    fails("echo ready; read go; echo the answer is 42", "the answer is 42");
    fails("echo nonsense", "nonsense");
}

#[test]
fn a_hang_ends_at_its_limit() {
    fails("echo ready; read go; sleep 1000", "took longer");
}

#[test]
fn grandchildren_are_ended_too() {
    fails("setsid sleep 1000 & echo ready; read go; exit 1", "before it was done");
}
