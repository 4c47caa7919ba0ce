//! Builds a record cell by cell.

use std::collections::BTreeMap;

use model::{
    Better, Build, Case, Cell, Definition, Fact, FactKind, FactValue, Facts, Failure, Flag,
    Histogram, Id, Measured, Metric, Named, Observation, Origin, Outcome, Parameter, Plan, Role,
    RoundState, RunRecord, Scale, Session, Shape, Span, Spent, Stage, Status, StopReason, Subject,
    SubjectFacts, Tallies, ThresholdClass, Trial, TrialState, Unit, Uses, Value, Values,
};

/// A stream of numbers that look like noise and are always the same.
pub(super) struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / (1_u64 << 31) as f64
    }

    /// About normal, standard deviation one.
    pub(super) fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.next()).sum::<f64>() - 6.0
    }
}

/// Builds a record cell by cell.
pub(crate) struct Builder {
    record: RunRecord,
    pub(super) noise: Noise,
}

/// What a cell's trials are like.
#[derive(Clone, Copy)]
pub(crate) struct Figures {
    /// Median in base units.
    pub(crate) center: f64,
    /// Relative spread of trials.
    pub(crate) spread: f64,
    /// How many.
    pub(crate) trials: u32,
}

impl Builder {
    /// An empty record of these subjects.
    pub(crate) fn new(subjects: &[&str]) -> Self {
        let subject = |label: &&str| Subject {
            label: (*label).into(),
            target: "local".into(),
            place: Some(format!("/mnt/{}", label.replace(' ', "-"))),
            partners: BTreeMap::new(),
            settings: BTreeMap::new(),
            binary: "5f2e".repeat(16),
        };
        let session = Session {
            id: "9c41d07be2a85f36".into(),
            boot: "b7".repeat(16),
            build: Build {
                version: "0.1.0".into(),
                revision: "3f9e2c1".into(),
                target: "x86_64-unknown-linux-gnu".into(),
                compilers: vec!["rustc 1.95.0".into(), "gcc 12.2.0".into()],
                options: vec!["opt-level=3".into(), "lto=thin".into(), "no-pie".into()],
                sha256: "5f2e".repeat(16),
            },
            seed: 20_261_121,
            time_unix_ms: Span { start: 1_795_248_000_000, end: 1_795_248_084_000 },
            complete: true,
            facts: (0..subjects.len()).map(|index| facts(index, subjects[index])).collect(),
            rounds: vec![RoundState {
                group: 0,
                round: 0,
                start_ns: 0,
                load_milli: Some(120),
                steal_ns: Some(0),
                frequency_khz: None,
            }],
            cells: Vec::new(),
            trials: Vec::new(),
            spent: Spent {
                timed_ns: 51_400_000_000,
                warm_up_ns: 9_200_000_000,
                set_up_ns: 14_800_000_000,
                settling_ns: 6_100_000_000,
                overhead_ns: 2_500_000_000,
            },
            written: model::Written::default(),
        };
        Self {
            record: RunRecord {
                format: model::FORMAT,
                definitions: Vec::new(),
                cases: Vec::new(),
                subjects: subjects.iter().map(subject).collect(),
                sessions: vec![session],
                origin: Origin::Ours(Plan {
                    profile: "quick".into(),
                    budget_ns: 90_000_000_000,
                    ..Plan::default()
                }),
            },
            noise: Noise(7),
        }
    }

    /// How many subjects there are.
    pub(crate) fn subjects(&self) -> usize {
        self.record.subjects.len()
    }

    /// Adds a benchmark and gives its index.
    pub(crate) fn benchmark(
        &mut self,
        id: &str,
        summary: &str,
        metrics: Vec<Metric>,
        parameters: Vec<Parameter>,
    ) -> usize {
        self.record.definitions.push(Definition {
            id: Id(id.into()),
            revision: 1,
            summary: summary.into(),
            timed: "From before the first call to after the last, a loop around both.".into(),
            caveats: "The figure holds for an idle machine; nothing is synced.".into(),
            source: "\"Benchmarking OS primitives\"".into(),
            shape: Shape::Batches,
            uses: Uses::Directory,
            metrics,
            parameters,
            roles: vec!["worker".into()],
        });
        self.record.definitions.len() - 1
    }

