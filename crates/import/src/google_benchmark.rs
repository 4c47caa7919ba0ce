//! Google Benchmark's JSON: an entry for each repetition, for their aggregates, or both.

use std::collections::BTreeMap;

use model::{Better, FactKind, FactValue, Unit, Uses, Value};

use crate::infer::{self, Pairs};
use crate::json::{At, parse};
use crate::sheet::{Figures, Row, Sheet, definition, fact, grouped, text_fact};
use crate::{ImportError, Options, metric, time};

/// Members of an entry that are no counters.
const KNOWN: [&str; 17] = [
    "name",
    "run_name",
    "run_type",
    "family_index",
    "per_family_instance_index",
    "repetitions",
    "repetition_index",
    "threads",
    "iterations",
    "real_time",
    "cpu_time",
    "time_unit",
    "label",
    "aggregate_name",
    "aggregate_unit",
    "error_occurred",
    "skipped",
];

/// What the aggregates are called, as endings of a name.
const AGGREGATES: [&str; 6] = ["mean", "median", "stddev", "cv", "BigO", "RMS"];

/// Reads a document.
pub(crate) fn read(text: &[u8], options: &Options) -> Result<Sheet, ImportError> {
    let document = parse(text)?;
    let top = At::top(&document);
    let mut sheet = Sheet {
        tool: "Google Benchmark".to_owned(),
        limits: "repetitions are of one process and follow each other, so that the layout of \
                 memory and drift are part of a difference, and a file of aggregates tells mean \
                 and standard deviation only"
            .to_owned(),
        ..Sheet::default()
    };
    context(&top.need("context")?, &mut sheet)?;
    let mut entries = Vec::new();
    let mut fits = 0;
    for item in top.need("benchmarks")?.items()? {
        match Entry::read(item)? {
            Some(entry) => entries.push(entry),
            None => fits += 1,
        }
    }
    if fits > 0 {
        sheet.remarks.push(format!("{fits} fitted complexities were left out: no measurements"));
    }
    for (family, own) in grouped(&entries, |entry| entry.family.clone()) {
        add_family(&mut sheet, &family, &own, options)?;
    }
    Ok(sheet)
}

fn context(context: &At<'_>, sheet: &mut Sheet) -> Result<(), ImportError> {
    if let Some(host) = context.get("host_name") {
        sheet.label = Some(host.text()?.to_owned()).filter(|name| !name.is_empty());
    }
    if let Some(date) = context.get("date") {
        sheet.time_unix_ms = time::unix_ms(date.text()?).unwrap_or(0);
    }
    if let Some(count) = context.get("num_cpus") {
        let count = FactValue::Number(count.count()?);
        sheet.facts.push(fact("cpu.count", FactKind::Identity, count));
    }
    if let Some(kind) = context.get("library_build_type") {
        let kind = kind.text()?;
        sheet.facts.push(text_fact("build.google_benchmark", FactKind::Build, kind));
        if kind == "debug" {
            sheet.remarks.push("the benchmark library was a debug build".to_owned());
        }
    }
    if context.get("cpu_scaling_enabled").is_some_and(|it| it.value.as_bool() == Some(true)) {
        sheet.remarks.push("the processor's frequency was left free".to_owned());
    }
    Ok(())
}

/// One entry of the list.
struct Entry<'a> {
    at: At<'a>,
    run_name: String,
    family: String,
    /// `None`: a repetition.
    aggregate: Option<String>,
    pairs: Pairs,
}

impl<'a> Entry<'a> {
    /// `None` for a fitted complexity, which is no measurement.
    fn read(at: At<'a>) -> Result<Option<Self>, ImportError> {
        let name = at.need("name")?.text()?;
        let ending = AGGREGATES.iter().find(|end| name.ends_with(&format!("_{end}")));
        let aggregate = match (at.get("run_type"), at.get("aggregate_name")) {
            (_, Some(aggregate)) => Some(aggregate.text()?.to_owned()),
            (Some(_), None) => None,
            // Old versions tell it by the name alone.
            (None, None) => ending.map(|end| (*end).to_owned()),
        };
        if aggregate.as_deref().is_some_and(|it| matches!(it, "BigO" | "RMS")) {
            return Ok(None);
        }
        let run_name = match (at.get("run_name"), &aggregate) {
            (Some(name), _) => name.text()?,
            (None, Some(end)) => name.strip_suffix(&format!("_{end}")).unwrap_or(name),
            (None, None) => name,
        };
        let (family, pairs) = parts(run_name);
        Ok(Some(Self { run_name: run_name.to_owned(), family, aggregate, pairs, at }))
    }

    fn failure(&self) -> Result<Option<String>, ImportError> {
        let happened = |key| self.at.get(key).is_some_and(|it| it.value.as_bool() != Some(false));
        for (sign, message) in [("error_occurred", "error_message"), ("skipped", "skip_message")] {
            if happened(sign) {
                let why = self.at.get(message).map(|it| it.text()).transpose()?;
                return Ok(Some(why.filter(|why| !why.is_empty()).unwrap_or(sign).to_owned()));
            }
        }
        Ok(None)
    }

    /// Nanoseconds in the entry's unit of time.
    fn unit(&self) -> Result<f64, ImportError> {
        let Some(unit) = self.at.get("time_unit") else { return Ok(1.0) };
        match unit.text()? {
            "ns" => Ok(1.0),
            "us" => Ok(1e3),
            "ms" => Ok(1e6),
            "s" => Ok(1e9),
            _ => Err(unit.is_no("unit of time (ns, us, ms, s)")),
        }
    }
}

