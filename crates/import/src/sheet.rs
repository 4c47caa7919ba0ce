//! What all formats are read into, and the record that is made of it.

use std::collections::BTreeMap;

use model::{
    Build, Case, Cell, Definition, Fact, FactKind, FactValue, Facts, Failure, Foreign, Id,
    Measured, Metric, Observation, Origin, Outcome, Parameter, RunRecord, Session, Shape, Span,
    Spent, Stage, Status, StopReason, Subject, SubjectFacts, Tallies, Trial, TrialState, Uses,
    Value, Values,
};

use crate::{ImportError, Options, metric, number};

/// The fewest trials that a measured cell has; with fewer it is preliminary.
const MEASURED: usize = 11;

/// Results of another program.
#[derive(Default)]
pub(crate) struct Sheet {
    /// The program.
    pub(crate) tool: String,
    /// What its file does not tell, in a sentence without its end.
    pub(crate) limits: String,
    /// What the system is called where a person did not say.
    pub(crate) label: Option<String>,
    pub(crate) definitions: Vec<Definition>,
    pub(crate) rows: Vec<Row>,
    pub(crate) facts: Vec<Fact>,
    pub(crate) time_unix_ms: u64,
    pub(crate) remarks: Vec<String>,
}

/// One case.
#[derive(Default)]
pub(crate) struct Row {
    /// Index into the definitions.
    pub(crate) definition: usize,
    pub(crate) values: BTreeMap<String, Value>,
    pub(crate) trials: Vec<Figures>,
    /// Standard deviation of a trial's headline figure, where the file gives it.
    pub(crate) deviation: Option<f64>,
    /// How many trials a mean was taken over, where that is known.
    pub(crate) trials_of_mean: Option<u64>,
    /// Operations in a trial, where that is known.
    pub(crate) operations: u64,
    /// What became of it, where it has no figures.
    pub(crate) without: Option<Status>,
    pub(crate) notes: BTreeMap<String, String>,
}

/// One trial.
#[derive(Default)]
pub(crate) struct Figures {
    /// Metric by index, and its figure in base units.
    pub(crate) metrics: Vec<(usize, f64)>,
    pub(crate) conditions: BTreeMap<String, Value>,
    /// Why there are no figures.
    pub(crate) failed: Option<String>,
}

/// A benchmark of another program.
pub(crate) fn definition(
    id: &str,
    summary: &str,
    source: &str,
    uses: Uses,
    metrics: Vec<Metric>,
    parameters: Vec<Parameter>,
) -> Definition {
    Definition {
        id: Id(id.to_owned()),
        revision: 1,
        summary: summary.to_owned(),
        timed: "What the program that measured timed.".to_owned(),
        caveats: "Imported: whichos neither ran nor checked it.".to_owned(),
        source: source.to_owned(),
        shape: Shape::Once,
        uses,
        metrics,
        parameters,
        roles: vec!["program".to_owned()],
    }
}

/// A fact of the system, as the file gives it.
pub(crate) fn fact(key: &str, kind: FactKind, value: FactValue) -> Fact {
    Fact { key: key.to_owned(), kind, value }
}

