//! One self-contained page: no script, no network, light and dark, on paper too.

mod benchmark;
mod comparison;
mod prose;

use askama::Template;

use crate::legend::{self, Entry};
use crate::view::{self, Suite};
use crate::{Report, chart, counsel, facts, words};

/// The page.
///
/// # Panics
/// Never: rendering into a string does not fail.
pub fn page(report: &Report<'_>) -> String {
    let rows: usize = report.sources.iter().map(|source| source.summary.rows.len()).sum();
    let mut budget = benchmark::Budget::of(rows);
    let files: Vec<File> = report
        .sources
        .iter()
        .enumerate()
        .map(|(place, source)| {
            let several = report.sources.len() > 1;
            let prefix =
                if several { format!("{}: ", words::clean(source.name)) } else { String::new() };
            let suites = view::suites(source.record, source.summary);
            let suites = suites
                .iter()
                .map(|suite| section(source, suite, place, &prefix, &mut budget))
                .collect();
            File {
                name: words::clean(source.name),
                lines: prose::provenance(source, report.hashes.get(place)),
                suites,
            }
        })
        .collect();
    let (columns, sections) = facts::table(report.sources);
    let with_figures = report
        .sources
        .iter()
        .flat_map(|source| &source.summary.rows)
        .filter(|row| row.estimate.is_some());
    let page = Page {
        title: &words::clean(report.title),
        style: style(),
        lede: prose::lede(report),
        under: prose::under(report),
        findings: comparison::sections(report.findings),
        advice: advice(report),
        hints: report.hints.iter().map(|hint| words::clean(&hint.to_string())).collect(),
        files,
        facts: rendered(&Facts { columns: &columns, sections: &sections }),
        method: prose::method(report),
        legend: legend::legend(with_figures),
    };
    rendered(&page).replace(" %", "\u{a0}%")
}

fn section(
    source: &analysis::Source<'_>,
    suite: &Suite<'_>,
    place: usize,
    prefix: &str,
    budget: &mut benchmark::Budget,
) -> Section {
    let benchmarks =
        suite.tables.iter().map(|table| benchmark::section(source.record, table, place, budget));
    Section {
        heading: format!("{prefix}{}", suite.name),
        anchor: anchor(&format!("suite-{place}-{}", suite.name)),
        benchmarks: benchmarks.collect(),
    }
}

/// A section for each benchmark that something is advised on.
fn advice(report: &Report<'_>) -> Vec<String> {
    let of_sources = report.sources.iter().zip(report.advice);
    let tables = of_sources.flat_map(|(source, advice)| counsel::tables(source, advice));
    tables.map(|table| rendered(&Advice { has_what: table.has_what(), table })).collect()
}

fn style() -> String {
    let mut style = chart::page_style();
    style.push_str(include_str!("../../templates/page.css"));
    style
}

/// A template's text.
fn rendered(template: &impl Template) -> String {
    template.render().expect("rendering into a string does not fail")
}

/// A name as an anchor.
fn anchor(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

#[derive(Template)]
#[template(path = "page.html")]
struct Page<'a> {
    title: &'a str,
    style: String,
    lede: String,
    under: Vec<String>,
    findings: Vec<String>,
    advice: Vec<String>,
    hints: Vec<String>,
    files: Vec<File>,
    facts: String,
    method: Vec<String>,
    legend: Vec<Entry>,
}

struct File {
    name: String,
    lines: Vec<String>,
    suites: Vec<Section>,
}

struct Section {
    heading: String,
    anchor: String,
    benchmarks: Vec<String>,
}

#[derive(Template)]
#[template(path = "advice.html")]
struct Advice {
    has_what: bool,
    table: counsel::Table,
}

#[derive(Template)]
#[template(path = "facts.html")]
struct Facts<'a> {
    columns: &'a [String],
    sections: &'a [facts::Section],
}

#[cfg(test)]
mod tests;
