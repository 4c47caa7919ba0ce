//! The tables published with the article "IO Benchmark": time of reading, writing and copying a
//! file by method, buffer and file size.
//!
//! They come in several dialects; rows that appear twice are recognized; what is known of the
//! program that measured (what it really wrote, which of its names mean the same) is told.

mod dialect;
mod methods;

use std::collections::BTreeMap;

use model::{Definition, Parameter, Role, Scale, Unit, Uses, Value};

use crate::sheet::{Figures, Row, Sheet, definition};
use crate::{ImportError, Input, Options, metric};

use dialect::Line;
use methods::{OPERATIONS, Operation};

const NS_IN_MS: f64 = 1e6;

/// A write that misses the file's size by more than this share is another work.
const WRITTEN_TOLERANCE: f64 = 0.01;

/// Reads the tables of all files as one result.
pub(crate) fn read(inputs: &[Input<'_>], options: &Options) -> Result<Sheet, ImportError> {
    let mut sheet = Sheet {
        tool: "IO Benchmark".to_owned(),
        limits: "mean and standard deviation of 5 or 10 trials in a fixed order, without \
                 interleaving; nothing was brought to the disk before the clock stopped; caches \
                 were dropped by a command whose failure went unseen; the cost of making random \
                 data is part of every write; nothing is known of machine, kernel or file system"
            .to_owned(),
        ..Sheet::default()
    };
    let mut places = [None; OPERATIONS.len()];
    let mut seen: BTreeMap<(usize, BTreeMap<String, Value>), Seen> = BTreeMap::new();
    let mut duplicates = 0_usize;
    let mut unsized_rows = 0_usize;
    for input in inputs {
        let lines = dialect::read(input, &mut sheet.remarks).map_err(|it| it.of(input.name))?;
        if lines.is_empty() && inputs.len() > 1 {
            sheet.remarks.push(format!("{} holds a heading and no row", input.name));
        }
        for line in lines {
            let operation = line.method.operation;
            let known = places[operation].get_or_insert_with(|| {
                sheet.definitions.push(define(&OPERATIONS[operation]));
                sheet.definitions.len() - 1
            });
            let row = row(*known, &line, options);
            let now =
                Seen { file: input.name.to_owned(), line: line.number, figures: line.figures() };
            let key = (*known, row.values.clone());
            match seen.get(&key) {
                Some(before) if before.figures == now.figures => {
                    duplicates += 1;
                    continue;
                }
                Some(before) => return Err(contradiction(&line, before).of(input.name)),
                None => drop(seen.insert(key, now)),
            }
            unsized_rows += usize::from(line.size.is_none());
            sheet.rows.push(row);
        }
    }
    if duplicates > 0 {
        let rows = match duplicates {
            1 => "1 row appears a second time and was".to_owned(),
            several => format!("{several} rows appear a second time and were"),
        };
        sheet.remarks.push(format!("{rows} taken once"));
    }
    if unsized_rows > 0 {
        let rows = match unsized_rows {
            1 => "1 row does".to_owned(),
            several => format!("{several} rows do"),
        };
        sheet.remarks.push(format!(
            "{rows} not say the size of the file; it stands in the name of some files, such as \
             read_64.csv"
        ));
    }
    Ok(sheet)
}

/// Where a row stood first.
struct Seen {
    file: String,
    line: usize,
    figures: (u64, u64),
}

fn contradiction(line: &Line, before: &Seen) -> ImportError {
    let file = if before.file.is_empty() { String::new() } else { format!(" of {}", before.file) };
    ImportError::line(
        line.number,
        1,
        format!("other figures for {} than in line {}{file}", line.text, before.line),
        "these are two results: import each by itself",
    )
}

/// The benchmark of an operation; always the same, so that results can be merged.
fn define(operation: &Operation) -> Definition {
    let parameter = |name: &str, summary: &str, role, scale| Parameter {
        name: name.to_owned(),
        summary: summary.to_owned(),
        role,
        scale,
    };
    let parameters = vec![
        parameter("size", "Size of the file.", Role::Workload, Scale::Ordered(Unit::Bytes)),
        parameter(
            "call",
            "How the file is accessed, in the words of the program that measured.",
            Role::Method,
            Scale::Named(methods::listed(operation)),
        ),
        parameter("buffer", "Data in each access.", Role::Method, Scale::Ordered(Unit::Bytes)),
    ];
    let headline =
        metric::time("time_ns", "Time of the whole file, the mean of all trials.", "file");
    let deviation = metric::deviation(&headline);
    let source = "Aditya Ramesh, IO Benchmark";
    let metrics = vec![headline, deviation];
    let known =
        definition(operation.id, operation.summary, source, Uses::Directory, metrics, parameters);
    Definition { caveats: operation.caveats.to_owned(), ..known }
}

fn row(definition: usize, line: &Line, options: &Options) -> Row {
    let size = |bytes: Option<u64>| bytes.map_or_else(Value::none, Value::Integer);
    let values = BTreeMap::from([
        ("size".to_owned(), size(line.size)),
        ("call".to_owned(), Value::name(line.method.name)),
        ("buffer".to_owned(), size(line.buffer)),
    ]);
    let mut conditions = BTreeMap::new();
    if let Some(written) = written(line) {
        conditions.insert("written".to_owned(), Value::name(written));
    }
    let metrics = vec![(0, line.mean_ms * NS_IN_MS)];
    let mut notes = BTreeMap::from([("name".to_owned(), line.text.clone())]);
    notes.insert("line".to_owned(), line.number.to_string());
    Row {
        definition,
        values,
        trials: vec![Figures { metrics, conditions, failed: None }],
        deviation: Some(of_sample(line.deviation_ms, options.trials) * NS_IN_MS),
        operations: 1,
        notes,
        ..Row::default()
    }
}

/// The program divides by the number of trials; that of a sample is greater.
fn of_sample(deviation: f64, trials: Option<u32>) -> f64 {
    match trials {
        Some(trials) if trials > 1 => {
            let trials = f64::from(trials);
            deviation * (trials / (trials - 1.0)).sqrt()
        }
        _ => deviation,
    }
}

/// How much the program wrote, which its loops tell: those with two buffers leave out the last
/// one, the others write the last one whole. `None` where nothing is written or the size is
/// unknown.
fn written(line: &Line) -> Option<&'static str> {
    let (size, buffer) = (line.size?, line.buffer.filter(|buffer| *buffer > 0));
    if !OPERATIONS[line.method.operation].writes {
        return None;
    }
    let Some(buffer) = buffer else { return Some("all") };
    let whole = size.div_ceil(buffer).saturating_mul(buffer);
    let amount = match line.method.two_buffers {
        true if size.is_multiple_of(buffer) => size.saturating_sub(buffer),
        true => whole.saturating_sub(buffer),
        false => whole,
    };
    let share = amount as f64 / size as f64 - 1.0;
    Some(match share {
        _ if share.abs() <= WRITTEN_TOLERANCE => "all",
        _ if share < 0.0 => "less",
        _ => "more",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(method: &str, mib: u64, kib: Option<u64>) -> Line {
        Line {
            number: 2,
            text: method.to_owned(),
            method: methods::find(method).unwrap(),
            size: Some(mib << 20),
            buffer: kib.map(|kib| kib << 10),
            mean_ms: 1.0,
            deviation_ms: 0.1,
        }
    }

    #[test]
    fn what_was_really_written_is_a_condition() {
        for (method, mib, kib, wanted) in [
            ("write_plain", 80, Some(65_536), Some("more")),
            ("write_async_plain", 80, Some(65_536), Some("less")),
            ("write_async_plain", 80, Some(4_096), Some("less")),
            ("write_async_plain", 80, Some(64), Some("all")),
            ("write_plain", 80, Some(48), Some("all")),
            ("write_plain", 8, Some(8_192), Some("all")),
            ("write_mmap_preallocate", 8, None, Some("all")),
            ("read_plain", 80, Some(65_536), None),
        ] {
            assert_eq!(written(&line(method, mib, kib)), wanted, "{method} {mib} {kib:?}");
        }
    }

    #[test]
    fn the_deviation_of_a_sample_is_greater() {
        assert_eq!(of_sample(2.0, None).to_bits(), 2.0_f64.to_bits());
        assert!((of_sample(2.0, Some(5)) - 2.0 * 1.25_f64.sqrt()).abs() < 1e-12);
    }
}
