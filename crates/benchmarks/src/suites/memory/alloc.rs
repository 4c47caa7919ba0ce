//! A million small blocks of memory, allocated and freed, as published; by several threads too.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use model::{
    Better, Definition, Id, Metric, Parameter, Role, Scale, Shape, ThresholdClass, Unit, Uses,
    Value,
};
use sys::heap::Blocks;

use crate::choice::{integers, names};
use crate::parameters::{named, threads};
use crate::{
    Benchmark, Choice, Context, Cost, Entry, Error, Pass, Planned, Profile, Result, Workload,
};

const ID: &str = "memory.alloc";

pub(super) const BENCHMARK: Benchmark = Benchmark::new(ID, definition, cases, prepare);

/// Blocks of each thread, in the published definition.
const BLOCKS: u64 = 1_000_000;

/// Size of a block: 4 to 128 bytes in a cycle of 32.
fn size(place: usize) -> usize {
    (place % 32 + 1) * 4
}

fn definition() -> Definition {
    Definition {
        id: Id(ID.into()),
        revision: 1,
        summary: "Allocate a million small blocks and free them.".into(),
        timed: "1,000,000 × (malloc of 4, 8 … 128 bytes, one byte stored), then 1,000,000 × free \
                in the same order, under one pair of clock readings. Several threads: each does \
                this with blocks of its own (local), or frees what its neighbor allocated once \
                all have allocated (cross); the clock runs from telling the first to start to \
                the last one's answer, through channels whose memory is allocated before."
            .into(),
        caveats: "This is the C library's allocator and some 20,000 page faults more than the \
                  kernel: the facts name library and allocator. With several threads the time is \
                  per block of all threads together."
            .into(),
        source: "osbench mem_alloc (\"Benchmarking OS primitives\").".into(),
        shape: Shape::Batches,
        uses: Uses::Nothing,
        metrics: vec![Metric {
            name: "time_ns".into(),
            summary: "Time of one block, allocated, touched and freed.".into(),
            amount: Unit::Nanoseconds,
            per: Unit::count("block"),
            better: Better::Less,
            class: ThresholdClass::Processor,
        }],
        parameters: vec![
            threads(Role::Workload),
            Parameter {
                name: "pattern".into(),
                summary: "Who frees a block.".into(),
                role: Role::Workload,
                scale: Scale::Named(vec![
                    named("local", "the thread that allocated it"),
                    named("cross", "another thread"),
                ]),
            },
        ],
        roles: vec!["worker".into()],
    }
}

fn cases(choice: &Choice<'_>) -> Vec<Planned> {
    let processors = choice.machine.processors;
    let mut counts = vec![1, processors];
    if choice.wants(Profile::Full) {
        counts.extend([2, 4, 2 * processors]);
    }
    counts.sort_unstable();
    counts.dedup();
    choice
        .product(&definition(), &[&integers(&counts), &names(&["local", "cross"])])
        .into_iter()
        .filter(|case| {
            let alone = case.integer("threads") == Some(1);
            !(alone && case.values.get("pattern") == Some(&Value::name("cross")))
        })
        .map(|case| {
            let threads = case.integer("threads").unwrap_or(1).max(1);
            Planned {
                case,
                rank: if threads == 1 { 3 } else { 33 },
                pass: Pass::fixed(BLOCKS.saturating_mul(threads)),
                entry: Entry::Always,
                cost: Cost {
                    ns: 300_000_000,
                    memory_bytes: threads.saturating_mul(96 << 20),
                    processes: threads,
                    ..Cost::default()
                },
            }
        })
        .collect()
}

fn prepare(context: &Context) -> Result<Workload> {
    let threads = context.integer("threads")?;
    if threads == 1 {
        // No second thread exists: a C library may then skip its locks, as it does in the
        // published program.
        let mut blocks = Blocks::new(BLOCKS as usize);
        return Ok(Workload::batches(move |operations| {
            blocks.allocate(operations as usize, size)?;
            counted(blocks.free() as u64, operations)
        }));
    }
    let crossing = context.name("pattern")? == "cross";
    let mut crew = Crew::new(threads as usize);
    Ok(Workload::batches(move |operations| {
        let each = (operations / threads) as usize;
        let freed = if crossing {
            crew.order(Step::Allocate(each))?;
            crew.pass_on();
            crew.order(Step::Free)?
        } else {
            crew.order(Step::Both(each))?
        };
        counted(freed, operations)
    }))
}

fn counted(freed: u64, operations: u64) -> Result<u64> {
    if freed == operations {
        Ok(freed)
    } else {
        Err(Error::Wrong(format!("{freed} blocks were freed, not {operations}")))
    }
}

/// What every thread is told to do with its blocks.
#[derive(Clone, Copy)]
enum Step {
    Allocate(usize),
    Free,
    Both(usize),
}

/// Threads that wait for orders; they live through the whole trial, so that creating them is not
/// in the figure. Orders carry the blocks along, so passing them on to a neighbor costs nothing.
struct Crew {
    orders: Vec<SyncSender<(Step, Blocks)>>,
    answers: Receiver<(usize, Blocks, Result<u64>)>,
    blocks: Vec<Option<Blocks>>,
}

impl Crew {
    fn new(threads: usize) -> Self {
        let (answer, answers) = sync_channel(threads);
        let orders = (0..threads)
            .map(|index| {
                let (order, work) = sync_channel::<(Step, Blocks)>(1);
                let answer = answer.clone();
                std::thread::spawn(move || {
                    for (step, mut blocks) in work {
                        let done = match step {
                            Step::Allocate(count) => blocks
                                .allocate(count, size)
                                .map(|()| count as u64)
                                .map_err(Error::from),
                            Step::Free => Ok(blocks.free() as u64),
                            Step::Both(count) => blocks
                                .allocate(count, size)
                                .map(|()| blocks.free() as u64)
                                .map_err(Error::from),
                        };
                        if answer.send((index, blocks, done)).is_err() {
                            return;
                        }
                    }
                });
                order
            })
            .collect();
        let blocks = (0..threads).map(|_| Some(Blocks::new(BLOCKS as usize))).collect();
        Self { orders, answers, blocks }
    }

    /// Has every thread do a step, waits for all, and returns the sum of their counts.
    fn order(&mut self, step: Step) -> Result<u64> {
        let gone = |_| Error::Wrong("a worker thread ended early".into());
        for (order, blocks) in self.orders.iter().zip(&mut self.blocks) {
            let blocks = blocks.take().ok_or_else(|| Error::Wrong("blocks are away".into()))?;
            order.send((step, blocks)).map_err(|_| Error::Wrong("a worker ended early".into()))?;
        }
        let mut sum = 0;
        for _ in 0..self.orders.len() {
            let (index, blocks, done) = self.answers.recv().map_err(gone)?;
            self.blocks[index] = Some(blocks);
            sum += done?;
        }
        Ok(sum)
    }

    /// Gives each thread's blocks to the next.
    fn pass_on(&mut self) {
        self.blocks.rotate_right(1);
    }
}
