//! Google Benchmark's JSON: an entry for each trial of a headline row of times.
//!
//! Processor time is not measured by operation: `cpu_time` repeats `real_time`, since the tools
//! that read the format need a figure there.

use analysis::{Estimate, Row, Summary};
use model::RunRecord;
use serde_json::{Value, json};

use super::names;

/// The document.
pub fn render(record: &RunRecord, summary: &Summary) -> String {
    let rows = names::headlines(summary).filter(|row| names::is_time(record, row));
    let entries: Vec<Value> = rows
        .enumerate()
        .filter_map(|(index, row)| {
            row.estimate.as_ref().map(|figures| entries(record, index, row, figures))
        })
        .flatten()
        .collect();
    let number = |key: &str| names::fact(record, key).and_then(|text| text.parse::<u64>().ok());
    // In alphabetical order, so that the text does not depend on how maps are kept.
    let context = json!({
        "caches": [],
        "cpu_scaling_enabled": false,
        "date": names::start(record).map(|start| format!("{start}+00:00")),
        "executable": "whichos",
        "host_name": record.subjects.first().map_or("", |subject| subject.label.as_str()),
        "json_schema_version": 1,
        "library_build_type": "release",
        "load_avg": [],
        "mhz_per_cpu": number("cpu.frequency_khz").unwrap_or(0) / 1_000,
        "num_cpus": number("cpu.count").unwrap_or(0),
    });
    format!("{:#}\n", json!({ "benchmarks": entries, "context": context }))
}

fn entries(record: &RunRecord, family: usize, row: &Row, figures: &Estimate) -> Vec<Value> {
    let name = names::of_row(record, row, "/", ":");
    let repetitions = figures.points.len();
    let entry = |(index, value): (usize, f64)| {
        json!({
            "cpu_time": value,
            "family_index": family,
            "iterations": row.operations.max(1),
            "name": name,
            "per_family_instance_index": 0,
            "real_time": value,
            "repetition_index": index,
            "repetitions": repetitions,
            "run_name": name,
            "run_type": "iteration",
            "threads": 1,
            "time_unit": "ns",
        })
    };
    figures.points.iter().map(|point| point.value).enumerate().map(entry).collect()
}
