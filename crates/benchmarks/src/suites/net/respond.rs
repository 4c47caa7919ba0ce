//! A server that answers every connection, by architecture, under a rising number of clients.

use std::collections::BTreeSet;

use model::{Case, Definition, Id, Shape, Uses, Value};

use super::architectures::{ALL, Architecture, Loops, find};
use super::{load, metrics, parameters, server};
use crate::choice::{integers, names};
use crate::{
    Benchmark, Choice, Context, Cost, Entry, Error, Grid, Leaves, Pass, Planned, Profile, Result,
    Workload,
};

const ID: &str = "net.respond";

pub(super) const BENCHMARK: Benchmark = Benchmark {
    id: ID,
    definition,
    cases,
    prepare,
    lend: None,
    leaves: Leaves::Nothing,
    grid: Grid::Whole,
};

/// Connections that may wait to be accepted, where the person asks for nothing else: what Linux
/// allows at most without being told otherwise (`somaxconn`).
const BACKLOG: u64 = 4096;
/// How long an answer is held back.
const HOLD_MS: u64 = 20;
/// Clients that begin in a second under the open loop.
const RATE: u64 = 1_000;
/// Workers of a pool of processes, and of one of threads.
const PROCESSES: u64 = 16;
const THREADS: u64 = 32;

fn definition() -> Definition {
    Definition {
        id: Id(ID.into()),
        revision: 1,
        summary: "Answer every connection with one line and close it.".into(),
        timed: "A window of time, the first fifth of which is not counted; an operation is a \
                millisecond of it. The load, a process of its own, connects from 127.0.0.2 and up \
                to the server on 127.0.0.1 without waiting, reads up to the end and checks every \
                answer, 450 too busy. closed: so many clients, each followed by the next; open: \
                clients begin by a plan, and latency counts from the plan. The server is forked \
                from its control, which counts the processor time of all its processes from go to \
                their end."
            .into(),
        caveats: "Loopback has no network card, and client and server share the processors: where \
                  the load is the bottleneck the row says so, and the server's processor time per \
                  connection ranks. Without a hold most clients wait in the accept queue and not \
                  in the server: see the peak. A closed loop does not see pauses. exec starts a \
                  small C program, whose libraries are linked before main."
            .into(),
        source: "\"Which OS is fastest for high-performance network applications\", \
                 application-architecture test; hold, stay, the open loop and the server's \
                 processor time are additions."
            .into(),
        shape: Shape::Window,
        uses: Uses::Network,
        metrics: metrics::all(),
        parameters: parameters::all(),
        roles: vec!["server".into(), "load".into()],
    }
}

fn cases(choice: &Choice<'_>) -> Vec<Planned> {
    let all: Vec<&str> = ALL.iter().map(|one| one.name).collect();
    let connections: &[u64] = match choice.profile {
        Profile::Quick => &[100],
        Profile::Standard => &[1, 10, 100, 1_000],
        Profile::Full => &[1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000],
    };
    let loops = [1, PROCESSES, THREADS, choice.machine.processors.max(1)];
    let lists = [
        names(&all),
        integers(&loops),
        integers(connections),
        names(&["greet", "hold", "request", "stay"]),
        integers(&[HOLD_MS]),
        names(&["closed", "open"]),
        integers(&[RATE]),
        integers(&[BACKLOG]),
        vec![Value::none()],
    ];
    let lists: Vec<&[_]> = lists.iter().map(Vec::as_slice).collect();
    let mut seen = BTreeSet::new();
    choice
        .product(&definition(), &lists)
        .into_iter()
        .filter_map(|case| {
            let architecture = find(case.name("architecture")?)?;
            let fits = loops_fit(&case, architecture, choice);
            let case = without_what_does_not_apply(case, architecture);
            let wanted = fits && is_planned(&case, architecture, choice);
            (wanted && seen.insert(case.clone())).then(|| planned(case, architecture))
        })
        .collect()
}

/// Whether an architecture has so many loops: what the person chose, or one and one for each core
/// for events, the pool's own size for a pool.
fn loops_fit(case: &Case, architecture: &Architecture, choice: &Choice<'_>) -> bool {
    let loops = case.integer("loops").unwrap_or(0);
    match architecture.loops {
        Loops::None => true,
        _ if choice.overrides.contains_key("loops") => true,
        Loops::Workers if architecture.name == "thread-pool" => loops == THREADS,
        Loops::Workers => loops == PROCESSES,
        Loops::Events => loops == 1 || loops == choice.machine.processors,
    }
}

