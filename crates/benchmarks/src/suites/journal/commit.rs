//! Commits of small transactions to a journal, by every technique.

use model::{
    Better, Case, Definition, Id, Metric, Parameter, Role, Scale, Shape, Tally, ThresholdClass,
    Unit, Uses, Value,
};
use sys::clock::now_ns;
use sys::durable::Below;
use sys::usage::{Usage, of_family};

use super::segment::{prepare as prepare_segment, states, verify};
use super::technique::{Technique, named as techniques};
use super::transaction::{Body, Checker};
use super::writers::{BODIES, Crowd, Writer};
use crate::choice::{integers, names};
use crate::data::SECTOR;
use crate::parameters::named;
use crate::{
    Benchmark, Choice, Context, Cost, Entry, Findings, Pass, Planned, Profile, Recorder, Result,
    Workload,
};

const ID: &str = "journal.commit";

pub(super) const BENCHMARK: Benchmark = Benchmark::new(ID, definition, cases, prepare);

/// Bytes of a transaction, in the published definition.
const TRANSACTION: u64 = 16 << 10;
/// Commits in the published definition: 1 GiB of transactions.
const PUBLISHED: u64 = 65_536;
const STANDARD: u64 = 1_024;
const QUICK: u64 = 256;
/// Largest transaction: a batch of the largest group must not exceed what one write takes.
const LARGEST: u64 = 1 << 20;
const MOST_WRITERS: u64 = 64;
/// A flush that takes less did not reach a medium that turns or is erased in blocks.
const PLAUSIBLE_FLUSH_NS: f64 = 100_000.0;

fn definition() -> Definition {
    Definition {
        id: Id(ID.into()),
        revision: 1,
        summary: "Commit small transactions to a journal, durably or not.".into(),
        timed: "From the first commit to the end of the last. A commit is the write of one \
                transaction and whatever the technique adds; a latency is one commit. One \
                writer: in a loop, with its number put into each sector of the transaction. \
                Several: each takes the next place in the file (group off), or copies its \
                transaction into a common batch, which one of them writes and flushes for all \
                that wait (group on); those that wait sleep."
            .into(),
        caveats: "The condition `durability` says what survives a loss of power by the manual \
                  pages and by what the file system passes on: none, ordered, device-cache, \
                  medium, unknown (a server or another file system decides). Nobody pulled the \
                  plug: a device may lie. Short runs measure the cache of the device."
            .into(),
        source: "\"Fast transaction log: Windows\" and its twin for Linux (65,536 × 16 KiB); \
                 files by PostgreSQL's wal_init_zero and wal_recycle; group commit by RocksDB."
            .into(),
        shape: Shape::Once,
        uses: Uses::Directory,
        metrics: metrics(),
        parameters: parameters(),
        roles: vec!["worker".into()],
    }
}

fn metrics() -> Vec<Metric> {
    let metric = |name: &str, summary: &str, (amount, per), better| Metric {
        name: name.into(),
        summary: summary.into(),
        amount,
        per,
        better,
        class: ThresholdClass::System,
    };
    let commit = || Unit::count("commit");
    let rate = (commit(), Unit::Nanoseconds);
    let time = || (Unit::Nanoseconds, commit());
    vec![
        metric("rate_per_s", "Commits of all writers per second.", rate, Better::More),
        metric("latency_ns", "Time of one commit, as its writer sees it.", time(), Better::Less),
        metric("processor_ns", "Processor time of one commit.", time(), Better::Less),
    ]
}

fn parameters() -> Vec<Parameter> {
    let parameter = |name: &str, summary: &str, role, scale| Parameter {
        name: name.into(),
        summary: summary.into(),
        role,
        scale,
    };
    let count = |noun| Scale::Ordered(Unit::count(noun));
    let group = vec![
        named("off", "every writer flushes for itself"),
        named("on", "one write and one flush serve all that wait"),
    ];
    vec![
        parameter(
            "technique",
            "What makes a write last.",
            Role::Method,
            Scale::Named(techniques()),
        ),
        parameter(
            "file",
            "State in which the journal's file is found.",
            Role::Method,
            Scale::Named(states()),
        ),
        parameter("group", "Whether writers commit together.", Role::Method, Scale::Named(group)),
        parameter(
            "transaction",
            "Bytes of a transaction.",
            Role::Workload,
            Scale::Ordered(Unit::Bytes),
        ),
        parameter("writers", "Writers that commit at once.", Role::Workload, count("writer")),
        parameter("commits", "Commits in a trial.", Role::Workload, count("commit")),
    ]
}