    /// Adds a case of a benchmark on a subject without trials.
    pub(crate) fn cell(
        &mut self,
        benchmark: usize,
        subject: u32,
        values: &[Value],
        status: Status,
    ) -> u32 {
        let definition = &self.record.definitions[benchmark];
        let case = Case {
            benchmark: definition.id.clone(),
            revision: definition.revision,
            values: definition
                .parameters
                .iter()
                .zip(values)
                .map(|(parameter, value)| (parameter.name.clone(), value.clone()))
                .collect(),
        };
        let known = self.record.cases.iter().position(|known| *known == case);
        let case = known.unwrap_or_else(|| {
            self.record.cases.push(case);
            self.record.cases.len() - 1
        });
        let session = &mut self.record.sessions[0];
        session.cells.push(Cell {
            case: case as u32,
            subject,
            status,
            operations: 100,
            samples: 5,
            warm_up: 2,
            search_rounds: 0,
            flags: Vec::new(),
            notes: BTreeMap::new(),
        });
        session.cells.len() as u32 - 1
    }

    /// Adds a case with trials of its headline metric.
    pub(crate) fn measured(
        &mut self,
        benchmark: usize,
        subject: u32,
        values: &[Value],
        figures: Figures,
    ) -> u32 {
        let status = if figures.trials < 11 {
            Status::Preliminary { trials: figures.trials, stop: StopReason::Budget }
        } else {
            Status::Measured { stop: StopReason::Precise }
        };
        let cell = self.cell(benchmark, subject, values, status);
        let timed = self.record.definitions[benchmark].metrics[0].amount == Unit::Nanoseconds;
        for round in 0..figures.trials {
            let center = figures.center * (1.0 + figures.spread * self.noise.normal());
            let values = if timed { self.batches(center) } else { single(center) };
            self.trial(cell, round, vec![Observation { metric: 0, values, invalid: None }]);
        }
        cell
    }

    fn batches(&mut self, center: f64) -> Values {
        let elapsed_ns: Vec<u64> = (0..5)
            .map(|_| (center * 100.0 * (1.0 + 0.01 * self.noise.normal())).max(1.0) as u64)
            .collect();
        let start_ns = (0..5).map(|batch| batch * elapsed_ns[0]).collect();
        Values::Batches { elapsed_ns, start_ns, operations: 100, warm_up: 2 }
    }

    /// A histogram of calls with a tail.
    pub(crate) fn histogram(&mut self, center: f64) -> Values {
        let mut histogram = Histogram::default();
        for bucket in 0..40_u32 {
            let lower = (center * 0.7 * 1.08_f64.powi(bucket as i32)) as u64;
            let count = (2000.0 * (-0.35 * f64::from(bucket.abs_diff(4))).exp()) as u64
                + u64::from(bucket == 39);
            histogram.lower.push(lower);
            histogram.width.push((lower / 20).max(1));
            histogram.count.push(count + (self.noise.next() * 20.0) as u64);
        }
        histogram.max = (center * 18.0) as u64;
        histogram.sum = (center * 20_000.0) as u64;
        Values::Histogram(histogram)
    }

    /// Adds a trial to a cell.
    pub(crate) fn trial(&mut self, cell: u32, round: u32, observations: Vec<Observation>) {
        let session = &mut self.record.sessions[0];
        let start = session.trials.len() as u64 * 10_000_000;
        session.trials.push(Trial {
            cell,
            round,
            position: 0,
            seed: u64::from(round),
            host_ns: Span { start, end: start + 9_000_000 },
            conditions: BTreeMap::new(),
            state: TrialState::default(),
            flags: Vec::new(),
            outcome: Outcome::Measured(Measured { observations, tallies: Tallies::default() }),
        });
    }

