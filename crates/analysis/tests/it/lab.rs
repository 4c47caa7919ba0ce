//! Result records made in memory: a laboratory whose truth is known.

use std::collections::BTreeMap;

use analysis::{Source, Summary, summarize};
use model::{
    Better, Build, Case, Cell, Definition, Fact, FactKind, FactValue, Facts, Flag, Id, Measured,
    Metric, Named, Observation, Origin, Outcome, Parameter, Plan, Role, RunRecord, Scale, Session,
    Shape, Span, Spent, Status, StopReason, Subject, SubjectFacts, Tallies, ThresholdClass, Trial,
    TrialState, Unit, Uses, Value, Values,
};

/// Operations in each batch.
const OPERATIONS: u64 = 1_000;

/// Batches in each trial.
const BATCHES: usize = 5;

/// A record under construction.
#[derive(Clone)]
pub(crate) struct Lab(pub(crate) RunRecord);

/// A random source that is the same everywhere.
pub(crate) struct Noise(u64);

impl Noise {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Between 0 and 1.
    pub(crate) fn uniform(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// About normal, mean 0 and deviation 1: the sum of twelve uniforms.
    pub(crate) fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0
    }

    /// `count` figures around `center` with a relative deviation of `sigma`.
    pub(crate) fn around(&mut self, center: f64, sigma: f64, count: usize) -> Vec<f64> {
        (0..count).map(|_| center * (sigma * self.normal()).exp()).collect()
    }
}

pub(crate) fn metric(name: &str, amount: Unit, better: Better) -> Metric {
    Metric {
        name: name.to_owned(),
        summary: String::new(),
        amount,
        per: Unit::count("operation"),
        better,
        class: ThresholdClass::System,
    }
}

pub(crate) fn time() -> Metric {
    metric("time_ns", Unit::Nanoseconds, Better::Less)
}

/// A workload counted in bytes.
pub(crate) fn size() -> Parameter {
    Parameter {
        name: "size".to_owned(),
        summary: String::new(),
        role: Role::Workload,
        scale: Scale::Ordered(Unit::Bytes),
    }
}

/// A method with names, simplest first; `name/family` gives a family.
pub(crate) fn call(names: &[&str]) -> Parameter {
    let one = |text: &&str| {
        let (name, family) = text.split_once('/').map_or((*text, None), |(n, f)| (n, Some(f)));
        Named {
            name: name.to_owned(),
            summary: String::new(),
            family: family.map(str::to_owned),
            systems: Vec::new(),
        }
    };
    Parameter {
        name: "call".to_owned(),
        summary: String::new(),
        role: Role::Method,
        scale: Scale::Named(names.iter().map(one).collect()),
    }
}

pub(crate) fn definition(id: &str, metrics: Vec<Metric>, parameters: Vec<Parameter>) -> Definition {
    Definition {
        id: Id(id.to_owned()),
        revision: 1,
        summary: String::new(),
        timed: String::new(),
        caveats: String::new(),
        source: String::new(),
        shape: Shape::Batches,
        uses: Uses::Nothing,
        metrics,
        parameters,
        roles: vec!["work".to_owned()],
    }
}

pub(crate) fn fact(key: &str, kind: FactKind, value: &str) -> Fact {
    Fact { key: key.to_owned(), kind, value: FactValue::Text(value.to_owned()) }
}

pub(crate) fn unknown(key: &str, kind: FactKind) -> Fact {
    let value = FactValue::Unknown { reason: "hidden".to_owned() };
    Fact { key: key.to_owned(), kind, value }
}

impl Lab {
    pub(crate) fn new() -> Self {
        Self(RunRecord {
            format: model::FORMAT,
            definitions: Vec::new(),
            cases: Vec::new(),
            subjects: Vec::new(),
            sessions: Vec::new(),
            origin: Origin::Ours(Plan::default()),
        })
    }

    pub(crate) fn define(mut self, definition: Definition) -> Self {
        self.0.definitions.push(definition);
        self
    }

