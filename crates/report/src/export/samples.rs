//! A record as samples: one row for each, and one for each cell or trial that has none.

use model::{
    Better, Case, Cell, Definition, Histogram, Metric, Observation, Outcome, RunRecord, Session,
    Status, Trial, Unit, Value, Values,
};

/// One column's value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Datum {
    /// Nothing.
    Empty,
    Text(String),
    Count(u64),
    Figure(f64),
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Count,
    Figure,
}

/// Columns before those of the parameters.
const BEFORE: [(&str, Kind); 7] = [
    ("session", Kind::Text),
    ("session_start_unix_ms", Kind::Count),
    ("subject", Kind::Text),
    ("target", Kind::Text),
    ("place", Kind::Text),
    ("benchmark", Kind::Text),
    ("revision", Kind::Count),
];

/// Columns after those of the parameters.
const AFTER: [(&str, Kind); 19] = [
    ("conditions", Kind::Text),
    ("status", Kind::Text),
    ("reason", Kind::Text),
    ("trial", Kind::Count),
    ("round", Kind::Count),
    ("position", Kind::Count),
    ("flags", Kind::Text),
    ("metric", Kind::Text),
    ("amount_unit", Kind::Text),
    ("per_unit", Kind::Text),
    ("better", Kind::Text),
    ("invalid", Kind::Text),
    ("sample", Kind::Count),
    ("start_ns", Kind::Count),
    ("amount", Kind::Count),
    ("per", Kind::Count),
    ("value", Kind::Figure),
    ("width", Kind::Count),
    ("count", Kind::Count),
];

/// The columns and rows of a record.
pub(super) struct Table<'a> {
    record: &'a RunRecord,
    parameters: Vec<&'a str>,
}

impl<'a> Table<'a> {
    pub(super) fn new(record: &'a RunRecord) -> Self {
        let mut parameters: Vec<&str> = Vec::new();
        for parameter in record.definitions.iter().flat_map(|known| &known.parameters) {
            if !parameters.contains(&parameter.name.as_str()) {
                parameters.push(&parameter.name);
            }
        }
        Self { record, parameters }
    }

    /// Names and kinds; parameters are `param_NAME`, as text, since they may be names or numbers.
    pub(super) fn columns(&self) -> Vec<(String, Kind)> {
        let own = |(name, kind): (&str, Kind)| (name.to_owned(), kind);
        let parameters = self.parameters.iter().map(|name| (format!("param_{name}"), Kind::Text));
        BEFORE.into_iter().map(own).chain(parameters).chain(AFTER.into_iter().map(own)).collect()
    }

    /// Calls `each` with every row.
    pub(super) fn rows(&self, mut each: impl FnMut(&[Datum])) {
        for session in &self.record.sessions {
            let mut trials: Vec<Vec<(usize, &Trial)>> = vec![Vec::new(); session.cells.len()];
            for (index, trial) in session.trials.iter().enumerate() {
                if let Some(own) = trials.get_mut(trial.cell as usize) {
                    own.push((index, trial));
                }
            }
            for (cell, trials) in session.cells.iter().zip(&trials) {
                self.of_cell(session, cell, trials, &mut each);
            }
        }
    }

    fn of_cell(
        &self,
        session: &Session,
        cell: &Cell,
        trials: &[(usize, &Trial)],
        each: &mut impl FnMut(&[Datum]),
    ) {
        let case = &self.record.cases[cell.case as usize];
        let Some(definition) = self.record.definition(case) else { return };
        let before = self.before(session, cell, case);
        if trials.is_empty() {
            let mut row = before.clone();
            row.extend(of_status(&cell.status));
            row.resize(self.width(), Datum::Empty);
            each(&row);
        }
        for &(index, trial) in trials {
            match &trial.outcome {
                Outcome::Failed(failure) => {
                    let mut row = before.clone();
                    row.extend(of_trial("failed", &failure.to_string(), index, trial));
                    row.resize(self.width(), Datum::Empty);
                    each(&row);
                }
                Outcome::Measured(measured) => {
                    let mut row = before.clone();
                    row.extend(of_trial("measured", "", index, trial));
                    for observation in &measured.observations {
                        of_observation(definition, observation, &row, each);
                    }
                }
            }
        }
    }

