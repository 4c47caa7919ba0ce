//! Rows for programs: one for each cell and metric, figures in base units at full precision.
//! Quoted as RFC 4180 says, lines ended by CR LF.

use analysis::{Row, Source};
use model::{Better, Unit, Value};

use crate::{view, words};

/// The columns, in their order.
const COLUMNS: [&str; 36] = [
    "source",
    "benchmark",
    "revision",
    "metric",
    "amount",
    "per",
    "better",
    "workload",
    "method",
    "subject",
    "target",
    "place",
    "conditions",
    "status",
    "reason",
    "trials",
    "sessions",
    "samples",
    "operations",
    "median",
    "low",
    "high",
    "confidence",
    "basis",
    "best",
    "min",
    "p25",
    "p75",
    "p95",
    "max",
    "mean",
    "latency_p50",
    "latency_p99",
    "latency_max",
    "bar",
    "flags",
];

/// All rows of all sources, under a line of heads.
pub fn rows(sources: &[Source<'_>]) -> String {
    let mut text = String::new();
    write_line(&mut text, &COLUMNS.map(str::to_owned));
    for source in sources {
        for row in &source.summary.rows {
            write_line(&mut text, &cells(source, row));
        }
    }
    text
}

fn cells(source: &Source<'_>, row: &Row) -> [String; COLUMNS.len()] {
    let record = source.record;
    let case = &record.cases[row.case];
    let definition = row.definition(record);
    let metric = row.metric(record);
    let subject = &record.subjects[row.subject];
    let values = |role| {
        let parts = case.values_of(definition, role);
        let parts: Vec<String> = parts
            .map(|(parameter, value)| format!("{}={}", parameter.name, plain(value)))
            .collect();
        parts.join(" ")
    };
    let (status, reason) = words::status(&row.status);
    let estimate = row.estimate.as_ref();
    let number = |pick: &dyn Fn(&analysis::Estimate) -> f64| {
        estimate.map_or_else(String::new, |estimate| pick(estimate).to_string())
    };
    let count = |pick: &dyn Fn(&analysis::Estimate) -> u64| {
        estimate.map_or_else(String::new, |estimate| pick(estimate).to_string())
    };
    let interval = estimate.and_then(|estimate| estimate.interval);
    let end = |pick: fn(analysis::Interval) -> f64| {
        interval.map_or_else(String::new, |interval| pick(interval).to_string())
    };
    let percentiles = estimate.and_then(|estimate| estimate.percentiles);
    let percentile = |pick: fn(analysis::Percentiles) -> f64| {
        percentiles.map_or_else(String::new, |percentiles| pick(percentiles).to_string())
    };
    [
        source.name.to_owned(),
        definition.id.to_string(),
        definition.revision.to_string(),
        metric.name.clone(),
        unit(&metric.amount).to_owned(),
        unit(&metric.per).to_owned(),
        better(metric.better).to_owned(),
        values(model::Role::Workload),
        values(model::Role::Method),
        subject.label.clone(),
        subject.target.clone(),
        subject.place.clone().unwrap_or_default(),
        conditions(row),
        status.to_owned(),
        reason,
        count(&|estimate| estimate.trials as u64),
        count(&|estimate| estimate.sessions as u64),
        count(&|estimate| estimate.samples),
        row.operations.to_string(),
        number(&|estimate| estimate.median),
        end(|interval| interval.low),
        end(|interval| interval.high),
        end(|interval| interval.confidence),
        interval.map_or_else(String::new, |interval| interval.basis.describe().to_owned()),
        number(&|estimate| estimate.best.value),
        number(&|estimate| estimate.min),
        number(&|estimate| estimate.p25),
        number(&|estimate| estimate.p75),
        number(&|estimate| estimate.p95),
        number(&|estimate| estimate.max),
        number(&|estimate| estimate.mean),
        percentile(|percentiles| percentiles.p50),
        percentile(|percentiles| percentiles.p99),
        percentile(|percentiles| percentiles.max),
        row.bar.as_ref().map_or_else(String::new, ToString::to_string),
        view::marks(row).join(" "),
    ]
}

fn unit(unit: &Unit) -> &str {
    match unit {
        Unit::Nanoseconds => "ns",
        Unit::Bytes => "B",
        Unit::Count(noun) => noun,
    }
}

fn better(better: Better) -> &'static str {
    match better {
        Better::Less => "less",
        Better::More => "more",
        Better::Diagnostic => "diagnostic",
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::Integer(number) => number.to_string(),
        Value::Name(name) => name.clone(),
    }
}

