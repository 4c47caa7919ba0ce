//! Bad input is refused before anything is touched, with what to do about it.

use crate::bench::{Bench, has_ended, printed};

/// Runs, expects a refusal with these words, and looks that nothing was touched.
fn refused(arguments: &[&str], status: i32, words: &[&str]) {
    let bench = Bench::new();
    let output = bench.run(arguments);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {}", printed(&output));
    let said = String::from_utf8_lossy(&output.stderr);
    for word in words {
        assert!(said.contains(word), "{arguments:?}: no {word:?} in {said}");
    }
    assert!(output.stdout.is_empty(), "{}", printed(&output));
    assert!(!bench.result().exists() && !bench.path("result.json.partial").exists());
    assert!(bench.left_in_place().is_empty());
}

#[test]
fn unknown_names_are_answered_with_the_nearest() {
    refused(&["proces.create"], 2, &["proces.create", "process.create"]);
    refused(&["thraed"], 2, &["thread"]);
    refused(&["xyzzy"], 2, &["whichos list"]);
    refused(&["--param", "stak=default"], 2, &["stack"]);
    refused(&["--param", "call=frok"], 2, &["frok", "fork"]);
    refused(&["--param", "files=many"], 2, &["takes a number", "many"]);
    refused(&["program", "--param", "call=create-process", "--param", "child=x"], 2, &["child"]);
    refused(&["--on", "mars"], 1, &["mars", "local"]);
    refused(&["--budget", "soon"], 2, &["soon", "no time"]);
    refused(&["--quick", "--full"], 2, &["cannot be used"]);
}

#[test]
fn directories_that_cannot_be_used_are_refused() {
    refused(
        &["file", "--in", "/nonexistent/place"],
        1,
        &["/nonexistent/place", "no such directory"],
    );
    refused(&["file", "--in", "/proc"], 1, &["/proc", "--in DIR"]);
    refused(&["file", "--in", env!("CARGO_BIN_EXE_whichos")], 1, &["no directory"]);
}

#[test]
fn what_does_not_fit_is_refused_with_the_numbers() {
    refused(&["file.phases", "--param", "files=4000000000"], 1, &["file.phases", "needs", "free"]);
}

#[test]
fn memory_that_there_is_not_is_a_skipped_case_with_the_numbers() {
    let bench = Bench::new();
    let output = bench.run(&[
        "process.create",
        "--param",
        "call=vfork",
        "--param",
        "parent-memory=0,4096GiB",
    ]);
    has_ended(&output);
    let said = String::from_utf8_lossy(&output.stdout).replace("\n    ", " ");
    assert!(said.contains("memory") && said.contains("MiB free"), "{said}");
}

#[test]
fn show_and_list_and_completions_and_man_print() {
    let bench = Bench::new();
    for (arguments, word) in [
        (&["list"][..], "memory.alloc"),
        (&["show", "process.create"], "What is timed"),
        (&["completions", "bash"], "complete"),
        (&["man"], ".TH"),
        (&["--help"], "Measure"),
        (&["--version"], "whichos"),
    ] {
        let output = bench.output(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stdout).contains(word), "{arguments:?}");
    }
    let output = bench.output(&["show", "process.creat"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("process.create"));
}
