//! A made-up record that has everything a report can meet: several subjects, methods and sizes,
//! failed, skipped and unsupported cells, flags, histograms, facts known and unknown.

use analysis::{Options, Source};
use model::{
    Better, Flag, Metric, Observation, Role, RunRecord, Status, StopReason, ThresholdClass, Unit,
    Value,
};

use super::Report;

mod builder;

pub(crate) use builder::{Builder, figures, named, ordered, time};

/// What a command would do with a record: summarize it, compare within it, report it.
pub(crate) fn with_report<T>(record: &RunRecord, then: impl FnOnce(&Report<'_>) -> T) -> T {
    let summary = analysis::summarize(record);
    let source = Source { name: "sample", record, summary: &summary };
    let options = Options::default();
    let findings: Vec<_> =
        [analysis::compare_subjects(source, &options), analysis::compare_methods(source, &options)]
            .into_iter()
            .flatten()
            .collect();
    then(&Report {
        title: "sample",
        sources: &[source],
        hashes: &["0f".repeat(32)],
        findings: &findings,
        advice: &[analysis::advise(source, analysis::TOLERANCE)],
        hints: &analysis::hints(source),
    })
}

/// The quick run of one machine, as `whichos run` leaves it.
pub(crate) fn one_machine() -> RunRecord {
    let mut builder = Builder::new(&["ext4"]);
    syscall(&mut builder);
    thread(&mut builder, &[1.0]);
    process(&mut builder, &[1.0]);
    phases(&mut builder);
    builder.finish()
}

/// Two file systems and an emulated kernel, with much that went wrong.
pub(crate) fn three_subjects() -> RunRecord {
    let mut builder = Builder::new(&["ext4", "xfs", "gVisor <ext4>"]);
    syscall(&mut builder);
    thread(&mut builder, &[1.0, 0.98, 3.4]);
    process(&mut builder, &[1.0, 1.01, 6.2]);
    files(&mut builder);
    reading(&mut builder);
    serving(&mut builder);
    builder.finish()
}

fn syscall(builder: &mut Builder) {
    let null = builder.benchmark(
        "syscall.null",
        "The cheapest call into the kernel.",
        vec![time("time_ns", "call", ThresholdClass::Processor)],
        Vec::new(),
    );
    builder.measured(null, 0, &[], figures(98.3, 0.004, 21));
}

pub(crate) fn thread(builder: &mut Builder, factors: &[f64]) {
    let create = builder.benchmark(
        "thread.create",
        "Create threads that end at once, and join them.",
        vec![time("time_ns", "thread", ThresholdClass::System)],
        vec![
            named("shape", Role::Workload, &["single", "batch", "stream"]),
            named("stack", Role::Method, &["default", "small"]),
        ],
    );
    for (subject, factor) in factors.iter().enumerate() {
        let subject = subject as u32;
        for (shape, center) in [("single", 21_400.0), ("batch", 11_900.0)] {
            for (stack, saved) in [("default", 1.0), ("small", 0.93)] {
                let cell = builder.measured(
                    create,
                    subject,
                    &[Value::name(shape), Value::name(stack)],
                    figures(center * factor * saved, 0.015, 21),
                );
                if shape == "batch" && stack == "small" {
                    builder.flag(cell, &Flag::Busy { ppm: 310_000 }, 7);
                }
            }
        }
        let reason = "budget: 100,000 threads take 1 min 12 s; --standard runs it";
        builder.cell(
            create,
            subject,
            &[Value::name("stream"), Value::name("default")],
            Status::Skipped { reason: reason.into() },
        );
    }
}

pub(crate) fn process(builder: &mut Builder, factors: &[f64]) {
    let create = builder.benchmark(
        "process.create",
        "Create processes that end at once, and wait for them.",
        vec![time("time_ns", "process", ThresholdClass::System)],
        vec![
            ordered("parent-memory", Role::Workload, Unit::Bytes),
            named("call", Role::Method, &["fork", "vfork", "clone"]),
        ],
    );
    for (subject, factor) in factors.iter().enumerate() {
        let subject = subject as u32;
        for (memory, extra) in [(0_u64, 0.0), (64 << 20, 480_000.0)] {
            for (call, center, grows) in
                [("fork", 69_000.0, 1.0), ("vfork", 41_000.0, 0.0), ("clone", 66_000.0, 1.0)]
            {
                let values = [Value::Integer(memory), Value::name(call)];
                if call == "clone" && subject == 2 {
                    let reason = "clone with CLONE_VM is not implemented in this kernel";
                    builder.cell(
                        create,
                        subject,
                        &values,
                        Status::Unsupported { reason: reason.into() },
                    );
                    continue;
                }
                let center = (center + grows * extra) * factor;
                let cell = builder.measured(create, subject, &values, figures(center, 0.025, 31));
                if call == "clone" && memory > 0 {
                    builder.failure(cell, "child 17 ended with signal 11");
                }
                if call == "vfork" && memory == 0 {
                    builder.flag(cell, &Flag::Steal { ppm: 42_000 }, 9);
                }
            }
        }
        for call in ["fork", "vfork", "clone"] {
            let reason = "memory: needs 1.1 GiB, 0.9 GiB are free";
            builder.cell(
                create,
                subject,
                &[Value::Integer(1 << 30), Value::name(call)],
                Status::Skipped { reason: reason.into() },
            );
        }
    }
}

fn phases(builder: &mut Builder) {
    let metrics = ["close_ns", "open_ns", "write_ns", "stat_ns", "delete_ns"]
        .map(|name| time(name, "call", ThresholdClass::System));
    let phases = builder.benchmark(
        "file.phases",
        "Create, write, close, stat and delete files, each call timed apart.",
        metrics.to_vec(),
        vec![ordered("files", Role::Workload, Unit::count("file"))],
    );
    let stop = Status::Measured { stop: StopReason::Trials };
    let cell = builder.cell(phases, 0, &[Value::Integer(10_000)], stop);
    for round in 0..21 {
        let centers = [310.0, 8_400.0, 4_100.0, 620.0, 5_300.0];
        let observations = centers
            .iter()
            .enumerate()
            .map(|(metric, center)| {
                let center = center * (1.0 + 0.02 * builder.noise.normal());
                let values = builder.histogram(center);
                Observation { metric: metric as u16, values, invalid: None }
            })
            .collect();
        builder.trial(cell, round, observations);
    }
}

fn files(builder: &mut Builder) {
    let create = builder.benchmark(
        "file.create",
        "Create, write, close and delete small files.",
        vec![time("time_ns", "file", ThresholdClass::System)],
        vec![ordered("files", Role::Workload, Unit::count("file"))],
    );
    for (subject, center) in [(0, 21_300.0), (1, 34_800.0), (2, 412_000.0)] {
        let trials = if subject == 2 { 7 } else { 21 };
        builder.measured(create, subject, &[Value::Integer(65_534)], figures(center, 0.04, trials));
    }
}

pub(crate) fn reading(builder: &mut Builder) {
    let read = builder.benchmark(
        "io.read",
        "Read a file from its start to its end.",
        vec![Metric {
            name: "bandwidth_bytes".into(),
            summary: "Bytes read each second.".into(),
            amount: Unit::Bytes,
            per: Unit::Nanoseconds,
            better: Better::More,
            class: ThresholdClass::System,
        }],
        vec![
            ordered("size", Role::Workload, Unit::Bytes),
            named("call", Role::Method, &["read", "pread", "mmap", "io-uring"]),
        ],
    );
    for (subject, factor) in subjects(builder, [1.0, 1.12, 0.21]) {
        for (step, shift) in [14_u32, 16, 18, 20, 22, 24, 26, 28].into_iter().enumerate() {
            for (call, at_first, grows) in [
                ("read", 1.1, 0.55),
                ("pread", 1.09, 0.55),
                ("mmap", 0.4, 0.95),
                ("io-uring", 0.7, 0.8),
            ] {
                let values = [Value::Integer(1 << shift), Value::name(call)];
                if call == "io-uring" && subject == 2 {
                    let reason = "io_uring_setup: function not implemented";
                    builder.cell(
                        read,
                        subject,
                        &values,
                        Status::Unsupported { reason: reason.into() },
                    );
                    continue;
                }
                let bandwidth = (at_first + grows * step as f64) * factor;
                let spread = if shift == 18 { 0.08 } else { 0.02 };
                builder.measured(read, subject, &values, figures(bandwidth, spread, 21));
            }
        }
    }
}

/// The factors of as many subjects as there are.
fn subjects(builder: &Builder, factors: [f64; 3]) -> Vec<(u32, f64)> {
    (0..).zip(factors).take(builder.subjects()).collect()
}

fn serving(builder: &mut Builder) {
    let respond = builder.benchmark(
        "net.respond",
        "Answer every connection.",
        vec![Metric {
            name: "rate_per_s".into(),
            summary: "Connections answered each second.".into(),
            amount: Unit::count("connection"),
            per: Unit::count("second"),
            better: Better::More,
            class: ThresholdClass::System,
        }],
        vec![
            ordered("connections", Role::Workload, Unit::count("connection")),
            named("architecture", Role::Method, &["process", "thread", "asynchronous"]),
        ],
    );
    for (subject, factor) in [(0_u32, 1.0), (1, 1.0), (2, 0.3)] {
        for connections in [10_u64, 100, 1_000, 10_000] {
            for (architecture, at_one, decay) in [
                ("process", 4_200.0, 0.55),
                ("thread", 21_000.0, 0.8),
                ("asynchronous", 24_000.0, 1.05),
            ] {
                let values = [Value::Integer(connections), Value::name(architecture)];
                if architecture == "process" && connections == 10_000 {
                    let reason = "limit: 10,000 processes, and RLIMIT_NPROC is 7,812; raise it with `ulimit -u`";
                    builder.cell(
                        respond,
                        subject,
                        &values,
                        Status::Skipped { reason: reason.into() },
                    );
                    continue;
                }
                let decades = (connections as f64).log10() - 1.0;
                let rate = at_one * factor * f64::powf(decay, decades * 2.0);
                builder.measured(respond, subject, &values, figures(rate, 0.03, 21));
            }
        }
    }
}

/// Any subjects, methods and sizes, for tests of layouts.
pub(crate) fn made_up(
    subjects: &[&str],
    calls: &[&str],
    sizes: &std::collections::BTreeSet<u64>,
    center: f64,
    growth: f64,
    trials: u32,
) -> RunRecord {
    let mut builder = Builder::new(subjects);
    let read = builder.benchmark(
        "io.read",
        "Read a file.",
        vec![time("time_ns", "file", ThresholdClass::System)],
        vec![ordered("size", Role::Workload, Unit::Bytes), named("call", Role::Method, calls)],
    );
    for (subject, _) in subjects.iter().enumerate() {
        for (step, size) in sizes.iter().enumerate() {
            for (place, call) in calls.iter().enumerate() {
                let center = center * growth.powi(step as i32) * (1.0 + place as f64 / 7.0);
                let values = [Value::Integer(*size), Value::name(call)];
                builder.measured(
                    read,
                    subject as u32,
                    &values,
                    figures(center.min(1e15), 0.05, trials),
                );
            }
        }
    }
    builder.finish()
}

/// 500 cases on four subjects, with so many trials each.
pub(crate) fn large(trials: u32) -> RunRecord {
    let calls: Vec<String> = (0..25).map(|call| format!("call-{call}")).collect();
    let calls: Vec<&str> = calls.iter().map(String::as_str).collect();
    let sizes = (10..30).map(|shift| 1 << shift).collect();
    made_up(&["ext4", "xfs", "btrfs", "tmpfs"], &calls, &sizes, 4_000.0, 1.4, trials)
}
