//! Bencher's metric format: for each case its metrics, median and interval.
//!
//! The measures that Bencher knows are used where they fit: `latency` is nanoseconds of an
//! operation, `throughput` operations in a second. The others are named like the metric.

use analysis::{Row, Summary};
use model::{RunRecord, Unit};
use serde_json::{Map, Value, json};

use super::names;

/// The longest name of a benchmark, and of a measure, in characters.
const LONGEST: (usize, usize) = (1_024, 64);

/// The document.
pub fn render(record: &RunRecord, summary: &Summary) -> String {
    let mut cases: std::collections::BTreeMap<String, Map<String, Value>> =
        std::collections::BTreeMap::new();
    for row in names::usable(summary) {
        let Some(figures) = &row.estimate else { continue };
        let metric = match figures.interval {
            Some(interval) => json!({
                "lower_value": interval.low,
                "upper_value": interval.high,
                "value": figures.median,
            }),
            None => json!({ "value": figures.median }),
        };
        let name = shortened(&names::of_row(record, row, " ", "="), LONGEST.0);
        let measures = cases.entry(name).or_default();
        let mut measure = measure(record, row);
        while measures.contains_key(&measure) {
            measure = shortened(&format!("2-{measure}"), LONGEST.1);
        }
        measures.insert(measure, metric);
    }
    let sorted = cases.into_iter().map(|(name, measures)| {
        let mut measures: Vec<(String, Value)> = measures.into_iter().collect();
        measures.sort_by(|one, other| one.0.cmp(&other.0));
        (name, Value::Object(measures.into_iter().collect()))
    });
    format!("{:#}\n", Value::Object(sorted.collect()))
}

fn measure(record: &RunRecord, row: &Row) -> String {
    let metric = row.metric(record);
    let is_second = |unit: &Unit| matches!(unit, Unit::Count(noun) if noun == "second");
    match (row.metric, &metric.amount, &metric.per) {
        (0, Unit::Nanoseconds, Unit::Count(_)) => "latency".to_owned(),
        (0, Unit::Count(_), per) if is_second(per) => "throughput".to_owned(),
        _ => {
            let slug = metric.name.to_lowercase();
            let slug = names::only(&slug, |c| c.is_ascii_alphanumeric()).replace('_', "-");
            shortened(&slug, LONGEST.1)
        }
    }
}

fn shortened(text: &str, longest: usize) -> String {
    text.chars().take(longest).collect()
}
