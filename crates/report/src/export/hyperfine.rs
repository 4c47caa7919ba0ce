//! hyperfine's JSON: a result for each headline row of times, its trials as runs, in seconds of one
//! operation.
//!
//! Mean, median and deviation are those of the times in the file. Processor time is not measured
//! by operation, so that `user` and `system` are null.

use std::collections::BTreeMap;

use analysis::{Estimate, Row, Summary};
use model::RunRecord;
use serde_json::{Value, json};

use super::names;

/// The document.
pub fn render(record: &RunRecord, summary: &Summary) -> String {
    let rows = names::headlines(summary).filter(|row| names::is_time(record, row));
    let results: Vec<Value> = rows
        .filter_map(|row| row.estimate.as_ref().map(|figures| result(record, row, figures)))
        .collect();
    format!("{:#}\n", json!({ "results": results }))
}

fn result(record: &RunRecord, row: &Row, figures: &Estimate) -> Value {
    let times: Vec<f64> = figures.points.iter().map(|point| point.value / 1e9).collect();
    let mut sorted = times.clone();
    sorted.sort_by(f64::total_cmp);
    let count = times.len();
    let mean = times.iter().sum::<f64>() / count as f64;
    let squares: f64 = times.iter().map(|time| (time - mean) * (time - mean)).sum();
    let deviation = (count > 1).then(|| (squares / (count - 1) as f64).sqrt());
    let median = f64::midpoint(sorted[(count - 1) / 2], sorted[count / 2]);
    let case = &record.cases[row.case];
    let mut parameters: BTreeMap<String, Value> = names::parameters(case, row.definition(record))
        .map(|(name, value)| (name.to_owned(), Value::String(value)))
        .collect();
    if record.subjects.len() > 1 {
        let label = &record.subjects[row.subject].label;
        parameters.insert("subject".to_owned(), Value::String(label.clone()));
    }
    // In alphabetical order, so that the text does not depend on how maps are kept.
    json!({
        "command": names::of_row(record, row, " ", "="),
        "exit_codes": vec![0; count],
        "max": sorted[count - 1],
        "mean": mean,
        "median": median,
        "min": sorted[0],
        "parameters": parameters,
        "stddev": deviation,
        "system": null,
        "times": times,
        "user": null,
    })
}