    pub(crate) fn subject(mut self, label: &str) -> Self {
        self.0.subjects.push(Subject {
            label: label.to_owned(),
            target: "local".to_owned(),
            place: None,
            partners: BTreeMap::new(),
            settings: BTreeMap::new(),
            binary: "b0".to_owned(),
        });
        self
    }

    /// A session that starts at a minute of the epoch and lasts one.
    pub(crate) fn session(mut self, id: &str, minute: u64) -> Self {
        self.0.sessions.push(Session {
            id: id.to_owned(),
            boot: format!("boot {id}"),
            build: Build {
                version: "0.1.0".to_owned(),
                target: "x86_64-unknown-linux-gnu".to_owned(),
                sha256: "b0".to_owned(),
                ..Build::default()
            },
            seed: 1,
            time_unix_ms: Span { start: minute * 60_000, end: (minute + 1) * 60_000 },
            complete: true,
            facts: Vec::new(),
            rounds: Vec::new(),
            cells: Vec::new(),
            trials: Vec::new(),
            spent: Spent::default(),
            written: model::Written::default(),
        });
        self
    }

    /// The facts of a subject in the last session.
    pub(crate) fn facts(mut self, subject: u32, start: Vec<Fact>, end: Vec<Fact>) -> Self {
        let facts =
            SubjectFacts { subject, start: Facts(start), end: Facts(end), conditioning: None };
        self.last().facts.push(facts);
        self
    }

    pub(crate) fn last(&mut self) -> &mut Session {
        self.0.sessions.last_mut().expect("a session")
    }

    /// A case's index, made if need be.
    pub(crate) fn case(&mut self, benchmark: &str, values: &[(&str, Value)]) -> u32 {
        let known = self.0.definitions.iter().find(|known| known.id.as_str() == benchmark);
        let known = known.expect("a definition");
        let mut all: BTreeMap<String, Value> =
            known.parameters.iter().map(|each| (each.name.clone(), Value::none())).collect();
        for (name, value) in values {
            assert!(all.insert((*name).to_owned(), value.clone()).is_some(), "no such {name}");
        }
        let case = Case { benchmark: known.id.clone(), revision: known.revision, values: all };
        let found = self.0.cases.iter().position(|other| *other == case);
        found.unwrap_or_else(|| {
            self.0.cases.push(case);
            self.0.cases.len() - 1
        }) as u32
    }

    fn cell(&mut self, case: u32, subject: u32, status: Status) -> u32 {
        let cells = &mut self.last().cells;
        cells.push(Cell {
            case,
            subject,
            status,
            operations: OPERATIONS,
            samples: BATCHES as u32,
            warm_up: 1,
            search_rounds: 0,
            flags: Vec::new(),
            notes: BTreeMap::new(),
        });
        cells.len() as u32 - 1
    }

    /// A measured cell of the last session: one trial for each figure, in nanoseconds an
    /// operation.
    pub(crate) fn times(
        self,
        benchmark: &str,
        values: &[(&str, Value)],
        subject: u32,
        figures: &[f64],
    ) -> Self {
        let observations: Vec<Vec<Observation>> =
            figures.iter().map(|&figure| vec![batches(0, figure)]).collect();
        self.trials(benchmark, values, subject, observations)
    }

    /// A measured cell of the last session whose one metric is a count.
    pub(crate) fn counts(
        self,
        benchmark: &str,
        values: &[(&str, Value)],
        subject: u32,
        figures: &[f64],
    ) -> Self {
        let observations: Vec<Vec<Observation>> =
            figures.iter().map(|&figure| vec![single(0, figure)]).collect();
        self.trials(benchmark, values, subject, observations)
    }

