//! Starting a tiny program by each call, of each kind, from parents of different size.

use std::path::PathBuf;

use model::{
    Better, Case, Definition, Id, Metric, Named, Parameter, Role, Scale, Shape, System,
    ThresholdClass, Unit, Uses,
};
use sys::memory::Touched;
use sys::process;
use sys::program::{Launch, Program};

use super::children::ChildKind;
use crate::batches::{BATCH, left_well, of_children};
use crate::choice::{integers, names};
use crate::parameters::{UNIX, call, method, named, parent_memory, shape};
use crate::{
    Benchmark, Choice, Context, Cost, Entry, Error, Pass, Planned, Profile, Result, Workload,
};

const ID: &str = "program.launch";

pub(super) const BENCHMARK: Benchmark =
    Benchmark::new(ID, definition, cases, prepare).lending(lend);

/// Fresh files that a trial of `launch=first` starts, each once.
const FIRST: u64 = 20;

fn definition() -> Definition {
    Definition {
        id: Id(ID.into()),
        revision: 1,
        summary: "Start a program with an empty main and wait for its end.".into(),
        timed: "batch: 100 × (fork, execve of the child with one argument \"-\"), then 100 × \
                waitpid in the same order, under one pair of clock readings; vfork-exec and \
                posix-spawn alike. serial: each is waited for before the next is started. The \
                environment is empty. first: each file is started once in its life."
            .into(),
        caveats: "The child's own work: it has none, but its libraries are linked before main. \
                  The child is carried inside whichos and written to the directory under test, \
                  so mount options and scanners of that directory act on it."
            .into(),
        source: "osbench launch_programs (\"Benchmarking OS primitives\"); posix_spawn, vfork and \
                 the first launch: its comment thread."
            .into(),
        shape: Shape::Batches,
        uses: Uses::Directory,
        metrics: vec![Metric {
            name: "time_ns".into(),
            summary: "Time of one program, from starting to the end of waiting.".into(),
            amount: Unit::Nanoseconds,
            per: Unit::count("program"),
            better: Better::Less,
            class: ThresholdClass::System,
        }],
        parameters: vec![
            call(calls()),
            Parameter {
                name: "child".into(),
                summary: "What kind of program is started.".into(),
                role: Role::Workload,
                scale: Scale::Named(vec![
                    named("dynamic", "a C program linked with the shared C library"),
                    named("static", "a C program that needs no other file"),
                    named("script", "#!/bin/sh and exit"),
                ]),
            },
            parent_memory(),
            shape(vec![
                named("batch", "100 started, then 100 waited for"),
                named("serial", "each waited for before the next is started"),
            ]),
            Parameter {
                name: "launch".into(),
                summary: "Whether the file was ever started before.".into(),
                role: Role::Workload,
                scale: Scale::Named(vec![
                    named("warm", "started before"),
                    named("first", "a fresh file, started once"),
                ]),
            },
        ],
        roles: vec!["worker".into()],
    }
}

fn calls() -> Vec<Named> {
    vec![
        method("fork-exec", "fork, then execve", "launch", &UNIX),
        method("vfork-exec", "vfork, then execve", "launch", &UNIX),
        method("posix-spawn", "the C library's posix_spawn", "launch", &UNIX),
        method("create-process", "CreateProcessW", "launch", &[System::Windows]),
    ]
}

fn cases(choice: &Choice<'_>) -> Vec<Planned> {
    let memories: &[u64] = match choice.profile {
        Profile::Quick => &[0],
        Profile::Standard => &[0, 64 << 20],
        Profile::Full => &[0, 64 << 20, 1 << 30],
    };
    let lists = [
        names(&["fork-exec", "vfork-exec", "posix-spawn", "create-process"]),
        names(&["dynamic", "static", "script"]),
        integers(memories),
        names(&["batch", "serial"]),
        names(&["warm", "first"]),
    ];
    let lists: Vec<&[_]> = lists.iter().map(Vec::as_slice).collect();
    choice
        .product(&definition(), &lists)
        .into_iter()
        // A batch of first launches would overlap: they are started one by one.
        .filter(|case| case.name("launch") == Some("warm") || case.name("shape") == Some("serial"))
        .filter(|case| is_planned(case, choice))
        .map(planned)
        .collect()
}