/// `BM_copy/8/threads:2` as a family and parameters.
fn parts(run_name: &str) -> (String, Pairs) {
    let mut parts = run_name.split('/');
    let family = parts.next().unwrap_or(run_name).to_owned();
    let mut pairs = Pairs::default();
    for part in parts {
        match part.split_once(':') {
            Some((key, value)) if !key.is_empty() => pairs.add(key, value),
            _ if matches!(part, "real_time" | "process_time" | "manual_time") => {
                pairs.add("clock", part);
            }
            _ if part.parse::<u64>().is_ok() => pairs.add("argument", part),
            _ => pairs.add("variant", part),
        }
    }
    (family, pairs)
}

fn add_family(
    sheet: &mut Sheet,
    family: &str,
    entries: &[&Entry<'_>],
    options: &Options,
) -> Result<(), ImportError> {
    let parameters = infer::parameters(entries.iter().map(|entry| &entry.pairs), options);
    let index = sheet.definitions.len();
    let metrics = vec![
        metric::time("time_ns", "Time of one iteration on the clock of the wall.", "iteration"),
        metric::time("cpu_ns", "Processor time of one iteration.", "iteration"),
    ];
    let id = format!("google-benchmark.{family}");
    let source = "Google Benchmark";
    sheet.definitions.push(definition(
        &id,
        "A benchmark of a program.",
        source,
        Uses::Nothing,
        metrics,
        parameters,
    ));
    let mut seen: BTreeMap<BTreeMap<String, Value>, &str> = BTreeMap::new();
    for (run_name, entries) in grouped(entries.iter().copied(), |entry| entry.run_name.as_str()) {
        let row = add_run(sheet, index, &entries)?;
        if let Some(first) = seen.insert(row.values.clone(), run_name) {
            let what = format!("{run_name} cannot be told from {first}");
            return Err(ImportError::path(&entries[0].at.path, what, "rename one of them"));
        }
        sheet.rows.push(row);
    }
    Ok(())
}

fn add_run(sheet: &mut Sheet, index: usize, entries: &[&Entry<'_>]) -> Result<Row, ImportError> {
    let first = entries[0];
    let values = infer::values(&first.pairs, &sheet.definitions[index].parameters);
    let mut row = Row { definition: index, values, ..Row::default() };
    row.notes.insert("name".to_owned(), first.run_name.clone());
    let mut mean = None;
    for entry in entries {
        match entry.aggregate.as_deref() {
            None => {
                if let Some(iterations) = entry.at.get("iterations") {
                    row.operations = row.operations.max(iterations.count()?);
                }
                let failed = entry.failure()?;
                let metrics = match failed {
                    Some(_) => Vec::new(),
                    None => figures(sheet, index, entry)?,
                };
                row.trials.push(Figures { metrics, failed, ..Figures::default() });
            }
            Some("mean") => {
                let metrics = figures(sheet, index, entry)?;
                mean = Some(Figures { metrics, ..Figures::default() });
                row.trials_of_mean = match entry.at.get("repetitions") {
                    Some(count) => Some(count.count()?),
                    None => None,
                };
            }
            Some("stddev") => {
                row.deviation = Some(entry.at.need("real_time")?.figure()? * entry.unit()?);
            }
            Some(_) => {}
        }
    }
    if row.trials.is_empty() {
        row.trials.extend(mean);
    }
    if row.trials.is_empty() {
        return Err(ImportError::path(
            &first.at.path,
            "neither a repetition nor a mean",
            "write the file without --benchmark_report_aggregates_only, or with the mean",
        ));
    }
    Ok(row)
}

/// The figures of a repetition or a mean.
fn figures(
    sheet: &mut Sheet,
    index: usize,
    entry: &Entry<'_>,
) -> Result<Vec<(usize, f64)>, ImportError> {
    let unit = entry.unit()?;
    let mut figures = vec![(0, entry.at.need("real_time")?.positive()? * unit)];
    if let Some(cpu) = entry.at.get("cpu_time") {
        figures.push((1, cpu.figure()? * unit));
    }
    for (name, value) in entry.at.members()? {
        if KNOWN.contains(&name) || name.ends_with("_message") || !value.value.is_number() {
            continue;
        }
        let Ok(figure) = value.figure() else {
            let remark = format!("counter {name} of {} was left out: negative", entry.run_name);
            sheet.remarks.push(remark);
            continue;
        };
        let wanted = match name {
            "bytes_per_second" => {
                metric::rate("bandwidth_bytes_per_s", "Data in a second.", Unit::Bytes)
            }
            "items_per_second" => {
                metric::rate("items_per_s", "Items in a second.", Unit::count("item"))
            }
            _ => metric::metric(
                &format!("counter_{name}"),
                "A counter of the program's own.",
                Unit::count("unit"),
                Unit::count("iteration"),
                Better::Diagnostic,
            ),
        };
        figures.push((sheet.metric(index, wanted), figure));
    }
    Ok(figures)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fall_into_family_and_parameters() {
        let (family, pairs) = parts("BM_copy<int>/8/64/threads:2/real_time/cold");
        assert_eq!(family, "BM_copy<int>");
        let mut wanted = Pairs::default();
        for (name, text) in [
            ("argument", "8"),
            ("argument", "64"),
            ("threads", "2"),
            ("clock", "real_time"),
            ("variant", "cold"),
        ] {
            wanted.add(name, text);
        }
        assert_eq!(pairs, wanted);
    }
}
