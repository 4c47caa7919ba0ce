//! A result file as large as a full run's, made up: the same bytes for the same seed.

use std::collections::BTreeMap;

use model::{
    Better, Build, Case, Cell, Definition, Fact, FactKind, FactValue, Facts, Flag, Id, Measured,
    Metric, Named, Observation, Origin, Outcome, Parameter, Plan, Role, RunRecord, Scale, Session,
    Shape, Span, Spent, Status, StopReason, Subject, SubjectFacts, Tally, ThresholdClass, Trial,
    TrialState, Unit, Uses, Value, Values,
};

const BENCHMARKS: u32 = 20;
const METHODS: [&str; 10] =
    ["read", "pread", "readv", "mmap", "uring", "direct", "sendfile", "splice", "copy", "clone"];
const SAMPLES: u64 = 10;

/// How a file differs from another.
pub(super) struct Make {
    /// Of its noise, its session, its boot.
    pub(super) seed: u64,
    /// What its figures are multiplied by, in thousandths, in every third case.
    pub(super) milli: u64,
    /// Cases in all.
    pub(super) cases: u32,
    /// Trials of each.
    pub(super) trials: u32,
}

/// The record of one subject.
pub(super) fn record(make: &Make) -> RunRecord {
    let definitions: Vec<Definition> = (0..BENCHMARKS).map(definition).collect();
    let cases: Vec<Case> = (0..make.cases).map(|index| case(&definitions, index)).collect();
    let cells = (0..make.cases).map(cell).collect();
    let mut noise = Noise(make.seed);
    let mut trials = Vec::new();
    for round in 0..make.trials {
        for cell in 0..make.cases {
            trials.push(trial(make, cell, round, &mut noise));
        }
    }
    RunRecord {
        format: model::FORMAT,
        definitions,
        cases,
        subjects: vec![subject()],
        sessions: vec![session(make, cells, trials)],
        origin: Origin::Ours(Plan { profile: "full".into(), ..Plan::default() }),
    }
}

/// The same numbers everywhere (Marsaglia's xorshift).
struct Noise(u64);

impl Noise {
    /// About normal, in millionths of the mean, with a deviation of 2 %: a sum of four uniforms.
    fn ppm(&mut self) -> u64 {
        let uniform = |noise: &mut Self| {
            noise.0 ^= noise.0 << 13;
            noise.0 ^= noise.0 >> 7;
            noise.0 ^= noise.0 << 17;
            (noise.0 >> 33) % 69_282
        };
        (0..4).map(|_| uniform(self)).sum::<u64>() + 1_000_000 - 2 * 34_641
    }
}

fn definition(index: u32) -> Definition {
    let named = |name: &str| Named {
        name: name.to_owned(),
        summary: format!("By {name}."),
        family: Some(if name < "p" { "synchronous" } else { "in-kernel" }.to_owned()),
        systems: Vec::new(),
    };
    let parameter = |name: &str, role, scale| Parameter {
        name: name.to_owned(),
        summary: "What it says.".to_owned(),
        role,
        scale,
    };
    Definition {
        id: Id(format!(
            "{}.made-up-{index}",
            ["io", "file", "process", "memory"][index as usize % 4]
        )),
        revision: 1,
        summary: "A benchmark that was never run.".to_owned(),
        timed: "Nothing.".to_owned(),
        caveats: "Everything.".to_owned(),
        source: "A generator.".to_owned(),
        shape: Shape::Batches,
        uses: if index.is_multiple_of(2) { Uses::Directory } else { Uses::Nothing },
        metrics: vec![Metric {
            name: "time_ns".to_owned(),
            summary: "Time of an operation.".to_owned(),
            amount: Unit::Nanoseconds,
            per: Unit::count("operation"),
            better: Better::Less,
            class: ThresholdClass::System,
        }],
        parameters: vec![
            parameter("size", Role::Workload, Scale::Ordered(Unit::Bytes)),
            parameter(
                "call",
                Role::Method,
                Scale::Named(METHODS.iter().map(|name| named(name)).collect()),
            ),
        ],
        roles: vec!["worker".to_owned()],
    }
}

fn case(definitions: &[Definition], index: u32) -> Case {
    let definition = &definitions[(index % BENCHMARKS) as usize];
    let place = index / BENCHMARKS;
    let (size, method) = (place / METHODS.len() as u32, place as usize % METHODS.len());
    Case {
        benchmark: definition.id.clone(),
        revision: definition.revision,
        values: BTreeMap::from([
            ("size".to_owned(), Value::Integer(4096 << size)),
            ("call".to_owned(), Value::name(METHODS[method])),
        ]),
    }
}

