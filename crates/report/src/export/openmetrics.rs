//! `OpenMetrics`' text format: gauges with their units.

use analysis::Summary;
use model::RunRecord;
use std::fmt::Write;

use super::families::families;

/// The text, ended by its mark.
pub fn render(record: &RunRecord, summary: &Summary) -> String {
    let mut text = String::new();
    for family in families(record, summary) {
        let name = &family.name;
        let _ = writeln!(text, "# TYPE {name} gauge");
        if let Some(unit) = family.unit {
            let _ = writeln!(text, "# UNIT {name} {unit}");
        }
        let _ = writeln!(text, "# HELP {name} {}", family.help);
        for sample in &family.samples {
            let _ = writeln!(text, "{name}{} {}", sample.labels(), sample.value);
        }
    }
    text + "# EOF\n"
}
