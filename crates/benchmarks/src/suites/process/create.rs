//! Creating processes that end at once, by each call, from parents of different size.

use model::{Better, Definition, Id, Metric, Shape, System, ThresholdClass, Unit, Uses};
use sys::memory::Touched;
use sys::process::{self, CloneStack};

use crate::batches::{BATCH, of_children};
use crate::choice::{integers, names};
use crate::parameters::{UNIX, call, method, parent_memory};
use crate::{
    Benchmark, Choice, Context, Cost, Entry, Error, Pass, Planned, Profile, Result, Workload,
};

const ID: &str = "process.create";

pub(super) const BENCHMARK: Benchmark = Benchmark::new(ID, definition, cases, prepare);

fn definition() -> Definition {
    Definition {
        id: Id(ID.into()),
        revision: 1,
        summary: "Create a process that ends at once, and wait for it.".into(),
        timed: "100 × fork, the child calling exit(0) (vfork: _exit(0), the only thing it may \
                call; clone: CLONE_VM | CLONE_VFORK on a stack of its own, the child returning \
                0), then 100 × waitpid in the same order, under one pair of clock readings."
            .into(),
        caveats: "Starting a program: see program.launch. vfork and clone wait for the child to \
                  end, so their children never run side by side. Windows has no such call."
            .into(),
        source: "osbench create_processes (\"Benchmarking OS primitives\"); vfork and the \
                 parent's size: its comment thread."
            .into(),
        shape: Shape::Batches,
        uses: Uses::Nothing,
        metrics: vec![Metric {
            name: "time_ns".into(),
            summary: "Time of one process, from creation to the end of waiting.".into(),
            amount: Unit::Nanoseconds,
            per: Unit::count("process"),
            better: Better::Less,
            class: ThresholdClass::System,
        }],
        parameters: vec![
            call(vec![
                method("fork", "copies the parent's page tables", "copy", &UNIX),
                method("vfork", "borrows the parent's memory", "borrow", &UNIX),
                method("clone", "borrows it, by the kernel's own call", "borrow", &[System::Linux]),
            ]),
            parent_memory(),
        ],
        roles: vec!["worker".into()],
    }
}

fn cases(choice: &Choice<'_>) -> Vec<Planned> {
    let memories: &[u64] = match choice.profile {
        Profile::Quick => &[0, 64 << 20],
        Profile::Standard | Profile::Full => &[0, 64 << 20, 1 << 30],
    };
    choice
        .product(&definition(), &[&names(&["fork", "vfork", "clone"]), &integers(memories)])
        .into_iter()
        .map(|case| {
            let memory = case.integer("parent-memory").unwrap_or(0);
            let copies = case.name("call") == Some("fork");
            let page_tables = if copies { memory / 512 * BATCH as u64 } else { 0 };
            Planned {
                rank: match (copies, memory) {
                    (true, 0) => 2,
                    (false, 0) => 12,
                    (_, 1..=0x0400_0000) => 22,
                    _ => 32,
                },
                pass: Pass::fixed(BATCH as u64),
                entry: Entry::Always,
                cost: Cost {
                    ns: 120_000_000 + if copies { memory } else { 0 },
                    memory_bytes: memory + page_tables,
                    processes: BATCH as u64,
                    ..Cost::default()
                },
                case,
            }
        })
        .collect()
}

fn prepare(context: &Context) -> Result<Workload> {
    let held = Touched::new(context.integer("parent-memory")? as usize)?;
    Ok(match context.name("call")? {
        "fork" => of_children(held, process::fork_exit),
        "vfork" => of_children(held, process::vfork_exit),
        "clone" => {
            let mut stack = CloneStack::new();
            of_children(held, move || process::clone_exit(&mut stack))
        }
        other => return Err(Error::Wrong(format!("no call {other}"))),
    })
}
