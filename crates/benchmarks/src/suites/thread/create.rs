//! Creating threads that end at once, as published, one by one, and as a long stream.

use model::{
    Better, Definition, Id, Metric, Parameter, Role, Scale, Shape, ThresholdClass, Unit, Uses,
    Value,
};
use sys::thread::EmptyThreads;

use crate::choice::names;
use crate::parameters::{named, shape};
use crate::{
    Benchmark, Choice, Context, Cost, Entry, Error, Pass, Planned, Profile, Result, Workload,
};

const ID: &str = "thread.create";

pub(super) const BENCHMARK: Benchmark = Benchmark::new(ID, definition, cases, prepare);

/// Threads alive at once in the published definition.
const BATCH: usize = 100;
/// Threads under one pair of clock readings, as the comment thread asked for.
const STREAM: u64 = 100_000;

fn definition() -> Definition {
    Definition {
        id: Id(ID.into()),
        revision: 1,
        summary: "Create a thread with an empty body and join it.".into(),
        timed: "batch: 100 × pthread_create, then 100 × pthread_join in the same order, under one \
                pair of clock readings. single: pthread_create and pthread_join, one thread at a \
                time. stream: 1,000 such batches under one pair of clock readings."
            .into(),
        caveats: "Creating, starting, ending and joining are one figure, and in a batch they \
                  overlap on several processors. glibc keeps up to 40 MiB of used stacks, so a \
                  batch of 100 default stacks maps most of them anew."
            .into(),
        source: "osbench create_threads (\"Benchmarking OS primitives\"); stream and the doubt \
                 about timers: its comment thread."
            .into(),
        shape: Shape::Batches,
        uses: Uses::Nothing,
        metrics: vec![Metric {
            name: "time_ns".into(),
            summary: "Time of one thread, from creation to the end of joining.".into(),
            amount: Unit::Nanoseconds,
            per: Unit::count("thread"),
            better: Better::Less,
            class: ThresholdClass::System,
        }],
        parameters: vec![
            shape(vec![
                named("batch", "100 created, then 100 joined"),
                named("single", "each joined before the next is created"),
                named("stream", "100,000 under one timer, 100 at a time"),
            ]),
            Parameter {
                name: "stack".into(),
                summary: "Size of each thread's stack.".into(),
                role: Role::Method,
                scale: Scale::Named(vec![
                    named("default", "null attributes: what the system gives"),
                    named("64KiB", "set in the attributes"),
                    named("256KiB", "set in the attributes"),
                    named("2MiB", "set in the attributes"),
                ]),
            },
        ],
        roles: vec!["worker".into()],
    }
}

fn cases(choice: &Choice<'_>) -> Vec<Planned> {
    let shapes = choice.values(
        "shape",
        &names(if choice.wants(Profile::Standard) {
            &["batch", "single", "stream"]
        } else {
            &["batch", "single"]
        }),
    );
    let stacks: &[&str] = match choice.profile {
        Profile::Quick => &["default", "64KiB"],
        Profile::Standard | Profile::Full => &["default", "64KiB", "256KiB", "2MiB"],
    };
    choice
        .product(&definition(), &[&shapes, &names(stacks)])
        .into_iter()
        .filter(|case| {
            // The stack's size is swept on the published shape, and wherever a person asks.
            case.name("shape") == Some("batch")
                || case.values.get("stack") == Some(&Value::name("default"))
                || choice.overrides.contains_key("stack")
        })
        .map(|case| {
            let published = case.name("shape") == Some("batch");
            let default = case.name("stack") == Some("default");
            let (pass, ns) = match case.name("shape") {
                Some("single") => (Pass::calibrated(), 80_000_000),
                Some("stream") => (Pass::once(STREAM, 1_000), 1_500_000_000),
                _ => (Pass::fixed(BATCH as u64), 80_000_000),
            };
            Planned {
                case,
                rank: match (published, default) {
                    (true, true) => 1,
                    (false, _) => 20,
                    (true, false) => 30,
                },
                pass,
                entry: Entry::Always,
                cost: Cost {
                    ns,
                    processes: BATCH as u64,
                    memory_bytes: BATCH as u64 * 64 * 1024,
                    ..Cost::default()
                },
            }
        })
        .collect()
}

fn stack_bytes(name: &str) -> Result<Option<usize>> {
    match name {
        "default" => Ok(None),
        "64KiB" => Ok(Some(64 << 10)),
        "256KiB" => Ok(Some(256 << 10)),
        "2MiB" => Ok(Some(2 << 20)),
        other => Err(Error::Wrong(format!("no stack size {other}"))),
    }
}

fn prepare(context: &Context) -> Result<Workload> {
    let mut threads = EmptyThreads::new(BATCH, stack_bytes(context.name("stack")?)?)?;
    Ok(match context.name("shape")? {
        "single" => Workload::batches(move |operations| {
            let mut joined = 0;
            for _ in 0..operations {
                threads.create(0)?;
                threads.join(0)?;
                joined += 1;
            }
            Ok(joined)
        }),
        _ => Workload::batches(move |operations| {
            let mut joined = 0;
            for _ in 0..operations / BATCH as u64 {
                for place in 0..BATCH {
                    threads.create(place)?;
                }
                for place in 0..BATCH {
                    threads.join(place)?;
                    joined += 1;
                }
            }
            Ok(joined)
        }),
    })
}
