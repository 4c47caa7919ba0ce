//! That every method of reading, writing and copying makes the calls that it claims, in their order,
//! and no others.
#![expect(clippy::print_stdout, reason = "a test that cannot run here says so")]

use crate::bench::Bench;
use crate::traced::{timed, traced};

/// A mebibyte in four buffers.
const SIZE: u64 = 1 << 20;
const BUFFER: &str = "262144";

/// Runs a trial of a method and returns its timed calls, without the process's number.
fn calls(benchmark: &str, method: &[(&str, &str)]) -> Vec<String> {
    let bench = Bench::new();
    std::fs::create_dir(bench.path("shared")).unwrap();
    let defaults = [
        ("SIZE", "1048576"),
        ("DATA", "random"),
        ("CACHE", "cold"),
        ("END", "closed"),
        ("ONTO", "new"),
        ("WORK", "none"),
        ("BUFFER", BUFFER),
        ("ADVICE", "none"),
        ("DIRECT", "none"),
        ("PREALLOCATE", "none"),
        ("DEPTH", "none"),
    ];
    let mut values: Vec<(&str, &str)> = defaults
        .into_iter()
        .filter(|(name, _)| method.iter().all(|(other, _)| other != name))
        .collect();
    values.extend(method);
    let (said, trace) = traced(&bench, benchmark, &values, SIZE, &[]);
    if said.contains("unsupported") {
        println!("skipped: {benchmark} {method:?}: {said}");
        return Vec::new();
    }
    assert!(said.contains(&format!("tally {SIZE} 0")), "{method:?}: {said}");
    let timed = timed(&trace);
    timed
        .lines()
        .map(|line| line.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start().to_owned())
        .collect()
}

/// Compares the timed calls with their claim, call by call: the name, then what stands among its
/// arguments. `*N` after a name stands for so many such calls.
fn claims(benchmark: &str, method: &[(&str, &str)], claim: &[&str]) {
    let made = calls(benchmark, method);
    if made.is_empty() {
        return;
    }
    let mut wanted = Vec::new();
    for one in claim {
        let (name, argument) = one.split_once(' ').unwrap_or((one, ""));
        let (name, times) = name.split_once('*').unwrap_or((name, "1"));
        wanted.extend(vec![(name, argument); times.parse().unwrap()]);
    }
    let all = made.join("\n");
    assert_eq!(made.len(), wanted.len(), "{benchmark} {method:?}:\n{all}");
    for (made, (name, argument)) in made.iter().zip(wanted) {
        let fits = made.starts_with(&format!("{name}(")) && made.contains(argument);
        assert!(fits, "{benchmark} {method:?}: {name} {argument} is not\n{made}\nof\n{all}");
    }
}

#[test]
fn each_way_to_read_makes_its_calls_and_no_others() {
    let read = |method: &[(&str, &str)], claim: &[&str]| claims("io.read", method, claim);
    let plain = "openat O_RDONLY|O_CLOEXEC";
    read(&[("CALL", "pread")], &[plain, "pread64*4 262144", "close"]);
    for (advice, call) in [
        ("sequential", "fadvise64 POSIX_FADV_SEQUENTIAL"),
        ("noreuse", "fadvise64 POSIX_FADV_NOREUSE"),
        ("willneed", "fadvise64 POSIX_FADV_WILLNEED"),
        ("readahead", "readahead"),
    ] {
        let method = [("CALL", "pread"), ("ADVICE", advice)];
        read(&method, &[plain, call, "pread64*4 262144", "close"]);
    }
    read(
        &[("CALL", "pread"), ("DIRECT", "source")],
        &["openat O_RDONLY|O_DIRECT|O_CLOEXEC", "pread64*4 262144", "close"],
    );
    read(
        &[("CALL", "preadv2-nowait"), ("CACHE", "warm")],
        &[plain, "preadv2*4 RWF_NOWAIT", "close"],
    );
    read(
        &[("CALL", "linux-aio"), ("DEPTH", "1")],
        &[
            plain,
            "io_submit IOCB_CMD_PREAD",
            "io_getevents res=262144",
            "io_submit IOCB_CMD_PREAD",
            "io_getevents res=262144",
            "io_submit IOCB_CMD_PREAD",
            "io_getevents res=262144",
            "io_submit IOCB_CMD_PREAD",
            "io_getevents res=262144",
            "close",
        ],
    );
    for (advice, hint) in [
        ("sequential", "madvise MADV_SEQUENTIAL"),
        ("willneed", "madvise MADV_WILLNEED"),
        ("hugepage", "madvise MADV_HUGEPAGE"),
        ("populate-read", "madvise MADV_POPULATE_READ"),
    ] {
        let method = [("CALL", "mmap"), ("BUFFER", "none"), ("ADVICE", advice)];
        read(&method, &[plain, "mmap PROT_READ, MAP_SHARED", hint, "munmap", "close"]);
    }
    read(
        &[("CALL", "mmap"), ("BUFFER", "none"), ("ADVICE", "map-populate")],
        &[plain, "mmap MAP_SHARED|MAP_POPULATE", "munmap", "close"],
    );
}

