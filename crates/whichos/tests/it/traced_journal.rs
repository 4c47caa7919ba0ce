//! That every way to commit makes the calls that it claims and no others, and that a failed one
//! ends the trial.

use std::collections::BTreeMap;

use crate::bench::Bench;
use crate::traced::{count, counted, timed, traced};

const COMMITS: u64 = 24;

fn commit(technique: &str, others: &[(&str, &str)], options: &[&str]) -> (String, String) {
    let mut values = vec![
        ("TECHNIQUE", technique),
        ("FILE", "zeroed"),
        ("GROUP", "off"),
        ("TRANSACTION", "4096"),
        ("WRITERS", "1"),
        ("COMMITS", "24"),
    ];
    values.retain(|(name, _)| others.iter().all(|(other, _)| other != name));
    values.extend(others);
    traced(&Bench::new(), "journal.commit", &values, COMMITS, options)
}

/// What a technique's timed part consists of, and how its file is opened.
struct Claim {
    technique: &'static str,
    calls: &'static [&'static str],
    flags: &'static str,
    /// Text that each of the last named call has among its arguments.
    argument: &'static str,
}

const fn claim(
    technique: &'static str,
    calls: &'static [&'static str],
    flags: &'static str,
    argument: &'static str,
) -> Claim {
    Claim { technique, calls, flags, argument }
}

const PLAIN: &str = "O_RDWR|O_CREAT|O_CLOEXEC";
const CLAIMS: [Claim; 11] = [
    claim("buffered", &["pwrite64"], PLAIN, ""),
    claim("fsync", &["pwrite64", "fsync"], PLAIN, ""),
    claim("fdatasync", &["pwrite64", "fdatasync"], PLAIN, ""),
    claim("o-dsync", &["pwrite64"], "O_RDWR|O_CREAT|O_DSYNC|O_CLOEXEC", ""),
    claim("o-sync", &["pwrite64"], "O_RDWR|O_CREAT|O_SYNC|O_CLOEXEC", ""),
    claim("rwf-dsync", &["pwritev2"], PLAIN, "RWF_DSYNC"),
    claim("direct", &["pwrite64"], "O_RDWR|O_CREAT|O_DIRECT|O_CLOEXEC", ""),
    claim("direct-dsync", &["pwrite64"], "O_RDWR|O_CREAT|O_DSYNC|O_DIRECT|O_CLOEXEC", ""),
    claim("direct-fdatasync", &["pwrite64", "fdatasync"], "O_DIRECT|O_CLOEXEC", ""),
    claim(
        "sync-file-range",
        &["pwrite64", "sync_file_range"],
        PLAIN,
        "SYNC_FILE_RANGE_WAIT_BEFORE|SYNC_FILE_RANGE_WRITE|SYNC_FILE_RANGE_WAIT_AFTER",
    ),
    claim("uring-linked", &["io_uring_enter"], PLAIN, "2, 2, IORING_ENTER_GETEVENTS"),
];

#[test]
fn each_technique_makes_its_calls_and_no_others() {
    for claim in &CLAIMS {
        let (said, trace) = commit(claim.technique, &[], &[]);
        if said.contains("unsupported") {
            println!("skipped: {}: {said}", claim.technique);
            continue;
        }
        assert!(said.contains(&format!("tally {COMMITS} ")) && said.contains("done"), "{said}");
        let timed = timed(&trace);
        let counts = counted_all(&timed);
        let expected: BTreeMap<String, u64> =
            claim.calls.iter().map(|name| ((*name).to_owned(), COMMITS)).collect();
        assert_eq!(counts, expected, "{}: {timed}", claim.technique);
        let last = format!("{}(", claim.calls.last().unwrap());
        let claimed = timed.lines().filter(|line| line.contains(&last));
        assert!(
            claimed.clone().all(|line| line.contains(claim.argument)),
            "{}: {timed}",
            claim.technique
        );
        // The file that is written to is the last one opened before the start.
        let opened = trace
            .lines()
            .take_while(|line| !line.contains("read(0, \"go"))
            .filter(|line| line.contains("openat(") && line.contains("journal\""))
            .last()
            .unwrap();
        assert!(opened.contains(claim.flags), "{}: {opened}", claim.technique);
    }
}

#[test]
fn a_failed_write_or_sync_ends_the_trial_and_is_not_repeated() {
    for (technique, call, error, words) in [
        ("fdatasync", "fdatasync", "EIO", "fdatasync: Input/output error"),
        ("fsync", "fsync", "EIO", "fsync: Input/output error"),
        ("o-dsync", "pwrite64", "ENOSPC", "pwrite: No space left on device"),
    ] {
        // Preparing makes some of these calls as well: find the first one of the timed part.
        let (_, whole) = commit(technique, &[], &[]);
        let made = |text: &str| count(&counted_all(text), call);
        let timed_ones = made(&timed(&whole));
        let checks = u64::from(call == "fsync");
        let before = made(&whole) - timed_ones - checks;
        let inject = format!("inject={call}:error={error}:when={}", before + 3);
        let (said, trace) = commit(technique, &[], &["-e", &inject]);
        assert!(said.contains("failed") && said.contains(words), "{technique}: {said}");
        assert!(!said.contains("done"), "{technique}: {said}");
        assert_eq!(made(&trace), before + 3, "{technique}: nothing follows the failed call");
    }
}

/// Counts all calls of a trace.
fn counted_all(trace: &str) -> BTreeMap<String, u64> {
    let mut counts = counted(&format!("0 read(0, \"go\\n\"\n{trace}"));
    counts.entry("read".to_owned()).and_modify(|reads| *reads -= 1);
    counts.retain(|_, times| *times > 0);
    counts
}

#[test]
fn a_group_shares_writes_and_flushes() {
    for (group, shares) in [("off", false), ("on", true)] {
        let others = [("GROUP", group), ("WRITERS", "4")];
        let (said, trace) = commit("fdatasync", &others, &[]);
        assert!(said.contains(&format!("tally {COMMITS} ")) && said.contains("done"), "{said}");
        let counts = counted_all(&timed(&trace));
        let (writes, syncs) = (count(&counts, "pwrite64"), count(&counts, "fdatasync"));
        assert_eq!(writes, syncs, "{counts:?}");
        assert!(if shares { writes <= COMMITS } else { writes == COMMITS }, "{counts:?}");
        assert!(writes >= COMMITS / 4, "{counts:?}");
        assert!(count(&counts, "futex") > 0, "those that wait sleep: {counts:?}");
    }
}

#[test]
fn a_failed_sync_of_a_leader_ends_the_whole_group() {
    let others = [("GROUP", "on"), ("WRITERS", "4")];
    // Counted for each thread: of at least six flushes by four writers one makes two.
    let inject = "inject=fdatasync:error=EIO:when=2+";
    let (said, _) = commit("fdatasync", &others, &["-e", inject]);
    assert!(said.contains("failed") && said.contains("fdatasync"), "{said}");
    assert!(!said.contains("done"), "{said}");
}
