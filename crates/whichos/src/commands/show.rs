//! `whichos show ID`: what a benchmark times, call by call, and what it does not tell.

use std::fmt::Write as _;

use anyhow::Result;
use model::{Better, Definition, Parameter, Role, Scale, System, Unit, Uses};

use crate::cli::Show;
use crate::{Exit, output};

/// Columns of running text.
const WIDTH: usize = 78;

pub(crate) fn show(arguments: &Show) -> Result<Exit> {
    let definition = harness::find_benchmark(&arguments.id)?;
    let text = if arguments.json {
        serde_json::to_string_pretty(&definition)? + "\n"
    } else {
        describe(&definition)?
    };
    output::data(&text)?;
    Ok(Exit::Ok)
}

fn describe(definition: &Definition) -> Result<String> {
    let mut text = String::new();
    writeln!(text, "{} (revision {})", definition.id, definition.revision)?;
    writeln!(text, "{}", definition.summary)?;
    for (title, body) in [
        ("What is timed", &definition.timed),
        ("What it does not tell", &definition.caveats),
        ("Source", &definition.source),
    ] {
        writeln!(text, "\n{title}\n{}", wrapped(body, "  "))?;
    }
    writeln!(text, "\nWhat it uses\n  {}", uses(definition.uses))?;
    writeln!(text, "\nMetrics")?;
    for (index, metric) in definition.metrics.iter().enumerate() {
        let headline = if index == 0 { " (headline)" } else { "" };
        let better = match metric.better {
            Better::Less => "less is better",
            Better::More => "more is better",
            Better::Diagnostic => "a diagnostic",
        };
        let unit = format!("{} per {}", unit(&metric.amount), unit(&metric.per));
        let line = format!("{}{headline}: {unit}, {better}. {}", metric.name, metric.summary);
        writeln!(text, "{}", wrapped(&line, "  "))?;
    }
    writeln!(text, "\nParameters")?;
    if definition.parameters.is_empty() {
        writeln!(text, "  none")?;
    }
    for parameter in &definition.parameters {
        text.push_str(&parameter_text(parameter)?);
    }
    Ok(text)
}

fn parameter_text(parameter: &Parameter) -> Result<String> {
    let mut text = String::new();
    let role = match parameter.role {
        Role::Workload => "workload: the work dictates it",
        Role::Method => "method: you can choose it",
    };
    writeln!(text, "  {} ({role})", parameter.name)?;
    writeln!(text, "{}", wrapped(&parameter.summary, "    "))?;
    match &parameter.scale {
        Scale::Ordered(of) => {
            writeln!(text, "    a number of {}s", unit(of).trim_end_matches('s'))?;
        }
        Scale::Named(names) => {
            for named in names {
                let here = systems(&named.systems);
                writeln!(text, "    {:<18} {}{here}", named.name, named.summary)?;
            }
        }
    }
    Ok(text)
}

/// Which systems have a value, where not all do.
fn systems(systems: &[System]) -> String {
    let names: Vec<&str> = systems.iter().map(|one| one.name()).collect();
    match names.len() {
        0 => String::new(),
        1..=3 => format!(" [{}]", names.join(", ")),
        _ => " [Unix]".to_owned(),
    }
}

fn uses(uses: Uses) -> &'static str {
    match uses {
        Uses::Nothing => "processor, memory and kernel: it runs once, however many --in there are",
        Uses::Directory => "a directory and its file system: it runs in every --in",
        Uses::Network => "the network",
    }
}

fn unit(unit: &Unit) -> &str {
    match unit {
        Unit::Nanoseconds => "nanoseconds",
        Unit::Bytes => "bytes",
        Unit::Count(noun) => noun,
    }
}

/// Running text in lines of [`WIDTH`] columns, each behind `indent`.
fn wrapped(text: &str, indent: &str) -> String {
    let mut lines = vec![indent.to_owned()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        if lines[last].chars().count() + word.chars().count() >= WIDTH && lines[last] != indent {
            lines.push(indent.to_owned());
        }
        let line = lines.last_mut().expect("there is always a line");
        if line.len() > indent.len() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.join("\n")
}