    /// A measured cell of the last session: one trial for each list of observations.
    pub(crate) fn trials(
        mut self,
        benchmark: &str,
        values: &[(&str, Value)],
        subject: u32,
        observations: Vec<Vec<Observation>>,
    ) -> Self {
        let case = self.case(benchmark, values);
        let stop = StopReason::Trials;
        let trials = observations.len() as u32;
        let status = if trials < 11 {
            Status::Preliminary { trials, stop }
        } else {
            Status::Measured { stop }
        };
        let cell = self.cell(case, subject, status);
        for (round, observations) in observations.into_iter().enumerate() {
            let measured = Measured { observations, tallies: Tallies::default() };
            self.last().trials.push(Trial {
                cell,
                round: round as u32,
                position: subject,
                seed: 0,
                host_ns: Span { start: 0, end: 100_000_000 },
                conditions: BTreeMap::new(),
                state: TrialState::default(),
                flags: Vec::new(),
                outcome: Outcome::Measured(measured),
            });
        }
        self
    }

    /// A cell of the last session without trials.
    pub(crate) fn absent(
        mut self,
        benchmark: &str,
        values: &[(&str, Value)],
        subject: u32,
        status: Status,
    ) -> Self {
        let case = self.case(benchmark, values);
        self.cell(case, subject, status);
        self
    }

    /// Changes the trials of the last cell.
    pub(crate) fn with(mut self, mut change: impl FnMut(&mut Trial)) -> Self {
        let session = self.last();
        let cell = session.cells.len() as u32 - 1;
        session.trials.iter_mut().filter(|trial| trial.cell == cell).for_each(&mut change);
        self
    }

    /// A condition on all trials of the last cell.
    pub(crate) fn condition(self, name: &str, value: &str) -> Self {
        self.with(|trial| {
            trial.conditions.insert(name.to_owned(), Value::name(value));
        })
    }

    /// A flag on the last cell.
    pub(crate) fn flag(mut self, flag: Flag) -> Self {
        self.last().cells.last_mut().expect("a cell").flags.push(flag);
        self
    }

    pub(crate) fn summary(&self) -> Summary {
        self.0.check_in();
        summarize(&self.0)
    }
}

/// Reads the record back from its own text, so that every test's record is a legal document.
trait CheckIn {
    fn check_in(&self);
}

impl CheckIn for RunRecord {
    fn check_in(&self) {
        let text = self.to_json().expect("serialises");
        RunRecord::from_json(text.as_bytes()).expect("a legal record");
    }
}

/// Batches whose median is `figure` nanoseconds an operation.
pub(crate) fn batches(metric: u16, figure: f64) -> Observation {
    let elapsed_ns: Vec<u64> = (0..BATCHES)
        .map(|batch| {
            let apart = (batch as f64 - (BATCHES / 2) as f64) * 0.001;
            (figure * OPERATIONS as f64 * (1.0 + apart)).round() as u64
        })
        .rev()
        .collect();
    let start_ns = (0..BATCHES as u64).collect();
    let values = Values::Batches { elapsed_ns, start_ns, operations: OPERATIONS, warm_up: 1 };
    Observation { metric, values, invalid: None }
}

/// One value, to a millionth.
pub(crate) fn single(metric: u16, figure: f64) -> Observation {
    let values = Values::Single { amount: (figure * 1e6).round() as u64, per: 1_000_000 };
    Observation { metric, values, invalid: None }
}

/// A record and its summary under a name.
pub(crate) struct Shelf {
    pub(crate) name: String,
    pub(crate) record: RunRecord,
    pub(crate) summary: Summary,
}

impl Shelf {
    pub(crate) fn new(name: &str, lab: &Lab) -> Self {
        Self { name: name.to_owned(), record: lab.0.clone(), summary: lab.summary() }
    }

    pub(crate) fn source(&self) -> Source<'_> {
        Source { name: &self.name, record: &self.record, summary: &self.summary }
    }
}

/// A file of one benchmark, `clock.read`, on one subject: a session for each list of figures.
pub(crate) fn one_case(name: &str, sessions: &[(u64, Vec<f64>)]) -> Shelf {
    let mut lab = Lab::new().define(definition("clock.read", vec![time()], vec![])).subject(name);
    for (minute, figures) in sessions {
        lab =
            lab.session(&format!("{name} {minute}"), *minute).times("clock.read", &[], 0, figures);
    }
    Shelf::new(name, &lab)
}