    /// Makes a trial of a cell fail.
    pub(crate) fn failure(&mut self, cell: u32, reason: &str) {
        let trials = &mut self.record.sessions[0].trials;
        let trial = trials.iter_mut().rfind(|trial| trial.cell == cell).expect("it has trials");
        trial.outcome = Outcome::Failed(Failure {
            role: "worker".into(),
            stage: Stage::Work,
            reason: reason.into(),
        });
    }

    /// Puts a flag on some trials of a cell.
    pub(crate) fn flag(&mut self, cell: u32, flag: &Flag, every: usize) {
        let trials = self.record.sessions[0].trials.iter_mut().filter(|trial| trial.cell == cell);
        for trial in trials.step_by(every) {
            trial.flags.push(flag.clone());
        }
    }

    /// The record.
    pub(crate) fn finish(self) -> RunRecord {
        self.record
    }
}

fn single(center: f64) -> Values {
    Values::Single { amount: (center * 1000.0).max(0.0) as u64, per: 1000 }
}

/// A metric of time.
pub(crate) fn time(name: &str, per: &str, class: ThresholdClass) -> Metric {
    Metric {
        name: name.into(),
        summary: format!("Time of one {per}."),
        amount: Unit::Nanoseconds,
        per: Unit::count(per),
        better: Better::Less,
        class,
    }
}

/// An ordered parameter.
pub(crate) fn ordered(name: &str, role: Role, unit: Unit) -> Parameter {
    Parameter { name: name.into(), summary: String::new(), role, scale: Scale::Ordered(unit) }
}

/// A parameter with names.
pub(crate) fn named(name: &str, role: Role, names: &[&str]) -> Parameter {
    let named = |name: &&str| Named {
        name: (*name).into(),
        summary: format!("What {name} does."),
        family: None,
        systems: Vec::new(),
    };
    let names = names.iter().map(named).collect();
    Parameter { name: name.into(), summary: String::new(), role, scale: Scale::Named(names) }
}

fn facts(index: usize, label: &str) -> SubjectFacts {
    let fact = |key: &str, kind, value| Fact { key: key.into(), kind, value };
    let text = |text: &str| FactValue::Text(text.into());
    let facts = Facts(vec![
        fact("cpu.model", FactKind::Identity, text("AMD EPYC 7B13")),
        fact("cpu.count", FactKind::Identity, FactValue::Number(2)),
        fact("memory.total_bytes", FactKind::Identity, FactValue::Number(16_777_216_000)),
        fact(
            "cpu.microcode",
            FactKind::Identity,
            FactValue::Unknown { reason: "hidden by the hypervisor".into() },
        ),
        fact("os.name", FactKind::Treatment, text("Debian GNU/Linux 12 (bookworm)")),
        fact("kernel.release", FactKind::Treatment, text("6.1.0-27-amd64")),
        fact("fs.type", FactKind::Treatment, text(label.split(' ').next().unwrap_or(label))),
        fact(
            "fs.mount_options",
            FactKind::Treatment,
            FactValue::List(vec!["rw".into(), "relatime".into(), format!("data={index}")]),
        ),
        fact("load.one_minute_milli", FactKind::State, FactValue::Number(120 + index as u64)),
        fact(
            "cpu.mitigations",
            FactKind::State,
            FactValue::List(vec![
                "spectre_v2: Retpolines; IBPB: conditional; IBRS_FW; STIBP: always-on".into(),
                "meltdown: Not affected".into(),
            ]),
        ),
        fact(
            "cpu.governor",
            FactKind::State,
            FactValue::Unknown { reason: "no cpufreq in this guest".into() },
        ),
        fact("kernel.debug", FactKind::State, FactValue::Bool(false)),
        fact("build.libc", FactKind::Build, text("glibc 2.36")),
    ]);
    SubjectFacts { subject: index as u32, start: facts.clone(), end: facts, conditioning: None }
}

/// Trials around a median.
pub(crate) fn figures(center: f64, spread: f64, trials: u32) -> Figures {
    Figures { center, spread, trials }
}