fn conditions(row: &Row) -> String {
    let parts = row.conditions.iter().map(|(name, values)| {
        let values: Vec<String> = values.iter().map(plain).collect();
        format!("{name}={}", values.join("|"))
    });
    parts.collect::<Vec<_>>().join(" ")
}

fn write_line(text: &mut String, cells: &[String]) {
    for (place, cell) in cells.iter().enumerate() {
        if place > 0 {
            text.push(',');
        }
        quote(text, cell);
    }
    text.push_str("\r\n");
}

/// A cell, in quotes where it holds a comma, a quote, a line break or an outer space. What a
/// spreadsheet would take for a formula gets an apostrophe before it, unless it is a number.
fn quote(text: &mut String, cell: &str) {
    let is_formula = cell.starts_with(['=', '+', '-', '@']) && cell.parse::<f64>().is_err();
    let needs_quotes = is_formula
        || cell.contains([',', '"', '\n', '\r'])
        || cell.starts_with(' ')
        || cell.ends_with(' ');
    if !needs_quotes {
        text.push_str(cell);
        return;
    }
    text.push('"');
    if is_formula {
        text.push('\'');
    }
    text.push_str(&cell.replace('"', "\"\""));
    text.push('"');
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::sample;

    /// A reader as RFC 4180 describes it.
    fn read(text: &str) -> Vec<Vec<String>> {
        let mut rows = vec![vec![String::new()]];
        let mut quoted = false;
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            let row = rows.last_mut().expect("a row");
            match c {
                '"' if quoted && chars.peek() == Some(&'"') => {
                    row.last_mut().expect("a cell").push('"');
                    chars.next();
                }
                '"' => quoted = !quoted,
                ',' if !quoted => row.push(String::new()),
                '\r' if !quoted && chars.peek() == Some(&'\n') => {
                    chars.next();
                    rows.push(vec![String::new()]);
                }
                c => row.last_mut().expect("a cell").push(c),
            }
        }
        rows.pop();
        rows
    }

    #[test]
    fn every_row_has_every_column() {
        let record = sample::three_subjects();
        let summary = analysis::summarize(&record);
        let source = Source { name: "a,\"b\"", record: &record, summary: &summary };
        let rows = read(&rows(&[source]));
        assert_eq!(rows.len(), summary.rows.len() + 1);
        assert!(rows.iter().all(|row| row.len() == COLUMNS.len()));
        assert!(rows[1..].iter().all(|row| row[0] == "a,\"b\""));
        let medians = rows[1..].iter().filter(|row| row[19].parse::<f64>().is_ok()).count();
        assert_eq!(medians, summary.rows.iter().filter(|row| row.estimate.is_some()).count());
    }

    #[test]
    fn formulas_are_defused_and_numbers_are_not() {
        let quoted = |cell: &str| {
            let mut text = String::new();
            quote(&mut text, cell);
            text
        };
        assert_eq!(quoted("=cmd()"), "\"'=cmd()\"");
        assert_eq!(quoted("-1.5"), "-1.5");
        assert_eq!(quoted("a \"b\""), "\"a \"\"b\"\"\"");
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(cells in prop::array::uniform4("[^=+@-]\\PC{0,20}|[,\"\r\n ]{0,6}")) {
            let mut text = String::new();
            write_line(&mut text, &cells);
            prop_assert_eq!(read(&text), vec![cells.to_vec()]);
        }
    }
}
