//! fio doing the work of a case.
//!
//! fio's defaults differ from what it is compared with: it preallocates (`fallocate=native`), does
//! not sync at the end, advises sequential access (`fadvise_hint=1`), drops the file from the cache
//! within the measured time (`invalidate=1`) and changes its buffers between writes
//! (`scramble_buffers=1`). All of that is set explicitly. Time is fio's `runtime`, in milliseconds:
//! opening, its accesses and, with `end_fsync`, the sync; its start-up, which is longer than a
//! small case, is not in it.

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::member::{Order, Prepared, Told};
use super::source;
use crate::shell;

/// The case as a job, or `None` where fio cannot do the same.
pub(super) fn prepare(order: &Order) -> Result<Prepared> {
    let Some(job) = job(order) else { return Ok(None) };
    let path = match job.file {
        Found::Source => {
            let path = source::file(&order.shared, order.number("size")?)?;
            source::bring(&path, order.value("cache"))?;
            path
        }
        Found::Nothing => order.directory.join("fio"),
        Found::Zeros => {
            let path = order.directory.join("fio");
            source::write(&path, job.bytes, false)?;
            path
        }
    };
    let mut command = shell::program("fio");
    command
        .args(["--name=trial", "--output-format=json", "--ioengine=psync"])
        .args(["--fallocate=none", "--invalidate=0", "--fadvise_hint=0", "--scramble_buffers=0"])
        .arg("--create_on_open=1")
        .args(["--lat_percentiles=1", "--percentile_list=50", "--group_reporting"])
        .args(&job.arguments)
        .arg(format!("--filename={}", path.display()))
        .arg(format!("--size={}", job.bytes));
    let operations = order.operations;
    Ok(Some(Box::new(move || {
        let report = shell::output(&mut command)?;
        // Warnings may stand before the document.
        let start = report.find('{').context("fio reports nothing")?;
        let report: Value = serde_json::from_str(&report[start..])?;
        told(&job, operations, &report["jobs"][0])
    })))
}

/// What a job finds in place of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    /// Data, in a known state of the cache.
    Source,
    Nothing,
    /// A file of its size, written.
    Zeros,
}

/// What fio is to do.
#[derive(Debug, PartialEq, Eq)]
struct Job {
    arguments: Vec<String>,
    file: Found,
    bytes: u64,
    commits: bool,
}

/// Nothing that fio lacks, or does otherwise.
const PLAIN_READ: &[(&str, &str)] =
    &[("call", "pread"), ("work", "none"), ("advice", "none"), ("depth", "none")];
const PLAIN_WRITE: &[(&str, &str)] = &[
    ("call", "pwrite"),
    ("work", "none"),
    ("advice", "none"),
    ("preallocate", "none"),
    ("end", "durable"),
    ("depth", "none"),
];

fn job(order: &Order) -> Option<Job> {
    let direct = |on: bool| format!("--direct={}", u8::from(on));
    match order.benchmark.as_str() {
        "io.read" if order.is(PLAIN_READ) => Some(Job {
            arguments: vec![
                "--rw=read".to_owned(),
                format!("--bs={}", order.number("buffer").ok()?),
                direct(order.value("direct") == "source"),
            ],
            file: Found::Source,
            bytes: order.number("size").ok()?,
            commits: false,
        }),
        "io.write" if order.is(PLAIN_WRITE) => {
            let (file, overwrite) = match order.value("onto") {
                "new" => (Found::Nothing, "--overwrite=0"),
                "existing" => (Found::Zeros, "--overwrite=1"),
                _ => return None,
            };
            let arguments = vec![
                "--rw=write".to_owned(),
                format!("--bs={}", order.number("buffer").ok()?),
                direct(!order.is(&[("direct", "none")])),
                "--end_fsync=1".to_owned(),
                overwrite.to_owned(),
            ];
            Some(Job { arguments, file, bytes: order.number("size").ok()?, commits: false })
        }
        "journal.commit" if order.is(&[("group", "off"), ("writers", "1")]) => journal(order),
        _ => None,
    }
}

fn journal(order: &Order) -> Option<Job> {
    let sync: &[&str] = match order.value("technique") {
        "fsync" => &["--fsync=1"],
        "fdatasync" => &["--fdatasync=1"],
        "o-dsync" => &["--sync=dsync"],
        "direct-dsync" => &["--sync=dsync", "--direct=1"],
        _ => return None,
    };
    let file = match order.value("file") {
        "append" => Found::Nothing,
        "zeroed" => Found::Zeros,
        _ => return None,
    };
    let transaction = order.number("transaction").ok()?;
    let mut arguments = vec!["--rw=write".to_owned(), format!("--bs={transaction}")];
    arguments.extend(sync.iter().map(|&word| word.to_owned()));
    if file == Found::Zeros {
        arguments.push("--overwrite=1".to_owned());
    }
    let bytes = transaction.checked_mul(order.operations)?;
    Some(Job { arguments, file, bytes, commits: true })
}

