//! hyperfine's JSON: for each command the time of every run, or their mean and deviation.

use std::collections::BTreeMap;

use model::{Better, Parameter, Role, Scale, Unit, Uses, Value};

use crate::infer::{self, Pairs};
use crate::json::{At, parse};
use crate::sheet::{Figures, Row, Sheet, definition, grouped};
use crate::{ImportError, Options, metric};

const NS: f64 = 1e9;

/// Reads a document.
pub(crate) fn read(text: &[u8], options: &Options) -> Result<Sheet, ImportError> {
    let document = parse(text)?;
    let results = At::top(&document).need("results")?.items()?;
    let mut known = Vec::with_capacity(results.len());
    for result in &results {
        known.push(Command::read(result)?);
    }
    let mut parameters = infer::parameters(known.iter().map(|one| &one.pairs), options);
    let templates: Vec<String> = known.iter().map(Command::template).collect();
    parameters.insert(0, command(&templates));
    let mut metrics =
        vec![metric::time("time_ns", "Time from start to end of the command.", "run")];
    for (name, summary) in [
        ("user_ns", "Processor time in user mode, the mean of all runs."),
        ("system_ns", "Processor time in the kernel, the mean of all runs."),
    ] {
        let mean = metric::time(name, summary, "run");
        metrics.push(model::Metric { better: Better::Diagnostic, ..mean });
    }
    let memory = "Greatest memory of the command.";
    metrics.push(metric::metric(
        "memory_bytes",
        memory,
        Unit::Bytes,
        Unit::count("run"),
        Better::Less,
    ));
    let mut sheet = Sheet {
        tool: "hyperfine".to_owned(),
        limits: "its file tells nothing of the system, and the runs of one command follow each \
                 other, so that drift and what ran before are part of a difference"
            .to_owned(),
        definitions: vec![definition(
            "hyperfine.command",
            "Run a command.",
            "hyperfine",
            Uses::Nothing,
            metrics,
            parameters,
        )],
        ..Sheet::default()
    };
    let mut seen: BTreeMap<BTreeMap<String, Value>, String> = BTreeMap::new();
    for ((result, one), template) in results.iter().zip(&known).zip(&templates) {
        let mut values = infer::values(&one.pairs, &sheet.definitions[0].parameters);
        values.insert("command".to_owned(), Value::name(template));
        if let Some(first) = seen.insert(values.clone(), result.path.clone()) {
            return Err(ImportError::path(
                &result.path,
                format!("the command of {first} again"),
                "name each command once, or give them names with --command-name",
            ));
        }
        sheet.rows.push(row(result, one, values)?);
    }
    Ok(sheet)
}

/// The commands as methods, in the order of the file.
fn command(templates: &[String]) -> Parameter {
    let names = grouped(templates, |template| template.as_str());
    Parameter {
        name: "command".to_owned(),
        summary: "What was run.".to_owned(),
        role: Role::Method,
        scale: Scale::Named(names.into_iter().map(|(name, _)| infer::named(name)).collect()),
    }
}

/// A command and the parameters that it was made with.
struct Command {
    text: String,
    pairs: Pairs,
    parameters: Vec<(String, String)>,
}

impl Command {
    fn read(result: &At<'_>) -> Result<Self, ImportError> {
        let text = result.need("command")?.text()?.to_owned();
        let mut parameters = Vec::new();
        if let Some(given) = result.get("parameters") {
            for (name, value) in given.members()? {
                // `command` is what we call the command itself.
                let name = if name == "command" { "parameter-command" } else { name };
                parameters.push((name.to_owned(), value.text()?.to_owned()));
            }
        }
        let mut pairs = Pairs::default();
        for (name, value) in &parameters {
            pairs.add(name, value);
        }
        Ok(Self { text, pairs, parameters })
    }

    /// The command with its parameters' values replaced by their names, so that one command under
    /// several values is one method.
    fn template(&self) -> String {
        let mut text = self.text.clone();
        for (name, value) in &self.parameters {
            text = replace_word(&text, value, &format!("{{{name}}}"));
        }
        // The word that means "does not apply" would make the command vanish.
        if text == Value::NONE || text.is_empty() { format!("({text})") } else { text }
    }
}

/// Replaces `word` where it stands by itself.
fn replace_word(text: &str, word: &str, with: &str) -> String {
    if word.is_empty() {
        return text.to_owned();
    }
    let part_of_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(word) {
        let (before, found) = rest.split_at(at);
        let after = &found[word.len()..];
        out.push_str(before);
        let alone = !out.ends_with(part_of_word) && !after.starts_with(part_of_word);
        out.push_str(if alone { with } else { word });
        rest = after;
    }
    out + rest
}

fn row(
    result: &At<'_>,
    one: &Command,
    values: BTreeMap<String, Value>,
) -> Result<Row, ImportError> {
    let mut row = Row { values, operations: 1, ..Row::default() };
    row.notes.insert("command".to_owned(), one.text.clone());
    if let Some(deviation) = result.get("stddev") {
        row.deviation = Some(deviation.figure()? * NS);
    }
    let codes = match result.get("exit_codes") {
        Some(codes) => codes.items()?,
        None => Vec::new(),
    };
    if let Some(times) = result.get("times") {
        let memory = match result.get("memory_usage_byte") {
            Some(memory) => memory.items()?,
            None => Vec::new(),
        };
        for (index, time) in times.items()?.iter().enumerate() {
            let failed = codes.get(index).and_then(failure);
            let mut metrics = vec![(0, time.positive()? * NS)];
            if let Some(memory) = memory.get(index) {
                metrics.push((3, memory.figure()?));
            }
            row.trials.push(Figures { metrics, failed, ..Figures::default() });
        }
    } else {
        let metrics = vec![(0, result.need("mean")?.positive()? * NS)];
        row.trials.push(Figures { metrics, ..Figures::default() });
        row.trials_of_mean = (codes.len() > 1).then_some(codes.len() as u64);
    }
    let Some(first) = row.trials.iter_mut().find(|trial| trial.failed.is_none()) else {
        if row.trials.is_empty() {
            let place = format!("{}.times", result.path);
            return Err(ImportError::path(&place, "no run", "is the file as hyperfine wrote it?"));
        }
        return Ok(row);
    };
    for (metric, name) in [(1, "user"), (2, "system")] {
        if let Some(mean) = result.get(name) {
            first.metrics.push((metric, mean.figure()? * NS));
        }
    }
    Ok(row)
}

/// Why a run does not count.
fn failure(code: &At<'_>) -> Option<String> {
    match code.value.as_i64() {
        Some(0) => None,
        Some(code) => Some(format!("exit code {code}")),
        None => Some("ended by a signal".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_words_are_replaced() {
        assert_eq!(replace_word("make -j 4 x4 4", "4", "{j}"), "make -j {j} x4 {j}");
        assert_eq!(replace_word("44", "4", "{j}"), "44");
        assert_eq!(replace_word("a", "", "{j}"), "a");
        assert_eq!(replace_word("-j4", "4", "{j}"), "-j4");
    }
}
