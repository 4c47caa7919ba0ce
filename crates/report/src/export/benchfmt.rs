//! The Go benchmark format: a line for each trial with all its metrics. The subject is a
//! configuration key, so that `benchstat -col subject` compares subjects.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use analysis::{Estimate, Row, Summary};
use model::{Better, Metric, RunRecord, Unit};

use super::names;

/// The lines.
pub fn render(record: &RunRecord, summary: &Summary) -> String {
    let mut text = String::new();
    for (key, fact) in [
        ("goos", "kernel.name"),
        ("goarch", "kernel.architecture"),
        ("cpu", "cpu.model"),
        ("kernel", "kernel.release"),
    ] {
        if let Some(value) = names::fact(record, fact) {
            let _ = writeln!(text, "{key}: {}", one_line(&value));
        }
    }
    for line in units(record, summary) {
        text += &line;
    }
    for (index, subject) in record.subjects.iter().enumerate() {
        let of_subject: Vec<&Row> =
            names::usable(summary).filter(|row| row.subject == index).collect();
        if of_subject.is_empty() {
            continue;
        }
        let _ = writeln!(text, "subject: {}", one_line(&subject.label));
        for rows in of_subject.chunk_by(|one, other| one.case == other.case) {
            add_case(&mut text, record, rows);
        }
    }
    text
}

/// Which direction of each unit is good; a unit that has both has none.
fn units(record: &RunRecord, summary: &Summary) -> Vec<String> {
    let mut better: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for row in names::usable(summary) {
        let metric = row.metric(record);
        let direction = match metric.better {
            Better::Less => "lower",
            Better::More => "higher",
            Better::Diagnostic => continue,
        };
        better.entry(unit(metric, row.metric == 0).0).or_default().insert(direction);
    }
    let single = better.into_iter().filter(|(_, directions)| directions.len() == 1);
    single
        .flat_map(|(unit, directions)| {
            directions.into_iter().map(move |direction| format!("Unit {unit} better={direction}\n"))
        })
        .collect()
}

fn add_case(text: &mut String, record: &RunRecord, rows: &[&Row]) {
    let name = name(record, rows[0]);
    // Trials by session and index, each with its metrics.
    let mut trials: BTreeMap<(usize, usize), Vec<String>> = BTreeMap::new();
    for row in rows {
        let (unit, scale) = unit(row.metric(record), row.metric == 0);
        for point in row.estimate.iter().flat_map(|figures: &Estimate| &figures.points) {
            let value = format!("{} {unit}", point.value * scale);
            trials.entry((point.session, point.trial)).or_default().push(value);
        }
    }
    let operations = rows[0].operations.max(1);
    for figures in trials.values() {
        let _ = writeln!(text, "{name} {operations} {}", figures.join(" "));
    }
}

/// `BenchmarkProcess.create/call=fork/parent-memory=0`.
fn name(record: &RunRecord, row: &Row) -> String {
    let case = &record.cases[row.case];
    let word =
        |text: &str| names::only(text, |c| !c.is_whitespace() && !c.is_control() && c != '/');
    let mut characters = case.benchmark.as_str().chars();
    let first: String = characters.next().into_iter().flat_map(char::to_uppercase).collect();
    let mut name = format!("Benchmark{first}{}", word(characters.as_str()));
    for (parameter, value) in names::parameters(case, row.definition(record)) {
        let parameter = word(&parameter.replace('=', "_"));
        let _ = write!(name, "/{parameter}={}", word(&value));
    }
    if let Some(revision) = names::revision(record, case) {
        let _ = write!(name, "/revision={revision}");
    }
    // A number behind a last hyphen would be read as that of processors.
    if let Some((before, last)) = name.rsplit_once('-')
        && last.bytes().all(|byte| byte.is_ascii_digit())
    {
        return format!("{before}_{last}");
    }
    name
}

/// The unit of a metric, and what a figure in base units is multiplied with. The headline has the
/// plain unit, as in `ns/op`; the others have their names before it.
fn unit(metric: &Metric, headline: bool) -> (String, f64) {
    let amount = match &metric.amount {
        Unit::Nanoseconds => "ns",
        Unit::Bytes => "B",
        Unit::Count(noun) => noun,
    };
    let (per, scale) = match &metric.per {
        Unit::Nanoseconds => ("s", 1e9),
        Unit::Bytes => ("B", 1.0),
        Unit::Count(noun) if noun == "second" => ("s", 1.0),
        Unit::Count(_) => ("op", 1.0),
    };
    let unit = if headline {
        format!("{amount}/{per}")
    } else {
        format!("{}-{amount}/{per}", names::stem(metric).replace('_', "-"))
    };
    (names::only(&unit, |c| !c.is_whitespace() && !c.is_control()), scale)
}

fn one_line(text: &str) -> String {
    names::only(text, |c| !c.is_control())
}