/// A number that is the same for the same texts, for telling sessions apart (FNV-1a).
pub(crate) fn fingerprint<'a>(texts: impl Iterator<Item = &'a [u8]>) -> u64 {
    texts.flatten().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

impl Sheet {
    /// The index of a definition's metric of this name, which is added where it is new.
    pub(crate) fn metric(&mut self, definition: usize, wanted: Metric) -> usize {
        let metrics = &mut self.definitions[definition].metrics;
        metrics.iter().position(|known| known.name == wanted.name).unwrap_or_else(|| {
            metrics.push(wanted);
            metrics.len() - 1
        })
    }

    /// The record of it.
    pub(crate) fn into_record(
        mut self,
        fingerprint: u64,
        options: &Options,
    ) -> Result<RunRecord, ImportError> {
        if self.rows.is_empty() {
            return Err(ImportError::whole(
                "the file holds no result",
                "was the program that wrote it stopped before its end?",
            ));
        }
        for row in &mut self.rows {
            row.deviation = row.deviation.or_else(|| deviation_of(&row.trials));
            row.trials_of_mean = match row.trials.len() {
                0 | 1 => row.trials_of_mean.or(options.trials.map(u64::from)),
                several => Some(several as u64),
            };
        }
        let deviations = self.deviations();
        let too_many = |known: &Definition| known.metrics.len() > usize::from(u16::MAX);
        if self.definitions.iter().any(too_many) {
            return Err(ImportError::whole(
                "over 65,535 metrics",
                "is this the file that was meant?",
            ));
        }
        let mut session = self.session(fingerprint);
        let mut cases = Vec::new();
        for row in &self.rows {
            let known = &self.definitions[row.definition];
            let case = cases.len() as u32;
            cases.push(Case {
                benchmark: known.id.clone(),
                revision: known.revision,
                values: row.values.clone(),
            });
            let cell = session.cells.len() as u32;
            session.cells.push(row.cell(case));
            session.trials.extend(row.trials(cell, deviations[row.definition]));
        }
        let label = options.label.clone().or(self.label);
        let subject = Subject {
            label: label.unwrap_or_else(|| "unknown system".to_owned()),
            target: "elsewhere".to_owned(),
            place: None,
            partners: BTreeMap::new(),
            settings: BTreeMap::new(),
            binary: String::new(),
        };
        Ok(RunRecord {
            format: model::FORMAT,
            definitions: self.definitions,
            cases,
            subjects: vec![subject],
            sessions: vec![session],
            origin: Origin::Foreign(Foreign { tool: self.tool, limits: self.limits }),
        })
    }

    /// For each definition the metric of its deviations, where a row has one.
    fn deviations(&mut self) -> Vec<Option<usize>> {
        (0..self.definitions.len())
            .map(|index| {
                let of_this = |row: &&Row| row.definition == index;
                let any = self.rows.iter().filter(of_this).any(|row| row.deviation.is_some());
                let wanted = metric::deviation(self.definitions[index].headline());
                any.then(|| self.metric(index, wanted))
            })
            .collect()
    }

    fn session(&self, fingerprint: u64) -> Session {
        Session {
            id: format!("{fingerprint:016x}"),
            boot: String::new(),
            build: Build::default(),
            seed: 0,
            time_unix_ms: Span { start: self.time_unix_ms, end: self.time_unix_ms },
            complete: true,
            facts: vec![SubjectFacts {
                conditioning: None,
                subject: 0,
                start: Facts(self.facts.clone()),
                end: Facts::default(),
            }],
            rounds: Vec::new(),
            cells: Vec::new(),
            trials: Vec::new(),
            spent: Spent::default(),
            written: model::Written::default(),
        }
    }
}

impl Row {
    fn cell(&self, case: u32) -> Cell {
        let measured = self.trials.iter().filter(|trial| trial.failed.is_none()).count();
        let stop = StopReason::Trials;
        let failure = self.trials.iter().find_map(|trial| trial.failed.clone());
        let status = match (&self.without, failure) {
            (Some(status), _) => status.clone(),
            (None, Some(reason)) if measured == 0 => Status::Failed { reason },
            (None, _) if measured >= MEASURED => Status::Measured { stop },
            (None, _) => Status::Preliminary { trials: measured as u32, stop },
        };
        let mut notes = self.notes.clone();
        if let Some(trials) = self.trials_of_mean {
            notes.insert("trials".to_owned(), trials.to_string());
        }
        Cell {
            case,
            subject: 0,
            status,
            operations: self.operations,
            samples: 1,
            warm_up: 0,
            search_rounds: 0,
            flags: Vec::new(),
            notes,
        }
    }

    fn trials(&self, cell: u32, deviation: Option<usize>) -> Vec<Trial> {
        let spread = deviation.zip(self.deviation);
        let first = self.trials.iter().position(|trial| trial.failed.is_none());
        let mut per: BTreeMap<usize, u64> = BTreeMap::new();
        let all = self.trials.iter().flat_map(|trial| &trial.metrics);
        let mut figures: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
        all.for_each(|&(metric, figure)| figures.entry(metric).or_default().push(figure));
        for (metric, figures) in &figures {
            per.insert(*metric, number::per(figures));
        }
        let observation = |metric: usize, figure: f64, per: u64| Observation {
            metric: metric as u16,
            values: Values::Single { amount: number::amount(figure, per), per },
            invalid: None,
        };
        let trial = |(index, figures): (usize, &Figures)| {
            let mut observations: Vec<Observation> = figures
                .metrics
                .iter()
                .map(|&(metric, figure)| observation(metric, figure, per[&metric]))
                .collect();
            if let Some((metric, spread)) = spread.filter(|_| Some(index) == first) {
                observations.push(observation(metric, spread, number::per(&[spread])));
            }
            let outcome = match &figures.failed {
                Some(reason) => Outcome::Failed(Failure {
                    role: "program".to_owned(),
                    stage: Stage::Work,
                    reason: reason.clone(),
                }),
                None => Outcome::Measured(Measured { observations, tallies: Tallies::default() }),
            };
            Trial {
                cell,
                round: index as u32,
                position: cell,
                seed: 0,
                host_ns: Span::default(),
                conditions: figures.conditions.clone(),
                state: TrialState::default(),
                flags: Vec::new(),
                outcome,
            }
        };
        self.trials.iter().enumerate().map(trial).collect()
    }
}

/// The standard deviation of the headline over several trials.
fn deviation_of(trials: &[Figures]) -> Option<f64> {
    let headline = |trial: &Figures| {
        trial.metrics.iter().find(|(metric, _)| *metric == 0).map(|(_, figure)| *figure)
    };
    let figures: Vec<f64> = trials.iter().filter_map(headline).collect();
    if figures.len() < 2 {
        return None;
    }
    let mean = figures.iter().sum::<f64>() / figures.len() as f64;
    let squares: f64 = figures.iter().map(|figure| (figure - mean) * (figure - mean)).sum();
    Some((squares / (figures.len() - 1) as f64).sqrt())
}

/// Items by a key, in the order in which keys are met.
pub(crate) fn grouped<T, K: Ord + Clone>(
    items: impl IntoIterator<Item = T>,
    key: impl Fn(&T) -> K,
) -> Vec<(K, Vec<T>)> {
    let mut groups: Vec<(K, Vec<T>)> = Vec::new();
    let mut places: BTreeMap<K, usize> = BTreeMap::new();
    for item in items {
        let key = key(&item);
        let place = *places.entry(key.clone()).or_insert_with(|| {
            groups.push((key, Vec::new()));
            groups.len() - 1
        });
        groups[place].1.push(item);
    }
    groups
}

/// A text as a fact.
pub(crate) fn text_fact(key: &str, kind: FactKind, text: &str) -> Fact {
    fact(key, kind, FactValue::Text(text.to_owned()))
}
