//! Reading each clock of the system, so that quarrels about timers are settled by figures.

use model::{
    Better, Definition, Id, Metric, Named, Parameter, Role, Scale, Shape, System, ThresholdClass,
    Unit, Uses, Value,
};
use sys::clock::{Clock, read_many};

use crate::choice::names;
use crate::parameters::{UNIX, method};
use crate::{
    Benchmark, Choice, Context, Cost, Entry, Error, Pass, Planned, Profile, Result, Workload,
};

const ID: &str = "clock.read";

pub(super) const BENCHMARK: Benchmark = Benchmark::new(ID, definition, cases, prepare);

/// A clock that can be chosen.
struct Choosable {
    name: &'static str,
    clock: Clock,
    summary: &'static str,
    family: &'static str,
    systems: &'static [System],
    /// The smallest profile that reads it.
    profile: Profile,
}

const fn clock(
    name: &'static str,
    clock: Clock,
    summary: &'static str,
    family: &'static str,
    systems: &'static [System],
    profile: Profile,
) -> Choosable {
    Choosable { name, clock, summary, family, systems, profile }
}

const CLOCKS: [Choosable; 16] = {
    use Profile::{Full, Quick, Standard};
    use System::{Linux, MacOs, Windows};
    [
        clock("monotonic", Clock::Monotonic, "time since boot, slewed", "monotonic", &UNIX, Quick),
        clock("realtime", Clock::Realtime, "time of day", "wall", &UNIX, Quick),
        clock(
            "boottime",
            Clock::Boottime,
            "monotonic, with sleep",
            "monotonic",
            &[Linux],
            Standard,
        ),
        clock(
            "monotonic-raw",
            Clock::MonotonicRaw,
            "monotonic, not slewed",
            "monotonic",
            &[Linux, MacOs],
            Standard,
        ),
        clock(
            "monotonic-coarse",
            Clock::MonotonicCoarse,
            "monotonic, as of the last tick",
            "coarse",
            &[Linux],
            Quick,
        ),
        clock(
            "realtime-coarse",
            Clock::RealtimeCoarse,
            "time of day, as of the last tick",
            "coarse",
            &[Linux],
            Full,
        ),
        clock("tai", Clock::Tai, "atomic time", "wall", &[Linux], Full),
        clock(
            "uptime-raw",
            Clock::UptimeRaw,
            "monotonic, not slewed",
            "monotonic",
            &[MacOs],
            Quick,
        ),
        clock("gettimeofday", Clock::Gettimeofday, "time of day in µs", "wall", &UNIX, Quick),
        clock("time", Clock::Time, "time of day in seconds", "coarse", &UNIX, Standard),
        clock("thread-cpu", Clock::ThreadCpu, "processor time of the thread", "cpu", &UNIX, Quick),
        clock(
            "process-cpu",
            Clock::ProcessCpu,
            "processor time of the process",
            "cpu",
            &UNIX,
            Standard,
        ),
        clock("rdtsc", Clock::Rdtsc, "the processor's counter", "counter", &[], Quick),
        clock(
            "rdtscp",
            Clock::Rdtscp,
            "the counter, after earlier loads",
            "counter",
            &[],
            Standard,
        ),
        clock(
            "query-performance-counter",
            Clock::QueryPerformanceCounter,
            "the performance counter",
            "monotonic",
            &[Windows],
            Quick,
        ),
        clock(
            "get-tick-count-64",
            Clock::GetTickCount64,
            "milliseconds as of the last tick",
            "coarse",
            &[Windows],
            Quick,
        ),
    ]
};

fn definition() -> Definition {
    let clocks: Vec<Named> =
        CLOCKS.iter().map(|one| method(one.name, one.summary, one.family, one.systems)).collect();
    Definition {
        id: Id(ID.into()),
        revision: 1,
        summary: "Read a clock.".into(),
        timed: "A loop of clock_gettime(clock) (or gettimeofday, time, rdtsc, rdtscp) by the C \
                library's own entry, the sum of all answers kept."
            .into(),
        caveats: "How fine the clock's steps are: see clock.resolution_ns among the facts. A \
                  coarse clock is cheap because it answers as of the last timer tick."
            .into(),
        source: "\"Benchmarking OS primitives\", its comment thread: is the timer what is slow?"
            .into(),
        shape: Shape::Batches,
        uses: Uses::Nothing,
        metrics: vec![Metric {
            name: "time_ns".into(),
            summary: "Time of one reading.".into(),
            amount: Unit::Nanoseconds,
            per: Unit::count("reading"),
            better: Better::Less,
            class: ThresholdClass::Processor,
        }],
        parameters: vec![Parameter {
            name: "clock".into(),
            summary: "The clock that is read.".into(),
            role: Role::Method,
            scale: Scale::Named(clocks),
        }],
        roles: vec!["worker".into()],
    }
}

fn cases(choice: &Choice<'_>) -> Vec<Planned> {
    let wanted: Vec<&str> =
        CLOCKS.iter().filter(|one| choice.wants(one.profile)).map(|one| one.name).collect();
    choice
        .product(&definition(), &[&names(&wanted)])
        .into_iter()
        .map(|case| {
            let headline = case.values.get("clock") == Some(&Value::name("monotonic"));
            Planned {
                case,
                rank: if headline { 10 } else { 16 },
                pass: Pass::calibrated(),
                entry: Entry::Always,
                cost: Cost { ns: 80_000_000, ..Cost::default() },
            }
        })
        .collect()
}

fn prepare(context: &Context) -> Result<Workload> {
    let name = context.name("clock")?;
    let clock = CLOCKS
        .iter()
        .find(|known| known.name == name)
        .ok_or_else(|| Error::Wrong(format!("no clock {name}")))?
        .clock;
    read_many(clock, 1)?;
    Ok(Workload::batches(move |operations| {
        std::hint::black_box(read_many(clock, operations)?);
        Ok(operations)
    }))
}