/// One factor at a time from the published case, by every call; a factor that the person chose
/// does not count.
fn is_planned(case: &Case, choice: &Choice<'_>) -> bool {
    let first = case.name("launch") == Some("first");
    let changed = |parameter: &str, differs: bool| {
        usize::from(differs && !choice.overrides.contains_key(parameter))
    };
    let changes = changed("child", case.name("child") != Some("dynamic"))
        + changed("parent-memory", case.integer("parent-memory") != Some(0))
        + changed("shape", !first && case.name("shape") != Some("batch"))
        + changed("launch", first);
    let other_call = changed("call", case.name("call") != Some("fork-exec"));
    match choice.profile {
        Profile::Quick => changes + other_call <= 1,
        Profile::Standard => changes <= 1,
        Profile::Full => true,
    }
}

fn planned(case: Case) -> Planned {
    let first = case.name("launch") == Some("first");
    let serial = case.name("shape") == Some("serial");
    let memory = case.integer("parent-memory").unwrap_or(0);
    let copies = case.name("call") == Some("fork-exec");
    let published = case.name("child") == Some("dynamic") && memory == 0 && !first && !serial;
    let pass = match (first, serial) {
        (true, _) => Pass::once(FIRST, FIRST),
        (false, true) => Pass::calibrated(),
        (false, false) => Pass::fixed(BATCH as u64),
    };
    Planned {
        rank: match (published, copies) {
            (true, true) => 5,
            (true, false) => 15,
            (false, true) => 25,
            (false, false) => 35,
        },
        pass,
        entry: Entry::Always,
        cost: Cost {
            ns: 280_000_000 + if copies { memory } else { 0 },
            space_bytes: if first { FIRST << 20 } else { 1 << 20 },
            bytes_written: if first { FIRST << 20 } else { 1 << 20 },
            memory_bytes: memory + BATCH as u64 * (256 << 10),
            processes: BATCH as u64,
            inodes: FIRST + 1,
            ..Cost::default()
        },
        case,
    }
}

fn prepare(context: &Context) -> Result<Workload> {
    let how = match context.name("call")? {
        "fork-exec" => Launch::ForkExec,
        "vfork-exec" => Launch::VforkExec,
        "posix-spawn" => Launch::PosixSpawn,
        _ => return Err(sys::Error::Unsupported("only Windows has CreateProcessW").into()),
    };
    let kind = ChildKind::named(context.name("child")?)?;
    let first = context.name("launch")? == "first";
    let files = if first { context.operations * context.batches } else { 1 };
    let directory = context.directory()?;
    let mut programs = Vec::new();
    let mut paths = Vec::new();
    for number in 0..files {
        let path = directory.join(format!("child{number}"));
        kind.write(&path)?;
        programs.push(Program::new(&path, "-")?);
        paths.push(path);
    }
    let held = Touched::new(context.integer("parent-memory")? as usize)?;
    let workload = match (first, context.name("shape")?) {
        (true, _) => one_by_one(held, move |number| programs[number].launch(how)),
        (false, "serial") => one_by_one(held, move |_| programs[0].launch(how)),
        (false, _) => of_children(held, move || programs[0].launch(how)),
    };
    let notes = kind.notes();
    Ok(notes
        .into_iter()
        .fold(workload, |workload, (name, text)| workload.noting(name, text))
        .verified_by(move || remove(&paths)))
}

/// The child, for a foreign program to launch.
fn lend(context: &Context) -> Result<Vec<(String, String)>> {
    let path = context.directory()?.join("child");
    ChildKind::named(context.name("child")?)?.write(&path)?;
    Ok(vec![("WHICHOS_CHILD".to_owned(), path.display().to_string())])
}

/// Starts each program and waits for it before the next; the number rises through the trial.
fn one_by_one(
    held: Touched,
    mut launch: impl FnMut(usize) -> sys::Result<process::Child> + 'static,
) -> Workload {
    let mut number = 0;
    Workload::batches(move |operations| {
        let _ = &held;
        let before = number;
        for _ in 0..operations {
            left_well(process::wait(launch(number)?)?)?;
            number += 1;
        }
        Ok((number - before) as u64)
    })
}

fn remove(paths: &[PathBuf]) -> Result<()> {
    for path in paths {
        std::fs::remove_file(path)
            .map_err(|source| Error::Prepare { what: "removing the child".into(), source })?;
    }
    Ok(())
}
