//! `JUnit`'s XML: a suite for each benchmark, a test case for each of its cells.
//!
//! A cell that failed, or has a failed trial, is a failure; one that was not measured is skipped.
//! The time of a case is that of its trials.

use std::collections::BTreeMap;
use std::fmt::Write;

use analysis::{Bar, Row, Summary};
use model::{RunRecord, Status};

use super::names;

/// The document.
pub fn render(record: &RunRecord, summary: &Summary) -> String {
    let times = times(record);
    let mut suites: Vec<(&str, Vec<Case<'_>>)> = Vec::new();
    for row in summary.rows.iter().filter(|row| row.metric == 0) {
        let id = record.cases[row.case].benchmark.as_str();
        let ns = times.get(&(row.case, row.subject)).copied().unwrap_or(0);
        let case = Case { row, seconds: ns as f64 / 1e9, verdict: verdict(row) };
        match suites.iter_mut().find(|(known, _)| *known == id) {
            Some((_, cases)) => cases.push(case),
            None => suites.push((id, vec![case])),
        }
    }
    let all = || suites.iter().flat_map(|(_, cases)| cases);
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    let _ = writeln!(text, "<testsuites name=\"whichos\" {}>", counts(all()));
    for (id, cases) in &suites {
        let start = names::start(record);
        let start = start.map_or_else(String::new, |start| format!(" timestamp=\"{start}\""));
        let name = escaped(id);
        let _ = writeln!(text, "  <testsuite name=\"{name}\" {}{start}>", counts(cases.iter()));
        for case in cases {
            text += &testcase(record, id, case);
        }
        text += "  </testsuite>\n";
    }
    text + "</testsuites>\n"
}

struct Case<'a> {
    row: &'a Row,
    seconds: f64,
    verdict: Verdict,
}

enum Verdict {
    Passed,
    Failed(String),
    Skipped(String),
}

fn verdict(row: &Row) -> Verdict {
    match (&row.status, &row.bar) {
        (Status::Failed { reason }, _) => Verdict::Failed(reason.clone()),
        (_, Some(bar @ (Bar::FailedTrial { .. } | Bar::Invalid { .. }))) => {
            Verdict::Failed(bar.to_string())
        }
        (_, Some(bar @ (Bar::NotMeasured { .. } | Bar::LeftOut { .. } | Bar::Dropped { .. }))) => {
            Verdict::Skipped(bar.to_string())
        }
        _ => Verdict::Passed,
    }
}

fn counts<'a>(cases: impl Iterator<Item = &'a Case<'a>>) -> String {
    let (mut tests, mut failures, mut skipped, mut seconds) = (0, 0, 0, 0.0);
    for case in cases {
        tests += 1;
        seconds += case.seconds;
        match case.verdict {
            Verdict::Passed => {}
            Verdict::Failed(_) => failures += 1,
            Verdict::Skipped(_) => skipped += 1,
        }
    }
    format!(
        "tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\" \
         time=\"{seconds:.3}\""
    )
}

fn testcase(record: &RunRecord, id: &str, case: &Case<'_>) -> String {
    let whole = names::of_row(record, case.row, " ", "=");
    let name = whole.strip_prefix(id).map_or(whole.as_str(), str::trim);
    let name = if name.is_empty() { id } else { name };
    let head = format!(
        "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\"",
        escaped(id),
        escaped(name),
        case.seconds
    );
    let inside = match &case.verdict {
        Verdict::Passed => figures(record, case.row),
        Verdict::Failed(why) => {
            format!("      <failure message=\"{}\"/>\n{}", escaped(why), figures(record, case.row))
        }
        Verdict::Skipped(why) => format!("      <skipped message=\"{}\"/>\n", escaped(why)),
    };
    if inside.is_empty() {
        format!("{head}/>\n")
    } else {
        format!("{head}>\n{inside}    </testcase>\n")
    }
}

/// The headline's figures, for people who read the report.
fn figures(record: &RunRecord, row: &Row) -> String {
    let Some(known) = &row.estimate else { return String::new() };
    let metric = row.metric(record);
    let median = crate::number::figure(metric, known.median);
    let trials = known.trials;
    let text = format!("{}: median {median} of {trials} trials", metric.name);
    format!("      <system-out>{}</system-out>\n", escaped(&text))
}

/// How long the trials of each case and subject took, in nanoseconds.
fn times(record: &RunRecord) -> BTreeMap<(usize, usize), u64> {
    let mut times = BTreeMap::new();
    for session in &record.sessions {
        for trial in &session.trials {
            let Some(cell) = session.cells.get(trial.cell as usize) else { continue };
            let time: &mut u64 =
                times.entry((cell.case as usize, cell.subject as usize)).or_default();
            *time = time.saturating_add(trial.host_ns.length());
        }
    }
    times
}

/// Text for an attribute or an element; what XML cannot hold becomes the replacement character.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push_str("&#9;"),
            '\r' => out.push_str("&#13;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() && c < ' ' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