/// What means nothing to a case has no value in it.
fn without_what_does_not_apply(mut case: Case, architecture: &Architecture) -> Case {
    let idle = [
        ("loops", architecture.loops == Loops::None),
        ("hold", case.name("dialog") != Some("hold")),
        ("rate", case.name("load") != Some("open")),
    ];
    for (parameter, _) in idle.iter().filter(|(_, idle)| *idle) {
        case.values.insert((*parameter).to_owned(), Value::none());
    }
    case
}

/// The architectures that the article compares.
const PUBLISHED: [&str; 4] = ["exec-fork", "fork", "thread", "epoll"];
/// Those of them that the quick profile also has hold back their answers.
const HELD: [&str; 2] = ["thread", "epoll"];

/// Which cases a profile has; a parameter that the person chose is no reason to leave one out.
fn is_planned(case: &Case, architecture: &Architecture, choice: &Choice<'_>) -> bool {
    let chose = |parameter: &str| choice.overrides.contains_key(parameter);
    let is = |parameter: &str, usual: bool| usual || chose(parameter);
    let one_loop =
        architecture.loops != Loops::Events || is("loops", case.integer("loops") == Some(1));
    let connections = case.integer("connections").unwrap_or(0);
    let (dialog, open) = (case.name("dialog"), case.name("load") == Some("open"));
    let (full, standard) = (choice.wants(Profile::Full), choice.wants(Profile::Standard));
    if architecture.serve.is_none() {
        // What is nowhere supported yet is told once.
        let once = dialog == Some("greet") && !open && one_loop;
        return standard && once && is("connections", connections == 100);
    }
    if open {
        let plan = standard && connections == 1_000;
        return is("load", plan) && is("dialog", dialog == Some("greet")) && (full || one_loop);
    }
    let named = |list: &[&str]| is("architecture", list.contains(&architecture.name));
    match dialog {
        Some("greet") if standard => one_loop || is("connections", connections >= 100),
        Some("greet") => named(&PUBLISHED) && one_loop,
        Some("hold") if full => true,
        Some("hold") if standard => {
            let least =
                if architecture.side_by_side { connections >= 100 } else { connections == 100 };
            is("connections", least) && one_loop
        }
        Some("hold") => is("dialog", named(&HELD)) && one_loop,
        Some("stay") if !architecture.side_by_side => chose("architecture") && chose("dialog"),
        Some("stay") => is("dialog", full || standard && connections >= 100) && (full || one_loop),
        _ => is("dialog", full || standard && connections == 100) && (full || one_loop),
    }
}

/// How long a trial's window is, in milliseconds: long enough for every client to have its turn.
fn window_ms(case: &Case) -> u64 {
    let connections = case.integer("connections").unwrap_or(0);
    let many = match connections {
        0..=200 => 150,
        201..=1_000 => 300,
        more => 300 + more / 10,
    };
    match (case.name("dialog"), case.name("load")) {
        // Nothing happens meanwhile but the look at the server's memory.
        (Some("stay"), _) => 200 + connections / 2,
        (_, Some("open")) => 500,
        _ => many.max(case.integer("hold").unwrap_or(0) * 8),
    }
}

fn planned(case: Case, architecture: &Architecture) -> Planned {
    let connections = case.integer("connections").unwrap_or(0);
    let window_ms = window_ms(&case);
    let greet = case.name("dialog") == Some("greet") && case.name("load") == Some("closed");
    let published = PUBLISHED.contains(&architecture.name);
    let each = match architecture.loops {
        Loops::None if architecture.side_by_side => connections,
        _ => case.integer("loops").unwrap_or(1),
    };
    Planned {
        rank: match (greet, published, connections) {
            (true, true, 100) => 6,
            (_, true, 100) => 16,
            (true, _, 100 | 1_000) => 36,
            (true, ..) => 46,
            _ => 56,
        },
        pass: Pass::once(window_ms, window_ms),
        entry: Entry::Always,
        cost: Cost {
            ns: (window_ms + 50 + connections / 10) * 1_000_000,
            memory_bytes: each * (256 << 10) + connections * (16 << 10),
            processes: each + 8,
            ..Cost::default()
        },
        case,
    }
}

fn prepare(context: &Context) -> Result<Workload> {
    match context.role.as_str() {
        "server" => server::prepare(context),
        "load" => load::prepare(context),
        other => Err(Error::Wrong(format!("no role {other}"))),
    }
}

#[cfg(test)]
mod tests;
