//! That each method makes the calls that it claims, seen by `strace`.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};

use crate::bench::Bench;

/// Runs one trial under `strace -f -c`-like counting and returns how often each call was made
/// between `go` and the end.
fn calls(
    bench: &Bench,
    benchmark: &str,
    values: &[(&str, &str)],
    operations: u64,
) -> BTreeMap<String, u64> {
    let (said, trace) = traced(bench, benchmark, values, operations, &[]);
    assert!(said.contains("done"), "{said}");
    counted(&trace)
}

/// Runs one trial under `strace -f` with further options; returns what it said and its trace.
pub(crate) fn traced(
    bench: &Bench,
    benchmark: &str,
    values: &[(&str, &str)],
    operations: u64,
    options: &[&str],
) -> (String, String) {
    let log = bench.path("trace");
    let mut command = Command::new("strace");
    command
        .args(["-f", "-qq", "-o"])
        .arg(&log)
        .args(options)
        .args([env!("CARGO_BIN_EXE_whichos"), "trial"])
        .env_clear()
        .env("WHICHOS_BENCHMARK", benchmark)
        .env("WHICHOS_MODE", "measure")
        .env("WHICHOS_OPERATIONS", operations.to_string())
        .env("WHICHOS_SAMPLES", "1")
        .env("WHICHOS_WARM_UP", "0")
        .env("WHICHOS_SEED", "1")
        .env("WHICHOS_HEAP_SHIFT", "0")
        .env("WHICHOS_DIRECTORY", bench.place())
        .env("WHICHOS_SHARED", bench.path("shared"))
        .env("PATH", std::env::var_os("PATH").unwrap_or_default());
    for (name, value) in values {
        command.env(format!("WHICHOS_PARAM_{name}"), value);
    }
    // The tracer is the trial's parent, and its number is known only once it runs: the shell
    // tells it by replacing itself.
    let shell = format!(
        "WHICHOS_PARENT=$$ exec {} {}",
        command.get_program().display(),
        command.get_args().map(|one| format!("'{}'", one.display())).collect::<Vec<_>>().join(" ")
    );
    let mut traced = Command::new("/bin/sh");
    traced.args(["-c", &shell]).env_clear();
    for (name, value) in command.get_envs() {
        traced.env(name, value.unwrap_or_default());
    }
    let mut child = traced.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"go\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    (said, std::fs::read_to_string(&log).unwrap())
}

/// The timed part of a trace: after `go`, behind the second pair of readings of the processor
/// time (of the trial and of the benchmark itself) until the next one.
pub(crate) fn timed(trace: &str) -> String {
    let mut readings = 0;
    let lines: Vec<&str> = trace
        .lines()
        // Other threads may stand between the call's beginning and its end.
        .skip_while(|line| !line.contains("\"go\\n\""))
        .skip_while(|line| {
            readings += u64::from(line.contains("getrusage("));
            readings < 4
        })
        .skip(1)
        .take_while(|line| !line.contains("getrusage("))
        .collect();
    lines.join("\n")
}

/// Calls behind the reading of `go`, up to the writing of results.
pub(crate) fn counted(trace: &str) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    let timed =
        trace.lines().skip_while(|line| !line.contains("read(0, \"go\\n\"")).take_while(|line| {
            !["sample", "bucket", "single"]
                .iter()
                .any(|word| line.contains(&format!("write(1, \"{word}")))
        });
    for line in timed {
        let call = line.split_once(' ').map_or("", |(_, rest)| rest.trim_start());
        // A call that a signal interrupted is made again by the kernel: it is one call.
        let again = u64::from(line.contains("ERESTART"));
        if let Some(name) = call.strip_prefix("<... ").and_then(|rest| rest.split(' ').next()) {
            let counted: &mut u64 = counts.entry(name.to_owned()).or_insert(0);
            *counted = counted.saturating_sub(again);
        } else if let Some((name, _)) = call.split_once('(') {
            *counts.entry(name.to_owned()).or_insert(0) += 1 - again;
        }
    }
    counts
}

pub(crate) fn count(counts: &BTreeMap<String, u64>, call: &str) -> u64 {
    counts.get(call).copied().unwrap_or(0)
}

#[test]
fn threads_are_created_by_one_call_each() {
    let counts =
        calls(&Bench::new(), "thread.create", &[("SHAPE", "batch"), ("STACK", "default")], 100);
    assert_eq!(count(&counts, "clone3") + count(&counts, "clone"), 100, "{counts:?}");
    assert_eq!(count(&counts, "sigaltstack"), 0, "that would be the standard library's thread");
}

#[test]
fn processes_are_created_by_the_call_that_is_named() {
    for (call, traced) in [("fork", "clone"), ("vfork", "vfork"), ("clone", "clone")] {
        let values = [("CALL", call), ("PARENT_MEMORY", "0")];
        let counts = calls(&Bench::new(), "process.create", &values, 100);
        assert_eq!(count(&counts, traced), 100, "{call}: {counts:?}");
        assert_eq!(count(&counts, "execve"), 0, "{call}: {counts:?}");
        assert!(count(&counts, "wait4") >= 100, "{call}: {counts:?}");
    }
}