    fn width(&self) -> usize {
        BEFORE.len() + self.parameters.len() + AFTER.len()
    }

    fn before(&self, session: &Session, cell: &Cell, case: &Case) -> Vec<Datum> {
        let subject = &self.record.subjects[cell.subject as usize];
        let mut row = vec![
            text(&session.id),
            Datum::Count(session.time_unix_ms.start),
            text(&subject.label),
            text(&subject.target),
            text(subject.place.as_deref().unwrap_or_default()),
            text(case.benchmark.as_str()),
            Datum::Count(u64::from(case.revision)),
        ];
        row.extend(self.parameters.iter().map(|name| match case.values.get(*name) {
            None => Datum::Empty,
            Some(value) => Datum::Text(super::names::plain(value)),
        }));
        row
    }
}

fn text(text: &str) -> Datum {
    if text.is_empty() { Datum::Empty } else { Datum::Text(text.to_owned()) }
}

/// Conditions, status and reason of a cell without trials.
fn of_status(status: &Status) -> [Datum; 3] {
    let (status, reason) = crate::words::status(status);
    [Datum::Empty, text(status), text(&reason)]
}

/// Conditions to flags.
fn of_trial(status: &str, reason: &str, index: usize, trial: &Trial) -> [Datum; 7] {
    let conditions = trial.conditions.iter();
    let conditions: Vec<String> = conditions
        .map(|(name, value): (&String, &Value)| format!("{name}={}", super::names::plain(value)))
        .collect();
    let flags: Vec<&str> = trial.flags.iter().map(model::Flag::name).collect();
    [
        text(&conditions.join(" ")),
        text(status),
        text(reason),
        Datum::Count(index as u64),
        Datum::Count(u64::from(trial.round)),
        Datum::Count(u64::from(trial.position)),
        text(&flags.join(" ")),
    ]
}

fn of_observation(
    definition: &Definition,
    observation: &Observation,
    before: &[Datum],
    each: &mut impl FnMut(&[Datum]),
) {
    let Some(metric) = definition.metrics.get(usize::from(observation.metric)) else { return };
    let mut row = before.to_vec();
    row.extend(of_metric(metric, observation.invalid.as_deref()));
    let start = row.len();
    let mut sample = |sample: [Datum; 7]| {
        row.truncate(start);
        row.extend(sample);
        each(&row);
    };
    let figure = |amount: u64, per: u64| Datum::Figure(amount as f64 / per as f64);
    let count = Datum::Count;
    match &observation.values {
        Values::Batches { elapsed_ns, start_ns, operations, .. } => {
            for (index, (&elapsed, &start)) in elapsed_ns.iter().zip(start_ns).enumerate() {
                let value = figure(elapsed, *operations);
                let (index, per) = (count(index as u64), count(*operations));
                sample([index, count(start), count(elapsed), per, value, Datum::Empty, count(1)]);
            }
        }
        Values::Single { amount, per } => {
            let value = figure(*amount, *per);
            sample([
                count(0),
                Datum::Empty,
                count(*amount),
                count(*per),
                value,
                Datum::Empty,
                count(1),
            ]);
        }
        Values::Histogram(Histogram { lower, width, count: counts, .. }) => {
            for (index, ((&lower, &width), &times)) in
                lower.iter().zip(width).zip(counts).enumerate()
            {
                let (index, value) = (count(index as u64), figure(lower, 1));
                sample([
                    index,
                    Datum::Empty,
                    count(lower),
                    count(1),
                    value,
                    count(width),
                    count(times),
                ]);
            }
        }
    }
}

/// Metric to invalid.
fn of_metric(metric: &Metric, invalid: Option<&str>) -> [Datum; 5] {
    let better = match metric.better {
        Better::Less => "less",
        Better::More => "more",
        Better::Diagnostic => "diagnostic",
    };
    [
        text(&metric.name),
        text(unit(&metric.amount)),
        text(unit(&metric.per)),
        text(better),
        text(invalid.unwrap_or_default()),
    ]
}

fn unit(unit: &Unit) -> &str {
    match unit {
        Unit::Nanoseconds => "ns",
        Unit::Bytes => "byte",
        Unit::Count(noun) => noun,
    }
}
