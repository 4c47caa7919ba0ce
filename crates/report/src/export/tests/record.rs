//! A small record that has a bit of everything: two subjects, batches, a histogram, a rate, a
//! diagnostic, failed, skipped and unsupported cells, and names that every format must escape.

use std::collections::BTreeMap;

use model::{
    Better, Build, Case, Cell, Definition, Fact, FactKind, FactValue, Facts, Failure, Histogram,
    Id, Measured, Metric, Named, Observation, Origin, Outcome, Parameter, Plan, Role, RunRecord,
    Scale, Session, Shape, Span, Spent, Stage, Status, StopReason, Subject, SubjectFacts, Tallies,
    ThresholdClass, Trial, TrialState, Unit, Uses, Value, Values,
};

/// The record. Every call gives the same.
pub(super) fn record() -> RunRecord {
    let mut record = RunRecord {
        format: model::FORMAT,
        definitions: vec![create(), respond()],
        cases: Vec::new(),
        subjects: vec![subject("Linux"), subject("say \"hi\" & <bye>, \\n")],
        sessions: vec![session()],
        origin: Origin::Ours(Plan::default()),
    };
    let stop = StopReason::Trials;
    let measured = || Status::Measured { stop };
    for subject in 0..2 {
        let slower = u64::from(subject) * 30;
        add(
            &mut record,
            0,
            [("call", name("fork")), ("size", number(4096))],
            subject,
            measured(),
            |trial| vec![batches(0, 1_000 + slower + trial % 3), single(1, 5 + trial % 2, 10)],
        );
        let failed = |trial| if trial == 2 { Vec::new() } else { vec![batches(0, 900 + trial)] };
        add(
            &mut record,
            0,
            [("call", name("vfork")), ("size", number(4096))],
            subject,
            measured(),
            failed,
        );
        add(&mut record, 1, [("server", name("epoll-1"))], subject, measured(), |trial| {
            vec![single(0, 52_000 + trial, 2), histogram(1, 40 + trial)]
        });
    }
    let absent = |_| Vec::new();
    let skipped = Status::Skipped { reason: "budget".into() };
    add(&mut record, 0, [("call", name("clone")), ("size", number(1 << 30))], 0, skipped, absent);
    let unsupported = Status::Unsupported { reason: "no io_uring, \"here\"".into() };
    add(&mut record, 1, [("server", name("uring"))], 0, unsupported, absent);
    record
}

const TRIALS: u64 = 12;

fn add<const N: usize>(
    record: &mut RunRecord,
    definition: usize,
    values: [(&str, Value); N],
    subject: u32,
    status: Status,
    figures: impl Fn(u64) -> Vec<Observation>,
) {
    let known = &record.definitions[definition];
    let values = values.map(|(name, value)| (name.to_owned(), value)).into();
    let case = Case { benchmark: known.id.clone(), revision: known.revision, values };
    let place = record.cases.iter().position(|known| *known == case);
    let place = place.unwrap_or_else(|| {
        record.cases.push(case);
        record.cases.len() - 1
    });
    let session = &mut record.sessions[0];
    let cell = session.cells.len() as u32;
    let runs = matches!(status, Status::Measured { .. });
    session.cells.push(Cell {
        case: place as u32,
        subject,
        status,
        operations: 10,
        samples: 2,
        warm_up: 0,
        search_rounds: 0,
        flags: Vec::new(),
        notes: BTreeMap::new(),
    });
    for round in (0..TRIALS).filter(|_| runs) {
        let observations = figures(round);
        let outcome = if observations.is_empty() {
            Outcome::Failed(Failure {
                role: "worker".into(),
                stage: Stage::Work,
                reason: "ended with signal 11".into(),
            })
        } else {
            Outcome::Measured(Measured { observations, tallies: Tallies::default() })
        };
        session.trials.push(Trial {
            cell,
            round: round as u32,
            position: subject,
            seed: 1,
            host_ns: Span { start: 0, end: 2_000_000 },
            conditions: BTreeMap::from([("cache".to_owned(), name("warm"))]),
            state: TrialState::default(),
            flags: Vec::new(),
            outcome,
        });
    }
}

