use super::*;
use crate::{sample, view};

fn charts(record: &model::RunRecord) -> Vec<Chart> {
    let summary = analysis::summarize(record);
    let suites = view::suites(record, &summary);
    let mut charts = Vec::new();
    for table in suites.iter().flat_map(|suite| &suite.tables) {
        charts.extend(of_table(record, table));
        charts.extend(trials_of_table(table, &vec![true; table.lines.len()]));
    }
    let source = analysis::Source { name: "a", record, summary: &summary };
    for found in [
        analysis::compare_subjects(source, &analysis::Options::default()),
        analysis::compare_methods(source, &analysis::Options::default()),
    ]
    .into_iter()
    .flatten()
    {
        charts.extend(ratios(&found, "all"));
    }
    charts
}

#[test]
fn write_all() {
    std::fs::create_dir_all("/tmp/gallery").unwrap();
    for chart in charts(&sample::three_subjects()).into_iter().chain(charts(&sample::one_machine()))
    {
        std::fs::write(format!("/tmp/gallery/{}.svg", chart.name), chart.standalone()).unwrap();
    }
}