#[test]
fn programs_are_launched_by_the_call_that_is_named() {
    for (call, traced, actions) in
        [("fork-exec", "clone", 0), ("vfork-exec", "vfork", 0), ("posix-spawn", "clone3", 1)]
    {
        let values = [
            ("CALL", call),
            ("CHILD", "static"),
            ("PARENT_MEMORY", "0"),
            ("SHAPE", "batch"),
            ("LAUNCH", "warm"),
        ];
        let counts = calls(&Bench::new(), "program.launch", &values, 100);
        let made = count(&counts, traced) + if actions == 1 { count(&counts, "clone") } else { 0 };
        assert_eq!(made, 100, "{call}: {counts:?}");
        assert_eq!(count(&counts, "execve"), 100, "{call}: {counts:?}");
        let actions_seen = count(&counts, "rt_sigaction");
        assert_eq!(actions_seen > 0, actions == 1, "{call}: {counts:?}");
    }
}

#[test]
fn files_live_by_the_calls_that_are_named_and_are_not_synced() {
    let bench = Bench::new();
    let counts = calls(&bench, "file.phases", &[("FILES", "50")], 50);
    for call in ["openat", "write", "close", "unlink"] {
        assert!(count(&counts, call) >= 50 && count(&counts, call) < 60, "{call}: {counts:?}");
    }
    let looked = count(&counts, "newfstatat") + count(&counts, "stat");
    // One more looks whether the directory is empty.
    assert!((50..=51).contains(&looked), "{counts:?}");
    let counts = calls(&Bench::new(), "file.create", &[], 50);
    for call in ["openat", "write", "close", "unlink"] {
        assert!(count(&counts, call) >= 50 && count(&counts, call) < 60, "{call}: {counts:?}");
    }
    for call in ["fsync", "fdatasync", "sync", "syncfs"] {
        assert_eq!(count(&counts, call), 0, "{call}: {counts:?}");
    }
}

#[test]
fn files_of_a_tree_make_their_round_trip_by_the_calls_that_are_named() {
    for (end, synced) in [("closed", 0), ("durable", 50)] {
        let values = [("SIZE", "4096"), ("FILES", "50"), ("END", end), ("ORDER", "together")];
        let counts = calls(&Bench::new(), "tree.roundtrip", &values, 50);
        // Durable: the directory is synced too, after opening it.
        let more = u64::from(synced > 0);
        assert_eq!(count(&counts, "fsync"), synced + more, "{end}: {counts:?}");
        assert_eq!(count(&counts, "openat"), 100 + more, "{end}: {counts:?}");
        assert_eq!(count(&counts, "close"), 100 + more, "{end}: {counts:?}");
        assert_eq!(count(&counts, "write"), 50, "{end}: {counts:?}");
        for call in ["unlink", "fdatasync", "sync", "syncfs"] {
            assert_eq!(count(&counts, call), 0, "{call}: {counts:?}");
        }
    }
}

#[test]
fn trees_are_copied_by_the_call_that_is_named() {
    for (call, traced, each) in [
        ("read-write", "pwrite64", true),
        ("mmap-write", "mmap", false),
        ("copy-file-range", "copy_file_range", true),
        ("sendfile", "sendfile", true),
        ("splice", "splice", false),
    ] {
        let values = [("CALL", call), ("TREE", "small"), ("CACHE", "warm"), ("END", "closed")];
        let bench = Bench::new();
        std::fs::create_dir(bench.path("shared")).unwrap();
        let (said, trace) = self::traced(&bench, "tree.copy", &values, 50, &[]);
        if said.contains("unsupported") {
            println!("skipped: {call}: {said}");
            continue;
        }
        assert!(said.contains("condition mechanism") && said.contains("done"), "{call}: {said}");
        let counts = counted(&trace);
        assert!(count(&counts, traced) >= 50, "{call}: {counts:?}");
        assert!(!each || count(&counts, traced) == 50, "{call}: {counts:?}");
        assert_eq!(count(&counts, "mkdir"), 31, "{call}: {counts:?}");
        // The look whether blocks are shared, and the check that reads all copies.
        assert!((150..=151).contains(&count(&counts, "openat")), "{call}: {counts:?}");
        let written = count(&counts, "pwrite64");
        let in_kernel = !matches!(call, "read-write" | "mmap-write");
        assert_eq!(written, if in_kernel { 0 } else { 50 }, "{call}: {counts:?}");
        for call in ["fsync", "fdatasync", "sync", "syncfs", "unlink"] {
            assert_eq!(count(&counts, call), 0, "{call}: {counts:?}");
        }
    }
}
