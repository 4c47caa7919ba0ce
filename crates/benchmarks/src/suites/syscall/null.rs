//! The cheapest system call that no library answers from memory.

use model::{Better, Definition, Id, Metric, Shape, System, ThresholdClass, Unit, Uses};

use crate::choice::names;
use crate::parameters::{UNIX, call, method};
use crate::{
    Benchmark, Choice, Context, Cost, Entry, Error, Pass, Planned, Profile, Result, Workload,
};

const ID: &str = "syscall.null";

pub(super) const BENCHMARK: Benchmark = Benchmark::new(ID, definition, cases, prepare);

fn definition() -> Definition {
    Definition {
        id: Id(ID.into()),
        revision: 1,
        summary: "Enter the kernel, do nothing, and return.".into(),
        timed: "A loop of getppid: by syscall(SYS_getppid), or by the C library's getppid.".into(),
        caveats: "What a call does once it is in the kernel. Filters (seccomp) and audit rules \
                  add to every call and so to this one."
            .into(),
        source: "lmbench's lat_syscall null, by definition; re-implemented.".into(),
        shape: Shape::Batches,
        uses: Uses::Nothing,
        metrics: vec![Metric {
            name: "time_ns".into(),
            summary: "Time of one call.".into(),
            amount: Unit::Nanoseconds,
            per: Unit::count("call"),
            better: Better::Less,
            class: ThresholdClass::Processor,
        }],
        parameters: vec![call(vec![
            method("getppid", "by the C library", "library", &UNIX),
            method("syscall", "by number, past the C library", "number", &[System::Linux]),
        ])],
        roles: vec!["worker".into()],
    }
}

fn cases(choice: &Choice<'_>) -> Vec<Planned> {
    let calls: &[&str] =
        if choice.wants(Profile::Standard) { &["getppid", "syscall"] } else { &["getppid"] };
    choice
        .product(&definition(), &[&names(calls)])
        .into_iter()
        .map(|case| Planned {
            case,
            rank: 10,
            pass: Pass::calibrated(),
            entry: Entry::Always,
            cost: Cost { ns: 80_000_000, ..Cost::default() },
        })
        .collect()
}

fn prepare(context: &Context) -> Result<Workload> {
    let enter = match context.name("call")? {
        "getppid" => sys::kernel::getppid,
        "syscall" => sys::kernel::getppid_raw,
        other => return Err(Error::Wrong(format!("no call {other}"))),
    };
    let parent = enter(1)?;
    Ok(Workload::batches(move |operations| {
        let sum = enter(operations)?;
        if sum == parent.wrapping_mul(operations) {
            Ok(operations)
        } else {
            Err(Error::Wrong("getppid answered differently from time to time".into()))
        }
    }))
}
