//! Metrics as Prometheus and `OpenMetrics` see them: families of one name, unit and meaning, with
//! labelled values in base units.

use std::collections::{BTreeMap, BTreeSet};

use analysis::{Row, Summary};
use model::{Metric, RunRecord, Unit};

use super::names;

/// Metrics of one name.
pub(super) struct Family {
    pub(super) name: String,
    /// The end of the name, where it is a unit.
    pub(super) unit: Option<&'static str>,
    pub(super) help: String,
    pub(super) samples: Vec<Sample>,
}

/// One value.
pub(super) struct Sample {
    labels: Vec<(String, String)>,
    pub(super) value: f64,
}

impl Sample {
    /// `{benchmark="clock.read",subject="here"}`; both formats escape alike.
    pub(super) fn labels(&self) -> String {
        let escaped =
            |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        let pairs: Vec<String> = self
            .labels
            .iter()
            .map(|(name, value)| format!("{name}=\"{}\"", escaped(value)))
            .collect();
        format!("{{{}}}", pairs.join(","))
    }
}

/// What is said of a row.
#[derive(Clone, Copy)]
struct Part {
    word: &'static str,
    help: &'static str,
    pick: fn(&Row) -> Option<f64>,
}

const PARTS: [Part; 3] = [
    Part { word: "", help: "median of trials", pick: |row| Some(row.estimate.as_ref()?.median) },
    Part {
        word: "_low",
        help: "lower end of the median's interval",
        pick: |row| Some(row.estimate.as_ref()?.interval?.low),
    },
    Part {
        word: "_high",
        help: "upper end of the median's interval",
        pick: |row| Some(row.estimate.as_ref()?.interval?.high),
    },
];

/// All families of a record, in order of names.
pub(super) fn families(record: &RunRecord, summary: &Summary) -> Vec<Family> {
    let mut found: BTreeMap<String, Family> = BTreeMap::new();
    for row in names::usable(summary) {
        let metric = row.metric(record);
        let (unit, times, over) = unit(metric);
        for part in PARTS {
            let Some(value) = (part.pick)(row) else { continue };
            let name = family_name(metric, part.word, unit);
            let family = found.entry(name.clone()).or_insert_with(|| Family {
                name,
                unit,
                help: format!(
                    "Benchmark result: {}, {}.",
                    word(metric).replace('_', " "),
                    part.help
                ),
                samples: Vec::new(),
            });
            let value = value * times / over;
            family.samples.push(Sample { labels: labels(record, row, metric), value });
        }
    }
    let trials = names::headlines(summary).filter_map(|row| {
        let value = row.estimate.as_ref()?.trials as f64;
        Some(Sample { labels: labels(record, row, row.metric(record)), value })
    });
    let trials: Vec<Sample> = trials.collect();
    let starts: Vec<Sample> = record.sessions.iter().map(session_start).collect();
    for (name, unit, help, samples) in [
        ("whichos_case_trials", None, "Trials behind the figures of a case.", trials),
        (
            "whichos_session_start_timestamp_seconds",
            Some("seconds"),
            "Start of a session, in Unix time.",
            starts,
        ),
    ] {
        if !samples.is_empty() {
            let (name, help) = (name.to_owned(), help.to_owned());
            let empty = || Family { name: name.clone(), unit, help, samples: Vec::new() };
            found.entry(name.clone()).or_insert_with(empty).samples.extend(samples);
        }
    }
    found.into_values().collect()
}

fn session_start(session: &model::Session) -> Sample {
    let labels = vec![("session".to_owned(), session.id.clone())];
    Sample { labels, value: session.time_unix_ms.start as f64 / 1e3 }
}

/// The base unit, and what a figure is multiplied with and divided by.
fn unit(metric: &Metric) -> (Option<&'static str>, f64, f64) {
    let per_second = match &metric.per {
        Unit::Nanoseconds => Some(1e9),
        Unit::Count(noun) if noun == "second" => Some(1.0),
        _ => None,
    };
    match (&metric.amount, per_second) {
        (Unit::Bytes, Some(times)) => (Some("bytes_per_second"), times, 1.0),
        (Unit::Count(_), Some(times)) => (Some("per_second"), times, 1.0),
        (Unit::Nanoseconds, Some(times)) => (Some("seconds_per_second"), times, 1e9),
        (Unit::Nanoseconds, None) => (Some("seconds"), 1.0, 1e9),
        (Unit::Bytes, None) => (Some("bytes"), 1.0, 1.0),
        (Unit::Count(_), None) => (None, 1.0, 1.0),
    }
}

/// Endings that mean another kind of metric.
const RESERVED: [&str; 7] = ["_total", "_count", "_sum", "_bucket", "_created", "_info", "_gsum"];

/// `whichos_open_low_seconds`; never one of the endings that mean another kind of metric.
fn family_name(metric: &Metric, part: &str, unit: Option<&str>) -> String {
    let mut name = format!("whichos_{}{part}", word(metric));
    if let Some(unit) = unit {
        name = format!("{name}_{unit}");
    }
    if RESERVED.iter().any(|end| name.ends_with(end)) { name + "_figure" } else { name }
}

/// A metric's name without its unit, in letters that a family's name may have.
fn word(metric: &Metric) -> String {
    let stem = names::stem(metric).to_lowercase();
    let words: Vec<&str> = stem.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    if words.is_empty() { "figure".to_owned() } else { words.join("_") }
}

fn labels(record: &RunRecord, row: &Row, metric: &Metric) -> Vec<(String, String)> {
    let case = &record.cases[row.case];
    let per = match &metric.per {
        Unit::Nanoseconds => "second",
        Unit::Bytes => "byte",
        Unit::Count(noun) => noun,
    };
    let mut labels = vec![
        ("benchmark".to_owned(), case.benchmark.to_string()),
        ("metric".to_owned(), metric.name.clone()),
        ("per".to_owned(), per.to_owned()),
        ("subject".to_owned(), record.subjects[row.subject].label.clone()),
    ];
    let mut taken: BTreeSet<String> = labels.iter().map(|(name, _)| name.clone()).collect();
    // Names that the formats keep for themselves.
    taken.extend(["le", "quantile", "job", "instance"].map(str::to_owned));
    for (name, value) in names::parameters(case, row.definition(record)) {
        let name = names::only(&name.to_lowercase(), |c| c.is_ascii_alphanumeric());
        let name = name.trim_start_matches('_');
        let starts_well = name.starts_with(|c: char| c.is_ascii_alphabetic());
        let name = if starts_well { name.to_owned() } else { format!("parameter_{name}") };
        labels.push((names::unique(&mut taken, &name), value));
    }
    if let Some(revision) = names::revision(record, case) {
        labels.push((names::unique(&mut taken, "revision"), revision.to_string()));
    }
    // Subjects may share a label.
    let twin = |other: &model::Subject| other.label == record.subjects[row.subject].label;
    if record.subjects.iter().filter(|other| twin(other)).count() > 1 {
        let number = row.subject.to_string();
        labels.push((names::unique(&mut taken, "subject_number"), number));
    }
    labels
}
