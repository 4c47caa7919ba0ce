//! What `go test -bench` prints, the Go benchmark format: a line for each repetition.

use std::collections::BTreeMap;

use model::{Better, FactKind, Metric, Status, Unit, Uses};

use crate::infer::{self, Pairs};
use crate::sheet::{Figures, Row, Sheet, definition, grouped, text_fact};
use crate::{ImportError, Options, metric, number, text};

/// Reads the output.
pub(crate) fn read(bytes: &[u8], options: &Options) -> Result<Sheet, ImportError> {
    let mut output = Output::default();
    for (line_number, line) in text::lines(text::whole(bytes)?) {
        output.line(line_number, line)?;
    }
    let mut sheet = Sheet {
        tool: "go test".to_owned(),
        limits: "repetitions are of one process and follow each other, so that drift and the \
                 layout of memory are part of a difference"
            .to_owned(),
        label: output.config.get("cpu").cloned(),
        ..Sheet::default()
    };
    for (key, fact, kind) in [
        ("goos", "kernel.name", FactKind::Treatment),
        ("goarch", "kernel.architecture", FactKind::Treatment),
        ("cpu", "cpu.model", FactKind::Identity),
        ("toolchain", "build.go", FactKind::Build),
    ] {
        if let Some(value) = output.config.get(key) {
            sheet.facts.push(text_fact(fact, kind, value));
        }
    }
    let units = output.units;
    let several = grouped(&output.results, |result| result.package.clone()).len() > 1;
    let key = |result: &Run| (result.package.clone(), result.family.clone());
    for ((package, family), runs) in grouped(output.results, key) {
        // Packages may name their benchmarks alike.
        let package = package.rsplit('/').next().unwrap_or("");
        let suite = if several && !package.is_empty() { package } else { "go" };
        let mut id = format!("{}.{family}", suite.replace('.', "-"));
        while sheet.definitions.iter().any(|known| known.id.as_str() == id) {
            id.push('\'');
        }
        add_family(&mut sheet, &id, &runs, &units, options);
    }
    Ok(sheet)
}

/// What was read so far.
#[derive(Default)]
struct Output {
    config: BTreeMap<String, String>,
    /// Which direction of a unit is good, where the file says.
    units: BTreeMap<String, Better>,
    results: Vec<Run>,
}

/// One repetition.
struct Run {
    line: usize,
    package: String,
    family: String,
    name: String,
    pairs: Pairs,
    operations: u64,
    /// Unit and figure.
    figures: Vec<(String, f64)>,
    without: Option<Status>,
}

impl Output {
    fn line(&mut self, line_number: usize, line: &str) -> Result<(), ImportError> {
        if line.starts_with("Benchmark") {
            return self.benchmark(line_number, line);
        }
        if let Some(rest) = line.strip_prefix("Unit ") {
            let mut words = rest.split_whitespace();
            let unit = words.next().unwrap_or("").to_owned();
            for word in words {
                match word {
                    "better=lower" => self.units.insert(unit.clone(), Better::Less),
                    "better=higher" => self.units.insert(unit.clone(), Better::More),
                    _ => None,
                };
            }
            return Ok(());
        }
        let trimmed = line.trim_start();
        for (mark, word) in [("--- FAIL: Benchmark", "FAIL"), ("--- SKIP: Benchmark", "SKIP")] {
            if let Some(name) = trimmed.strip_prefix(mark) {
                let name = name.split_whitespace().next().unwrap_or("").to_owned();
                let reason = format!("go test says {word}");
                let without = match word {
                    "FAIL" => Status::Failed { reason },
                    _ => Status::Skipped { reason },
                };
                self.push(line_number, &name, 0, Vec::new(), Some(without));
                return Ok(());
            }
        }
        if let Some((key, value)) = line.split_once(':')
            && key.starts_with(|c: char| c.is_lowercase())
            && !key.contains(|c: char| c.is_whitespace() || c.is_uppercase())
        {
            self.config.insert(key.to_owned(), value.trim().to_owned());
        }
        Ok(())
    }

    fn benchmark(&mut self, line_number: usize, line: &str) -> Result<(), ImportError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, count, figures @ ..] = words.as_slice() else {
            // With -v the name stands alone before the benchmark runs.
            return Ok(());
        };
        let wrong = |word: &str, what: String| {
            let remedy = "remove what the benchmark itself printed, or run it again";
            ImportError::line(line_number, text::column(line, word), what, remedy)
        };
        let operations = count
            .parse::<u64>()
            .ok()
            .filter(|count| *count > 0)
            .ok_or_else(|| wrong(count, format!("{count:?} is no count of iterations")))?;
        let mut known: Vec<(String, f64)> = Vec::new();
        for pair in figures.chunks(2) {
            let [figure, unit] = pair else {
                return Err(wrong(pair[0], format!("{:?} has no unit", pair[0])));
            };
            let value = figure.parse().ok().filter(|value| number::is_sound(*value));
            let value =
                value.ok_or_else(|| wrong(figure, format!("{figure:?} is no measurement")))?;
            if known.iter().any(|(other, _)| other == unit) {
                return Err(wrong(unit, format!("{unit} a second time in one line")));
            }
            if known.is_empty() && value == 0.0 {
                return Err(wrong(figure, "a figure of zero is no measurement".to_owned()));
            }
            known.push(((*unit).to_owned(), value));
        }
        if known.is_empty() {
            return Err(wrong(name, format!("{name} has no figure")));
        }
        let name = name.strip_prefix("Benchmark").unwrap_or(name);
        self.push(line_number, name, operations, known, None);
        Ok(())
    }

    fn push(
        &mut self,
        line: usize,
        name: &str,
        operations: u64,
        figures: Vec<(String, f64)>,
        without: Option<Status>,
    ) {
        let (family, pairs) = parts(name);
        let package = self.config.get("pkg").cloned().unwrap_or_default();
        let name = name.to_owned();
        self.results.push(Run { line, package, family, name, pairs, operations, figures, without });
    }
}

