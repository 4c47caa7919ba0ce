//! Fixtures, and what every imported record must withstand.

use analysis::{Advice, Source, Summary, TOLERANCE, advise, summarize};
use import::{Format, Imported, Input, Options};
use model::{Case, Definition, Observation, RunRecord, Value, Values};

/// A fixture and the format it is in.
pub(crate) struct Fixture {
    pub(crate) name: &'static str,
    pub(crate) text: &'static [u8],
    pub(crate) format: Format,
}

macro_rules! fixture {
    ($name:literal, $format:ident) => {
        Fixture {
            name: $name,
            text: include_bytes!(concat!("../fixtures/", $name)),
            format: Format::$format,
        }
    };
}

pub(crate) const FIXTURES: [Fixture; 10] = [
    fixture!("hyperfine.json", Hyperfine),
    fixture!("gbench_repetitions.json", GoogleBenchmark),
    fixture!("gbench_aggregates.json", GoogleBenchmark),
    fixture!("fio.json", Fio),
    fixture!("benchfmt.txt", Benchfmt),
    fixture!("pg_test_fsync.txt", PgTestFsync),
    fixture!("io_article_sizes.csv", IoArticle),
    fixture!("io_article_copy.csv", IoArticle),
    fixture!("io_article_kb.csv", IoArticle),
    fixture!("io_article_fixed.txt", IoArticle),
];

/// A fixture by name.
pub(crate) fn fixture(name: &str) -> &'static [u8] {
    FIXTURES.iter().find(|fixture| fixture.name == name).expect("a fixture").text
}

/// What was imported, with its summary.
pub(crate) struct Shelf {
    pub(crate) imported: Imported,
    pub(crate) summary: Summary,
}

impl Shelf {
    /// Imports what must be importable.
    pub(crate) fn new(inputs: &[Input<'_>], options: &Options) -> Self {
        let imported = import::import_all(inputs, None, options).expect("importable");
        let summary = withstand(&imported.record);
        Self { imported, summary }
    }

    pub(crate) fn of(name: &str, options: &Options) -> Self {
        Self::new(&[Input { name, text: fixture(name) }], options)
    }

    pub(crate) fn record(&self) -> &RunRecord {
        &self.imported.record
    }

    pub(crate) fn advice(&self) -> Advice {
        let record = &self.imported.record;
        advise(Source { name: "imported", record, summary: &self.summary }, TOLERANCE)
    }

    /// Every case with the figures of one metric, trial by trial.
    pub(crate) fn figures(&self, metric: &str) -> Vec<(&Case, Vec<f64>)> {
        let record = self.record();
        let session = &record.sessions[0];
        let cell = |(index, cell): (usize, &model::Cell)| {
            let case = &record.cases[cell.case as usize];
            let definition = record.definition(case).expect("defined");
            let own = session.trials.iter().filter(|trial| trial.cell as usize == index);
            let measured = own.filter_map(|trial| trial.outcome.measured());
            let observed = measured.flat_map(|measured| &measured.observations);
            let named = |one: &&Observation| is(definition, one, metric);
            (case, observed.filter(named).map(figure).collect())
        };
        session.cells.iter().enumerate().map(cell).collect()
    }
}

fn is(definition: &Definition, observation: &Observation, metric: &str) -> bool {
    definition.metrics[usize::from(observation.metric)].name == metric
}

fn figure(observation: &Observation) -> f64 {
    match observation.values {
        Values::Single { amount, per } => amount as f64 / per as f64,
        _ => panic!("importers write single values"),
    }
}

/// Reads the record back from its own text, summarizes and advises on it.
pub(crate) fn withstand(record: &RunRecord) -> Summary {
    let text = record.to_json().expect("serializes");
    assert_eq!(RunRecord::from_json(text.as_bytes()).expect("a legal record"), *record);
    let summary = summarize(record);
    advise(Source { name: "imported", record, summary: &summary }, TOLERANCE);
    summary
}

/// A case's value in words.
pub(crate) fn value(case: &Case, parameter: &str) -> String {
    match &case.values[parameter] {
        Value::Integer(number) => number.to_string(),
        Value::Name(name) => name.clone(),
    }
}
