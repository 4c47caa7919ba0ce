//! Prometheus's text format, for the textfile collector: gauges in base units, without timestamps.
//! Write the file under another name first and rename it, so that it is never read half.

use analysis::Summary;
use model::RunRecord;
use std::fmt::Write;

use super::families::families;

/// The text, ended by a newline.
pub fn render(record: &RunRecord, summary: &Summary) -> String {
    let mut text = String::new();
    for family in families(record, summary) {
        let name = &family.name;
        let _ = writeln!(text, "# HELP {name} {}\n# TYPE {name} gauge", family.help);
        for sample in &family.samples {
            let _ = writeln!(text, "{name}{} {}", sample.labels(), sample.value);
        }
    }
    text
}
