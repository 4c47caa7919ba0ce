//! `whichos compare A B [C …]`, and comparison within one file.

use analysis::{Factor, FailOn, Findings, GateOutcome, GateResult, Kind, Options, Thresholds};
use anyhow::{Result, bail};

use crate::cli::{Against, Compare};
use crate::files::read_all;
use crate::{Exit, output, settings};

pub(crate) fn compare(arguments: &Compare) -> Result<Exit> {
    let files = read_all(&arguments.files)?;
    let options = options(arguments)?;
    let sources: Vec<_> = files.iter().map(crate::files::ResultFile::source).collect();
    let all = match (&sources[..], arguments.by) {
        ([source], Some(Against::Methods)) => vec![analysis::compare_methods(*source, &options)?],
        ([source], Some(Against::Subjects)) => vec![analysis::compare_subjects(*source, &options)?],
        ([source], None) => within(source, &options)?,
        (_, None) => vec![analysis::compare_files(&sources, &options)?],
        (_, Some(_)) => bail!("--by compares within one file; several files are compared whole"),
    };
    let first = &all[0];
    let gate = arguments.fail_on.map(|fail_on| analysis::gate(first, fail_on));
    if arguments.json {
        let document = analysis::verdict_document(first, gate.as_ref());
        output::data(&(serde_json::to_string_pretty(&document)? + "\n"))?;
    } else {
        let mut text = String::new();
        for findings in &all {
            text.push_str(&told(findings));
        }
        let mut hints: Vec<_> = sources.iter().flat_map(|one| analysis::hints(*one)).collect();
        hints.extend(analysis::hints_between(&sources, first));
        text.push_str(&report::terminal::hints(&hints, output::screen()));
        output::data(&text)?;
    }
    Ok(gate.as_ref().map_or(Exit::Ok, exit))
}

fn options(arguments: &Compare) -> Result<Options> {
    let thresholds = match arguments.threshold {
        Some(threshold) => Thresholds::all(threshold),
        None => settings::thresholds()?,
    };
    Ok(Options {
        thresholds,
        baseline: arguments.baseline.clone(),
        factor: arguments.factor,
        session_sigma: None,
    })
}

/// Subjects, where there are several, and methods, where there are.
fn within(source: &analysis::Source<'_>, options: &Options) -> Result<Vec<Findings>> {
    let subjects = analysis::compare_subjects(*source, options);
    let methods = analysis::compare_methods(*source, options);
    match (subjects, methods) {
        (Ok(subjects), Ok(methods)) if options.baseline.is_none() => Ok(vec![subjects, methods]),
        (Ok(subjects), _) => Ok(vec![subjects]),
        (Err(_), Ok(methods)) => Ok(vec![methods]),
        (Err(refusal), Err(_)) => Err(refusal.into()),
    }
}

fn told(findings: &Findings) -> String {
    let screen = output::screen();
    let mut text = report::terminal::comparison(findings, screen);
    text.push('\n');
    if findings.kind != Kind::Methods {
        text.push_str(&report::terminal::medians(findings, screen));
        text.push('\n');
    }
    text.push_str(&report::terminal::findings(findings, None, screen));
    text.push('\n');
    text.push_str(&report::terminal::attributions(findings, screen));
    text.push_str(&report::terminal::notes(findings, screen));
    text.push('\n');
    text
}

/// 3 where the gate failed, 4 where it cannot be told.
fn exit(gate: &GateResult) -> Exit {
    let (exit, word) = match gate.outcome {
        GateOutcome::Pass => (Exit::Ok, "passed"),
        GateOutcome::Fail => (Exit::Gate, "failed"),
        GateOutcome::Inconclusive => (Exit::Incomplete, "inconclusive"),
    };
    output::say(&format!(
        "gate {word}: {} slower, {} not settled, {} not measured by all",
        gate.failed.len(),
        gate.unsettled.len(),
        gate.missing.len()
    ));
    exit
}

/// `--fail-on`.
pub(crate) fn parse_fail_on(text: &str) -> Result<FailOn, String> {
    FailOn::parse(text)
}

/// `--factor`.
pub(crate) fn parse_factor(text: &str) -> Result<Factor, String> {
    Factor::parse(text).ok_or_else(|| {
        let known: Vec<&str> = Factor::all().map(Factor::name).collect();
        format!("{text:?} is no factor; there is {}", known.join(", "))
    })
}

/// `--threshold 3%`, as a fraction.
pub(crate) fn parse_percent(text: &str) -> Result<f64, String> {
    let number: f64 = text
        .trim_end_matches('%')
        .trim()
        .parse()
        .map_err(|_| format!("{text:?} is no percentage"))?;
    if number.is_finite() && number > 0.0 && number < 100.0 {
        Ok(number / 100.0)
    } else {
        Err(format!("{text:?} is no percentage between 0 and 100"))
    }
}
