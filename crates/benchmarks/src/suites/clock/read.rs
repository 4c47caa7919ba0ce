//! Reading each clock of the system, so that quarrels about timers are settled by figures.

use model::{
    Better, Definition, Id, Metric, Named, Parameter, Role, Scale, Shape, System, ThresholdClass,
    Unit, Uses, Value,
};
use sys::clock::{Clock, read_many};

use crate::choice::names;
use crate::parameters::{UNIX, method};
use crate::{Benchmark, Choice, Context, Cost, Error, Pass, Planned, Profile, Result, Workload};

pub(super) const BENCHMARK: Benchmark = Benchmark { definition, cases, prepare };

/// Name, what it is, family, systems, the profile that it enters with.
const CLOCKS: [(&str, Clock, &str, &str, &[System], Profile); 16] = {
    use Profile::{Full, Quick, Standard};
    use System::{Linux, MacOs, Windows};
    const MACOS: &[System] = &[MacOs];
    const LINUX: &[System] = &[Linux];
    const BOTH: &[System] = &[Linux, MacOs];
    const WINDOWS: &[System] = &[Windows];
    const ANY: &[System] = &[];
    [
        ("monotonic", Clock::Monotonic, "time since boot, slewed", "monotonic", &UNIX, Quick),
        ("realtime", Clock::Realtime, "time of day", "wall", &UNIX, Quick),
        ("boottime", Clock::Boottime, "monotonic, with sleep", "monotonic", LINUX, Standard),
        (
            "monotonic-raw",
            Clock::MonotonicRaw,
            "monotonic, not slewed",
            "monotonic",
            BOTH,
            Standard,
        ),
        ("monotonic-coarse", Clock::MonotonicCoarse, "as of the last tick", "coarse", LINUX, Quick),
        ("realtime-coarse", Clock::RealtimeCoarse, "as of the last tick", "coarse", LINUX, Full),
        ("tai", Clock::Tai, "atomic time", "wall", LINUX, Full),
        ("uptime-raw", Clock::UptimeRaw, "monotonic, not slewed", "monotonic", MACOS, Quick),
        ("gettimeofday", Clock::Gettimeofday, "time of day in microseconds", "wall", &UNIX, Quick),
        ("time", Clock::Time, "time of day in seconds", "coarse", &UNIX, Standard),
        ("thread-cpu", Clock::ThreadCpu, "processor time of the thread", "cpu", &UNIX, Quick),
        ("process-cpu", Clock::ProcessCpu, "processor time of the process", "cpu", &UNIX, Standard),
        ("rdtsc", Clock::Rdtsc, "the processor's counter", "counter", ANY, Quick),
        ("rdtscp", Clock::Rdtscp, "the counter, after earlier loads", "counter", ANY, Standard),
        (
            "query-performance-counter",
            Clock::QueryPerformanceCounter,
            "the performance counter",
            "monotonic",
            WINDOWS,
            Quick,
        ),
        (
            "get-tick-count-64",
            Clock::GetTickCount64,
            "as of the last tick",
            "coarse",
            WINDOWS,
            Quick,
        ),
    ]
};

fn definition() -> Definition {
    let clocks: Vec<Named> = CLOCKS
        .iter()
        .map(|(name, _, summary, family, systems, _)| method(name, summary, family, systems))
        .collect();
    Definition {
        id: Id("clock.read".into()),
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
    let wanted: Vec<&str> = CLOCKS
        .iter()
        .filter(|(.., profile)| choice.wants(*profile))
        .map(|(name, ..)| *name)
        .collect();
    choice
        .product(&definition(), &[&names(&wanted)])
        .into_iter()
        .map(|case| {
            let headline = case.values.get("clock") == Some(&Value::name("monotonic"));
            Planned {
                case,
                rank: if headline { 10 } else { 40 },
                pass: Pass::calibrated(),
                cost: Cost { ns: 80_000_000, ..Cost::default() },
            }
        })
        .collect()
}

fn prepare(context: &Context) -> Result<Workload> {
    let name = context.name("clock")?;
    let (_, clock, ..) = *CLOCKS
        .iter()
        .find(|(known, ..)| *known == name)
        .ok_or_else(|| Error::Wrong(format!("no clock {name}")))?;
    read_many(clock, 1)?;
    Ok(Workload::batches(move |operations| {
        std::hint::black_box(read_many(clock, operations)?);
        Ok(0)
    }))
}