fn cell(case: u32) -> Cell {
    Cell {
        case,
        subject: 0,
        status: Status::Measured { stop: StopReason::Trials },
        operations: 128,
        samples: SAMPLES as u32,
        warm_up: 3,
        flags: Vec::new(),
        notes: BTreeMap::new(),
        search_rounds: 0,
    }
}

fn trial(make: &Make, cell: u32, round: u32, noise: &mut Noise) -> Trial {
    let scaled = if cell.is_multiple_of(3) { make.milli } else { 1000 };
    let center = (10_000 + u64::from(cell) * 37) * 128 * scaled / 1000 * noise.ppm() / 1_000_000;
    let elapsed_ns: Vec<u64> =
        (0..SAMPLES).map(|_| center * (900_000 + noise.ppm() / 10) / 1_000_000).collect();
    let start_ns = (0..SAMPLES).map(|batch| 83_631_257 + batch * center).collect();
    let start = (u64::from(round) * u64::from(make.cases) + u64::from(cell)) * 29_000_000;
    let busy = (cell + round).is_multiple_of(97);
    let values = Values::Batches { elapsed_ns, start_ns, operations: 128, warm_up: 3 };
    let tally = Tally { operations: 128 * (SAMPLES + 3), checksum: noise.ppm() };
    let measured = Measured {
        observations: vec![Observation { metric: 0, values, invalid: None }],
        tallies: [("worker".to_owned(), tally)].into_iter().collect(),
    };
    Trial {
        cell,
        round,
        position: 0,
        seed: noise.0,
        host_ns: Span { start, end: start + 26_000_000 },
        conditions: BTreeMap::new(),
        state: TrialState {
            start_up_ns: 1_340_520,
            set_up_ns: 13_420,
            settle_ns: 1_773,
            user_ns: Some(33_414_000),
            system_ns: Some(45_251_000),
            minor_faults: Some(0),
            major_faults: Some(0),
            voluntary_switches: Some(5_212),
            involuntary_switches: Some(13),
            private_dirty_bytes: Some(126_976),
            steal_ns: Some(0),
            others_ns: Some(181_335),
            ..TrialState::default()
        },
        flags: if busy { vec![Flag::Busy { ppm: 383_999 }] } else { Vec::new() },
        outcome: Outcome::Measured(measured),
    }
}

fn subject() -> Subject {
    Subject {
        label: "ext4".to_owned(),
        target: "local".to_owned(),
        place: Some("/mnt".to_owned()),
        partners: BTreeMap::new(),
        settings: BTreeMap::new(),
        binary: "5f2e".repeat(16),
    }
}

fn session(make: &Make, cells: Vec<Cell>, trials: Vec<Trial>) -> Session {
    let fact = |key: &str, kind, value: &str| Fact {
        key: key.to_owned(),
        kind,
        value: FactValue::Text(value.to_owned()),
    };
    let start = 1_795_248_000_000 + make.seed * 10_000_000;
    Session {
        id: format!("{:016x}", make.seed),
        boot: format!("{:032x}", make.seed),
        build: Build { version: "0.1.0".to_owned(), ..Build::default() },
        seed: make.seed,
        time_unix_ms: Span { start, end: start + 3_600_000 },
        complete: true,
        facts: vec![SubjectFacts {
            conditioning: None,
            subject: 0,
            start: Facts(vec![
                fact("cpu.model", FactKind::Identity, "Made-up CPU"),
                fact("kernel.release", FactKind::Treatment, &format!("6.{}", make.seed)),
                fact("os.name", FactKind::Treatment, "Debian GNU/Linux 12 (bookworm)"),
            ]),
            end: Facts::default(),
        }],
        rounds: Vec::new(),
        cells,
        trials,
        spent: Spent::default(),
        written: model::Written::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_up_reads_back_and_is_the_same_each_time() {
        let make = Make { seed: 7, milli: 1100, cases: 40, trials: 3 };
        let record = record(&make);
        assert_eq!(super::record(&make), record);
        let text = record.to_json().unwrap();
        assert_eq!(RunRecord::from_json(text.as_bytes()).unwrap(), record);
    }
}