fn batches(metric: u16, ns: u64) -> Observation {
    let elapsed_ns = vec![ns * 10, ns * 10 + 10];
    let values = Values::Batches { elapsed_ns, start_ns: vec![5, 99], operations: 10, warm_up: 0 };
    Observation { metric, values, invalid: None }
}

fn single(metric: u16, amount: u64, per: u64) -> Observation {
    Observation { metric, values: Values::Single { amount, per }, invalid: None }
}

fn histogram(metric: u16, ns: u64) -> Observation {
    let histogram = Histogram {
        lower: vec![ns, ns * 2],
        width: vec![1, 2],
        count: vec![9, 1],
        max: ns * 2,
        sum: ns * 11,
    };
    Observation { metric, values: Values::Histogram(histogram), invalid: None }
}

fn name(text: &str) -> Value {
    Value::name(text)
}

fn number(number: u64) -> Value {
    Value::Integer(number)
}

fn metric(name: &str, amount: Unit, per: &str, better: Better) -> Metric {
    Metric {
        name: name.into(),
        summary: "What it is.".into(),
        amount,
        per: Unit::count(per),
        better,
        class: ThresholdClass::System,
    }
}

fn create() -> Definition {
    let metrics = vec![
        metric("time_ns", Unit::Nanoseconds, "process", Better::Less),
        metric("faults", Unit::count("fault"), "process", Better::Diagnostic),
    ];
    let size = Parameter {
        name: "size".into(),
        summary: "Memory of the parent.".into(),
        role: Role::Workload,
        scale: Scale::Ordered(Unit::Bytes),
    };
    definition("process.create", metrics, vec![size, method("call", &["fork", "vfork", "clone"])])
}

fn respond() -> Definition {
    let metrics = vec![
        metric("answers_per_s", Unit::count("answer"), "second", Better::More),
        metric("latency_ns_p50", Unit::Nanoseconds, "answer", Better::Less),
    ];
    definition("net.respond", metrics, vec![method("server", &["epoll-1", "uring"])])
}

fn method(parameter: &str, names: &[&str]) -> Parameter {
    let named = |name: &&str| Named {
        name: (*name).into(),
        summary: String::new(),
        family: None,
        systems: Vec::new(),
    };
    Parameter {
        name: parameter.into(),
        summary: "How it is done.".into(),
        role: Role::Method,
        scale: Scale::Named(names.iter().map(named).collect()),
    }
}

fn definition(id: &str, metrics: Vec<Metric>, parameters: Vec<Parameter>) -> Definition {
    Definition {
        id: Id(id.into()),
        revision: 1,
        summary: "What it does.".into(),
        timed: String::new(),
        caveats: String::new(),
        source: String::new(),
        shape: Shape::Batches,
        uses: Uses::Nothing,
        metrics,
        parameters,
        roles: vec!["worker".into()],
    }
}

fn subject(label: &str) -> Subject {
    Subject {
        label: label.into(),
        target: "local".into(),
        place: None,
        partners: BTreeMap::new(),
        settings: BTreeMap::new(),
        binary: "b0".into(),
    }
}

fn session() -> Session {
    let fact = |key: &str, kind, text: &str| Fact {
        key: key.into(),
        kind,
        value: FactValue::Text(text.into()),
    };
    let start = Facts(vec![
        fact("cpu.model", FactKind::Identity, "Example 9000"),
        Fact { key: "cpu.count".into(), kind: FactKind::Identity, value: FactValue::Number(4) },
        fact("kernel.name", FactKind::Treatment, "Linux"),
    ]);
    Session {
        id: "9c41d07be2a85f36".into(),
        boot: "b7".into(),
        build: Build::default(),
        seed: 7,
        time_unix_ms: Span { start: 1_795_248_007_250, end: 1_795_248_084_000 },
        complete: true,
        facts: vec![SubjectFacts { subject: 0, start, end: Facts::default(), conditioning: None }],
        rounds: Vec::new(),
        cells: Vec::new(),
        trials: Vec::new(),
        spent: Spent::default(),
        written: model::Written::default(),
    }
}