/// Values of the parameters in their order: technique, file, group, transaction, writers, commits.
type Lists<'a> = (&'a [&'a str], &'a [&'a str], &'a [&'a str], &'a [u64], &'a [u64], &'a [u64]);

const DURABLE: [&str; 3] = ["fdatasync", "o-dsync", "direct-dsync"];
/// The techniques of the published comparison.
const COMPARED: [&str; 6] = ["buffered", "fsync", "fdatasync", "o-dsync", "direct", "direct-dsync"];

fn cases(choice: &Choice<'_>) -> Vec<Planned> {
    let every: Vec<String> = techniques().into_iter().map(|one| one.name).collect();
    let every: Vec<&str> = every.iter().map(String::as_str).collect();
    let files = ["append", "fallocate", "zeroed", "recycled"];
    let (off, both, usual) = (&["off"], &["off", "on"], &[TRANSACTION]);
    let quick = ["fdatasync", "o-dsync", "direct-dsync", "uring-linked"];
    let mut grids: Vec<(Profile, u16, Lists<'_>)> = vec![
        (Profile::Quick, 6, (&quick, &["zeroed"], off, usual, &[1], &[QUICK])),
        (Profile::Quick, 21, (&["fdatasync", "buffered"], &["append"], off, usual, &[1], &[QUICK])),
        (Profile::Standard, 40, (&every, &["zeroed"], off, usual, &[1], &[STANDARD])),
        (Profile::Standard, 42, (&DURABLE, &files, off, usual, &[1], &[STANDARD])),
    ];
    let (fdatasync, zeroed): (&[&str], &[&str]) = (&["fdatasync"], &["zeroed"]);
    let crowds = (fdatasync, zeroed, &both[..], &usual[..], &[1, 2, 4, 8, 16][..], &[STANDARD][..]);
    let sizes = [1 << 10, 4 << 10, 64 << 10];
    grids.push((Profile::Standard, 44, crowds));
    grids.push((Profile::Standard, 46, (&DURABLE, zeroed, off, &sizes, &[1], &[STANDARD])));
    grids.push((Profile::Full, 60, (&every, &files, off, usual, &[1], &[STANDARD])));
    grids.push((Profile::Full, 62, (&DURABLE, zeroed, both, usual, &[2, 4, 8, 16], &[STANDARD])));
    grids.push((Profile::Full, 64, (&COMPARED, &["fallocate"], off, usual, &[1], &[PUBLISHED])));
    let mut planned: Vec<Planned> = Vec::new();
    for (profile, rank, grid) in grids {
        if choice.wants(profile) {
            for case in of_grid(choice, grid) {
                if possible(&case) && planned.iter().all(|known| known.case != case) {
                    planned.push(plan(case, rank));
                }
            }
        }
    }
    planned
}

fn of_grid(choice: &Choice<'_>, lists: Lists<'_>) -> Vec<Case> {
    let (techniques, files, group, transactions, writers, commits) = lists;
    choice.product(
        &definition(),
        &[
            &names(techniques),
            &names(files),
            &names(group),
            &integers(transactions),
            &integers(writers),
            &integers(commits),
        ],
    )
}

/// A single writer forms no group, transactions are whole sectors, and all has its bounds.
fn possible(case: &Case) -> bool {
    let number = |name| case.integer(name).unwrap_or(0);
    let (transaction, writers) = (number("transaction"), number("writers"));
    (SECTOR as u64..=LARGEST).contains(&transaction)
        && transaction % SECTOR as u64 == 0
        && (1..=MOST_WRITERS).contains(&writers)
        && number("commits") >= 1
        && (writers > 1 || case.values.get("group") == Some(&Value::name("off")))
}

fn plan(case: Case, rank: u16) -> Planned {
    let number = |name| case.integer(name).unwrap_or(1);
    let (commits, writers) = (number("commits"), number("writers"));
    let bytes = commits.saturating_mul(number("transaction"));
    let prepared = matches!(case.name("file"), Some("zeroed" | "recycled"));
    Planned {
        pass: Pass::once(commits, commits.min(64)),
        cost: Cost {
            ns: commits.saturating_mul(150_000).saturating_add(30_000_000),
            space_bytes: bytes.saturating_add(4 << 20),
            bytes_written: bytes.saturating_mul(if prepared { 2 } else { 1 }),
            memory_bytes: writers.saturating_mul(8).saturating_mul(number("transaction")),
            processes: writers,
            inodes: 3,
            ..Cost::default()
        },
        rank,
        entry: Entry::Always,
        case,
    }
}

fn prepare(context: &Context) -> Result<Workload> {
    let directory = context.directory()?;
    let technique = Technique::find(context.name("technique")?)?;
    let bytes = context.integer("transaction")? as usize;
    let (count, commits, seed) = (context.integer("writers")?, context.operations, context.seed);
    technique.probe(&directory.join("probe"), Body::new(bytes, seed, 0).stamped(0))?;
    let path = directory.join("journal");
    prepare_segment(&path, context.name("file")?, commits * bytes as u64, seed)?;
    let journal = technique.open(&path)?;
    let mut writers = Vec::new();
    for number in 1..count {
        writers.push(Writer::new(technique.share(&journal)?, bytes, seed, number));
    }
    writers.insert(0, Writer::new(journal, bytes, seed, 0));
    let below = sys::durable::below(directory);
    let durability = technique.durability(&below);
    let body = work(writers, context.name("group")? == "on", bytes, commits)?;
    Ok(Workload::once(move |_, findings| {
        let before = of_family();
        let begun = now_ns();
        let writers = body()?;
        let elapsed = now_ns() - begun;
        let used = of_family().zip(before).map(|(after, before)| after.since(before));
        let mut latencies = Recorder::new();
        for writer in &writers {
            latencies.merge(writer.latencies());
        }
        tell(findings, commits, elapsed, &latencies, used);
        if durability == "medium" {
            doubt(findings, &latencies);
        }
        Ok(Tally { operations: latencies.count(), checksum: 0 })
    })
    .under("durability", durability)
    .noting("device", device(&below))
    .verified_by(move || verify(&path, commits, bytes, Checker::new(bytes, seed, count * BODIES))))
}

/// The timed part: the only writer in this thread, or several that are asleep by now.
fn work(
    mut writers: Vec<Writer>,
    group: bool,
    bytes: usize,
    commits: u64,
) -> Result<Box<dyn FnOnce() -> Result<Vec<Writer>>>> {
    if let [_] = writers[..] {
        return Ok(Box::new(move || {
            writers[0].alone(commits)?;
            Ok(writers)
        }));
    }
    let crowd = Crowd::new(writers, group, bytes, commits)?;
    Ok(Box::new(move || crowd.work()))
}

fn tell(
    findings: &mut Findings,
    commits: u64,
    elapsed_ns: u64,
    latencies: &Recorder,
    used: Option<Usage>,
) {
    findings.single(0, commits, elapsed_ns.max(1));
    findings.latencies(1, latencies);
    if let Some(used) = used {
        findings.single(2, used.user_ns + used.system_ns, commits);
    }
}

/// Commits that are said to be on the medium, and are faster than one.
fn doubt(findings: &mut Findings, latencies: &Recorder) {
    let median = latencies.histogram().quantile(0.5).unwrap_or(f64::MAX);
    if median < PLAUSIBLE_FLUSH_NS {
        findings.note(
            "flush",
            format!(
                "half of the commits took less than {:.0} µs: power-loss protection or a virtual \
                 disk; durability not proven",
                median / 1_000.0
            ),
        );
    }
}

/// What the device says of its cache.
fn device(below: &Below) -> String {
    let cache = match below.volatile_cache {
        Some(true) => "volatile cache",
        Some(false) => "no volatile cache",
        None => "unknown cache",
    };
    let through = match below.writes_through {
        Some(true) => "can write past it",
        Some(false) => "cannot write past it",
        None => "unknown whether it can write past it",
    };
    let flushes = if below.flushes { "" } else { "; syncs do not flush it" };
    format!("{cache}, {through}{flushes}")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn memory_is_not_durable_whatever_the_call_says() {
        // A file system in memory that accepts every flag, O_DIRECT too.
        let place = Path::new("/dev/shm");
        if sys::durable::below(place).file_system != "tmpfs" {
            return;
        }
        let directory = tempfile::tempdir_in(place).unwrap();
        let values = [
            ("technique", Value::name("fdatasync")),
            ("file", Value::name("zeroed")),
            ("group", Value::name("off")),
            ("transaction", Value::Integer(4096)),
            ("writers", Value::Integer(1)),
        ];
        let context = Context {
            case: Case {
                benchmark: Id(ID.into()),
                revision: 1,
                values: values.map(|(name, value)| (name.to_owned(), value)).into(),
            },
            role: "worker".into(),
            peers: std::collections::BTreeMap::new(),
            listen: None,
            directory: Some(directory.path().to_owned()),
            shared: None,
            operations: 8,
            batches: 1,
            seed: 1,
        };
        let workload = prepare(&context).unwrap();
        assert_eq!(workload.conditions["durability"], "none");
    }

    #[test]
    fn fast_commits_are_doubted_and_slow_ones_are_not() {
        for (ns, doubted) in [(45_000, true), (4_000_000, false)] {
            let (mut findings, mut latencies) = (Findings::default(), Recorder::new());
            latencies.record(ns);
            doubt(&mut findings, &latencies);
            assert_eq!(findings.notes.contains_key("flush"), doubted, "{ns}");
        }
    }

    #[test]
    fn what_cannot_be_is_no_case() {
        let overrides = |name: &str, value: u64| {
            std::collections::BTreeMap::from([(name.to_owned(), vec![Value::Integer(value)])])
        };
        let machine = crate::Machine { processors: 2, memory_bytes: 1 << 30, processes: 100 };
        for (name, value, possible) in [
            ("transaction", 512, true),
            ("transaction", 1000, false),
            ("transaction", 0, false),
            ("writers", 0, false),
            ("writers", 65, false),
            ("commits", 0, false),
        ] {
            let overrides = overrides(name, value);
            let choice = Choice { profile: Profile::Quick, machine, overrides: &overrides };
            assert_eq!(!cases(&choice).is_empty(), possible, "{name}={value}");
        }
    }
}