#[test]
fn queues_and_threads_read_everything_once() {
    let count = |calls: &[String], name: &str| {
        let begun = format!("{name}(");
        calls.iter().filter(|call| call.starts_with(&begun)).count()
    };
    for method in ["thread", "posix-aio"] {
        let depth = if method == "thread" { "none" } else { "2" };
        let made = calls("io.read", &[("CALL", method), ("DEPTH", depth)]);
        assert!(made.is_empty() || count(&made, "pread64") == 4, "{method}: {made:?}");
        assert_eq!(count(&made, "sched_yield"), 0, "{method} must sleep, not spin: {made:?}");
    }
    for method in ["io-uring", "io-uring-fixed"] {
        let made = calls("io.read", &[("CALL", method), ("DEPTH", "2")]);
        if made.is_empty() {
            continue;
        }
        assert_eq!(count(&made, "pread64"), 0, "{made:?}");
        let submitted: u64 = made
            .iter()
            .filter(|call| call.starts_with("io_uring_enter("))
            .filter_map(|call| call.split(", ").nth(1)?.parse::<u64>().ok())
            .sum();
        assert_eq!(submitted, 4, "{made:?}");
        let registered = count(&made, "io_uring_register");
        assert_eq!(registered, usize::from(method == "io-uring-fixed"), "{made:?}");
    }
}

#[test]
fn each_way_to_write_makes_its_calls_and_no_others() {
    let write = |method: &[(&str, &str)], claim: &[&str]| claims("io.write", method, claim);
    let plain = "openat O_WRONLY|O_CREAT|O_EXCL|O_CLOEXEC";
    let directory = ["openat O_RDONLY|O_CLOEXEC|O_DIRECTORY", "fsync", "close"];
    let pwrite = ("CALL", "pwrite");
    write(&[pwrite], &[plain, "pwrite64*4 262144", "close"]);
    write(
        &[pwrite, ("END", "flushed")],
        &[plain, "pwrite64*4", "sync_file_range SYNC_FILE_RANGE_WAIT_AFTER", "close"],
    );
    let durable = [&[plain, "pwrite64*4", "fsync", "close"][..], &directory].concat();
    write(&[pwrite, ("END", "durable")], &durable);
    write(
        &[pwrite, ("DIRECT", "destination"), ("PREALLOCATE", "fallocate")],
        &[
            "openat O_WRONLY|O_CREAT|O_EXCL|O_DIRECT|O_CLOEXEC",
            "fallocate 0, 0, 1048576",
            "pwrite64*4",
            "close",
        ],
    );
    let mapped = [
        &[
            "openat O_RDWR|O_CREAT|O_EXCL|O_CLOEXEC",
            "fallocate",
            "mmap PROT_READ|PROT_WRITE, MAP_SHARED",
            "msync MS_SYNC",
            "munmap",
            "close",
        ][..],
        &directory,
    ]
    .concat();
    let method =
        [("CALL", "mmap"), ("BUFFER", "none"), ("PREALLOCATE", "fallocate"), ("END", "durable")];
    write(&method, &mapped);
}

#[test]
fn each_way_to_copy_makes_its_calls_and_no_others() {
    let copy = |method: &[(&str, &str)], claim: &[&str]| claims("io.copy", method, claim);
    let source = "openat O_RDONLY|O_CLOEXEC";
    let target = "openat O_WRONLY|O_CREAT|O_EXCL|O_CLOEXEC";
    let (read, write) = ("pread64 262144", "pwrite64 262144");
    copy(
        &[("CALL", "read-write")],
        &[source, target, read, write, read, write, read, write, read, write, "close*2"],
    );
    for (call, claim) in [
        ("copy-file-range", "copy_file_range 1048576"),
        ("sendfile", "sendfile 1048576"),
        ("reflink", "ioctl FICLONE"),
    ] {
        copy(&[("CALL", call), ("BUFFER", "none")], &[source, target, claim, "close*2"]);
    }
    copy(
        &[("CALL", "splice")],
        &[source, target, "splice*8 SPLICE_F_MOVE|SPLICE_F_MORE", "close*2"],
    );
    copy(
        &[("CALL", "mmap"), ("BUFFER", "none")],
        &[
            source,
            "openat O_RDWR|O_CREAT|O_EXCL|O_CLOEXEC",
            "ftruncate 1048576",
            "mmap PROT_READ, MAP_SHARED",
            "mmap PROT_READ|PROT_WRITE, MAP_SHARED",
            "munmap*2",
            "close*2",
        ],
    );
}