/// fio's figures in the benchmark's metrics.
fn told(job: &Job, operations: u64, report: &Value) -> Result<Told> {
    let part = if job.file == Found::Source { &report["read"] } else { &report["write"] };
    let number = |value: &Value, name: &str| {
        value.as_u64().with_context(|| format!("fio does not report {name}"))
    };
    let done = number(&part["io_bytes"], "io_bytes")?;
    ensure!(done == job.bytes, "fio did {done} of {} bytes", job.bytes);
    let elapsed_ns = number(&part["runtime"], "runtime")? * 1_000_000;
    ensure!(elapsed_ns > 0, "fio counts milliseconds, and this took none: enlarge the case");
    let mut lines = vec![format!("single 0 {operations} {elapsed_ns}")];
    if job.commits {
        let median = |of: &Value| number(&of["percentile"]["50.000000"], "a median");
        // A commit is a write and the sync behind it, which fio reports apart. The median of a sum
        // is not the sum of medians; where a commit is one call (o-dsync) it is exact.
        let sync = &report["sync"]["lat_ns"];
        let sync =
            if sync["N"].as_u64().is_some_and(|count| count > 0) { median(sync)? } else { 0 };
        lines.push(format!("single 1 {} 1", median(&part["lat_ns"])? + sync));
    }
    lines.push(format!("tally {operations} 0"));
    Ok(Told(lines))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const READ: &[(&str, &str)] = &[
        ("call", "pread"),
        ("size", "1048576"),
        ("buffer", "65536"),
        ("cache", "cold"),
        ("direct", "source"),
        ("depth", "none"),
    ];

    #[test]
    fn a_case_becomes_a_job_of_the_same_work() {
        let read = job(&Order::of("io.read", READ)).unwrap();
        assert_eq!(read.arguments, ["--rw=read", "--bs=65536", "--direct=1"]);
        assert_eq!((read.file, read.bytes), (Found::Source, 1 << 20));
        let values = [
            ("technique", "fdatasync"),
            ("file", "zeroed"),
            ("group", "off"),
            ("transaction", "16384"),
            ("writers", "1"),
        ];
        let mut order = Order::of("journal.commit", &values);
        order.operations = 4;
        let commits = job(&order).unwrap();
        assert_eq!(
            commits.arguments,
            ["--rw=write", "--bs=16384", "--fdatasync=1", "--overwrite=1"]
        );
        assert_eq!(commits.bytes, 4 * 16_384);
    }

    #[test]
    fn what_was_there_before_a_write_is_there_for_fio_too() {
        let write = |onto| {
            let values = [
                ("call", "pwrite"),
                ("size", "64"),
                ("buffer", "64"),
                ("end", "durable"),
                ("onto", onto),
            ];
            job(&Order::of("io.write", &values))
        };
        let existing = write("existing").unwrap();
        assert!(existing.arguments.iter().any(|word| word == "--overwrite=1"));
        assert_eq!(existing.file, Found::Zeros);
        assert_eq!(write("new").unwrap().file, Found::Nothing);
        assert_eq!(write("truncated"), None);
    }

    #[test]
    fn another_case_is_refused_and_not_replaced() {
        for (name, value) in [("call", "io-uring"), ("work", "consume"), ("depth", "8")] {
            let mut order = Order::of("io.read", READ);
            assert!(job(&order).is_some());
            order = Order::of("io.read", &[READ, &[(name, value)]].concat());
            assert!(job(&order).is_none(), "{name}={value}");
        }
        assert!(job(&Order::of("tree.copy", READ)).is_none());
    }

    #[test]
    fn figures_are_those_of_fio() {
        let commits = Job { arguments: vec![], file: Found::Zeros, bytes: 64, commits: true };
        let report = json!({
            "write": { "io_bytes": 64, "runtime": 3, "lat_ns": { "percentile": { "50.000000": 20 } } },
            "sync": { "lat_ns": { "N": 4, "percentile": { "50.000000": 70 } } },
        });
        let Told(lines) = told(&commits, 4, &report).unwrap();
        assert_eq!(lines, ["single 0 4 3000000", "single 1 90 1", "tally 4 0"]);
        let short = Job { bytes: 128, ..commits };
        assert!(told(&short, 4, &report).is_err());
    }
}