/// `Join/size=8/plain-2` as a family and parameters: what has no name is a variant, and the number
/// behind the last hyphen is that of processors.
fn parts(name: &str) -> (String, Pairs) {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (name, processors) = match name.rsplit_once('-') {
        Some((name, count)) if digits(count) && !name.is_empty() => (name, Some(count)),
        _ => (name, None),
    };
    let mut parts = name.split('/');
    let family = parts.next().filter(|family| !family.is_empty()).unwrap_or("unnamed").to_owned();
    let mut pairs = Pairs::default();
    for part in parts {
        match part.split_once('=') {
            Some((key, value)) if !key.is_empty() => pairs.add(key, value),
            _ => pairs.add("variant", part),
        }
    }
    if let Some(count) = processors {
        pairs.add("processors", count);
    }
    (family, pairs)
}

fn add_family(
    sheet: &mut Sheet,
    id: &str,
    runs: &[Run],
    units: &BTreeMap<String, Better>,
    options: &Options,
) {
    let parameters = infer::parameters(runs.iter().map(|run| &run.pairs), options);
    let mut metrics: Vec<Metric> = Vec::new();
    let mut places: BTreeMap<&str, (usize, f64)> = BTreeMap::new();
    for (unit, _) in runs.iter().flat_map(|run| &run.figures) {
        if !places.contains_key(unit.as_str()) {
            let (mut wanted, scale) = unit_metric(unit, units.get(unit).copied());
            while metrics.iter().any(|known| known.name == wanted.name) {
                wanted.name.push('_');
            }
            places.insert(unit, (metrics.len(), scale));
            metrics.push(wanted);
        }
    }
    if metrics.is_empty() {
        metrics.push(unit_metric("ns/op", None).0);
    }
    let index = sheet.definitions.len();
    let summary = "A benchmark of a Go program.";
    sheet.definitions.push(definition(id, summary, "go test", Uses::Nothing, metrics, parameters));
    let parameters = sheet.definitions[index].parameters.clone();
    for (values, runs) in grouped(runs, |run| infer::values(&run.pairs, &parameters)) {
        let mut row = Row { definition: index, values, ..Row::default() };
        let lines: Vec<String> = runs.iter().map(|run| run.line.to_string()).collect();
        row.notes.insert("name".to_owned(), runs[0].name.clone());
        row.notes.insert("lines".to_owned(), lines.join(" "));
        row.without = runs.iter().find_map(|run| run.without.clone());
        for run in runs.iter().filter(|run| !run.figures.is_empty()) {
            row.operations = row.operations.max(run.operations);
            let figure = |(unit, value): &(String, f64)| {
                let (metric, scale) = places[unit.as_str()];
                (metric, value * scale)
            };
            let metrics = run.figures.iter().map(figure).collect();
            row.trials.push(Figures { metrics, ..Figures::default() });
        }
        sheet.rows.push(row);
    }
}

/// A unit of Go's as a metric, and what a figure in it is multiplied with.
fn unit_metric(unit: &str, better: Option<Better>) -> (Metric, f64) {
    let operation = || Unit::count("operation");
    let bandwidth = || metric::rate("bandwidth_bytes_per_s", "Data in a second.", Unit::Bytes);
    let memory = "Memory allocated in an operation.";
    let (known, scale) = match unit {
        "ns/op" => (metric::time("time_ns", "Time of one operation.", "operation"), 1.0),
        "sec/op" => (metric::time("time_ns", "Time of one operation.", "operation"), 1e9),
        "MB/s" => (bandwidth(), 1e6),
        "B/s" => (bandwidth(), 1.0),
        "B/op" => {
            (metric::metric("memory_bytes", memory, Unit::Bytes, operation(), Better::Less), 1.0)
        }
        "allocs/op" => {
            let summary = "Allocations in an operation.";
            let noun = Unit::count("allocation");
            (metric::metric("allocations", summary, noun, operation(), Better::Less), 1.0)
        }
        _ => {
            let summary = "A figure of the program's own, in the unit that it is named after.";
            let direction = Better::Diagnostic;
            (metric::metric(unit, summary, Unit::count("unit"), operation(), direction), 1.0)
        }
    };
    let better = better.unwrap_or(known.better);
    (Metric { better, ..known }, scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fall_into_family_and_parameters() {
        let (family, pairs) = parts("Join/size=8/plain-2");
        let mut wanted = Pairs::default();
        for (name, text) in [("size", "8"), ("variant", "plain"), ("processors", "2")] {
            wanted.add(name, text);
        }
        assert_eq!((family.as_str(), pairs), ("Join", wanted));
        assert_eq!(parts("").0, "unnamed");
        assert_eq!(parts("-8").0, "-8");
    }

    #[test]
    fn a_line_that_is_no_result_is_named() {
        let error =
            |text: &str| read(text.as_bytes(), &Options::default()).err().unwrap().to_string();
        assert!(
            error("BenchmarkA-8 many 1 ns/op")
                .starts_with("line 1, column 14: \"many\" is no count")
        );
        assert!(error("BenchmarkA 10 1").contains("column 15: \"1\" has no unit"));
        assert!(error("BenchmarkA 10 -1 ns/op").contains("\"-1\" is no measurement"));
        assert!(error("BenchmarkA 10 0 ns/op").contains("a figure of zero"));
        assert!(error("BenchmarkA 10 1 ns/op 2 ns/op").contains("ns/op a second time"));
    }
}
