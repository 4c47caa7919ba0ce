//! Each chart of a report as a file of its own, with its own styles.

use crate::{Report, chart, view};

/// A chart as a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// What the file may be called, without an ending: letters, digits, dots, dashes.
    pub name: String,
    /// The document.
    pub text: String,
}

/// All charts of a report: results, then trials, of each benchmark, then comparisons.
pub fn files(report: &Report<'_>) -> Vec<File> {
    let mut charts = Vec::new();
    for (place, source) in report.sources.iter().enumerate() {
        let suites = view::suites(source.record, source.summary);
        for table in suites.iter().flat_map(|suite| &suite.tables) {
            let all = vec![true; table.lines.len()];
            let mut of_table = chart::of_table(source.record, table);
            of_table.extend(chart::trials_of_table(table, &all));
            for chart in &mut of_table {
                if report.sources.len() > 1 {
                    chart.name = format!("{}-{}", place + 1, chart.name);
                }
            }
            charts.extend(of_table);
        }
    }
    for (place, findings) in report.findings.iter().enumerate() {
        charts.extend(chart::ratios(findings, &format!("comparison-{}", place + 1), usize::MAX));
    }
    charts
        .iter()
        .map(|chart| File { name: file_name(&chart.name), text: chart.standalone() })
        .collect()
}

fn file_name(name: &str) -> String {
    let kept = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-') { c } else { '_' };
    name.chars().map(kept).collect::<String>().trim_start_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::sample;

    #[test]
    fn every_chart_is_well_formed_and_has_its_own_name() {
        for record in [sample::three_subjects(), sample::one_machine()] {
            let files = sample::with_report(&record, files);
            let names: BTreeSet<&str> = files.iter().map(|file| file.name.as_str()).collect();
            assert_eq!(names.len(), files.len());
            assert!(files.len() >= 8);
            for file in &files {
                let document = roxmltree::Document::parse(&file.text)
                    .unwrap_or_else(|error| panic!("{}: {error}", file.name));
                let root = document.root_element();
                assert_eq!(root.attribute("role"), Some("img"));
                for part in ["title", "desc"] {
                    let text = root
                        .children()
                        .find(|node| node.tag_name().name() == part)
                        .and_then(|node| node.text());
                    assert!(text.is_some_and(|text| text.len() > 8), "{part} of {}", file.name);
                }
            }
        }
    }
}
