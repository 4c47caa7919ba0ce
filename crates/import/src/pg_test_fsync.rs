//! What `pg_test_fsync` prints: writes in a second by sync technique.

use std::collections::BTreeMap;

use model::{Named, Parameter, Role, Scale, Status, Unit, Uses, Value};

use crate::sheet::{Figures, Row, Sheet, definition};
use crate::{ImportError, infer, metric, number, text};

/// A part of the output, told by how its heading starts.
struct Part {
    heading: &'static str,
    id: &'static str,
    summary: &'static str,
    /// What the lines of it differ in.
    method: &'static str,
}

const PARTS: [Part; 4] = [
    Part {
        heading: "Compare file sync methods",
        id: "pg-test-fsync.sync",
        summary: "Write to the start of a file and bring it to the disk.",
        method: "technique",
    },
    Part {
        heading: "Compare open_sync with different write sizes",
        id: "pg-test-fsync.write-size",
        summary: "Bring 16 KiB to the disk in writes of one size.",
        method: "write-size",
    },
    Part {
        heading: "Test if fsync on non-write file descriptor",
        id: "pg-test-fsync.descriptor",
        summary: "Write by one descriptor and sync by the same or another.",
        method: "technique",
    },
    Part {
        heading: "Non-sync'ed",
        id: "pg-test-fsync.unsynced",
        summary: "Write without bringing it to the disk.",
        method: "technique",
    },
];

/// Reads the program's output.
pub(crate) fn read(bytes: &[u8]) -> Result<Sheet, ImportError> {
    let mut sheet = Sheet {
        tool: "pg_test_fsync".to_owned(),
        limits: "it prints one rate for each technique and nothing of its spread; whether a sync \
                 reached the medium is not proven"
            .to_owned(),
        ..Sheet::default()
    };
    let mut part = None;
    for (line_number, line) in text::lines(text::whole(bytes)?) {
        if let Some(found) = PARTS.iter().position(|part| line.starts_with(part.heading)) {
            let at = Heading { part: found, writes: writes(line), block: block(line) };
            part = Some(at);
            continue;
        }
        let Some(heading) = part.as_ref().filter(|_| line.starts_with([' ', '\t'])) else {
            continue;
        };
        add(&mut sheet, heading, line_number, line)?;
    }
    for index in 0..sheet.definitions.len() {
        list_methods(&mut sheet, index);
    }
    Ok(sheet)
}

/// Where in the output a line stands.
struct Heading {
    part: usize,
    writes: u64,
    block: Option<u64>,
}

/// `using two 8kB writes` is two.
fn writes(heading: &str) -> u64 {
    if heading.contains(" two ") { 2 } else { 1 }
}

/// The size in `one 8kB write`.
fn block(text: &str) -> Option<u64> {
    let (before, _) = text.split_once("kB")?;
    let digits = before.rsplit(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse::<u64>().ok()?.checked_mul(1024)
}

fn add(
    sheet: &mut Sheet,
    heading: &Heading,
    line_number: usize,
    line: &str,
) -> Result<(), ImportError> {
    let Some(measured) = Line::read(line_number, line)? else { return Ok(()) };
    let part = &PARTS[heading.part];
    let index = match sheet.definitions.iter().position(|known| known.id.as_str() == part.id) {
        Some(index) => index,
        None => define(sheet, part),
    };
    let size = |bytes: Option<u64>| bytes.map_or_else(Value::none, Value::Integer);
    let mut values = BTreeMap::new();
    if part.method == "write-size" {
        values.insert(part.method.to_owned(), size(block(&measured.name)));
        values.insert("size".to_owned(), Value::Integer(16 << 10));
        values.insert("writes".to_owned(), Value::none());
    } else {
        values.insert(part.method.to_owned(), Value::name(&measured.name));
        values.insert("size".to_owned(), size(heading.block));
        values.insert("writes".to_owned(), Value::Integer(heading.writes));
    }
    if sheet.rows.iter().any(|row| row.definition == index && row.values == values) {
        let what = format!("{} a second time", measured.name);
        let remedy = "import one output at a time, then `whichos merge` joins them";
        return Err(ImportError::line(line_number, 1, what, remedy));
    }
    let mut row = Row { definition: index, values, operations: 1, ..Row::default() };
    if let Some(rate) = measured.rate {
        row.trials.push(Figures { metrics: vec![(0, rate)], ..Figures::default() });
    } else {
        let reason = "the program calls it not available here".to_owned();
        row.without = Some(Status::Unsupported { reason });
    }
    sheet.rows.push(row);
    Ok(())
}

/// A line of a part.
struct Line {
    name: String,
    /// `None`: not available.
    rate: Option<f64>,
}

impl Line {
    /// `None` for a line that is no result.
    fn read(line_number: usize, line: &str) -> Result<Option<Self>, ImportError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let [name @ .., last] = words.as_slice()
            && last.starts_with("n/a")
            && !name.is_empty()
        {
            return Ok(Some(Self { name: name.join(" "), rate: None }));
        }
        let Some(place) = words.iter().position(|word| *word == "ops/sec") else {
            return Ok(None);
        };
        let Some((rate, name)) = words[..place].split_last().filter(|(_, name)| !name.is_empty())
        else {
            let remedy = "is the output as the program printed it?";
            return Err(ImportError::line(line_number, 1, "no rate before ops/sec", remedy));
        };
        let figure = rate.parse().ok().filter(|it| number::is_sound(*it) && *it > 0.0);
        let figure = figure.ok_or_else(|| {
            let what = format!("{rate:?} is no rate");
            let remedy = "let the program measure for longer, with -s";
            ImportError::line(line_number, text::column(line, rate), what, remedy)
        })?;
        Ok(Some(Self { name: name.join(" "), rate: Some(figure) }))
    }
}

fn define(sheet: &mut Sheet, part: &Part) -> usize {
    let parameter = |name: &str, summary: &str, role, scale| Parameter {
        name: name.to_owned(),
        summary: summary.to_owned(),
        role,
        scale,
    };
    let methods = match part.method {
        "write-size" => Scale::Ordered(Unit::Bytes),
        _ => Scale::Named(Vec::new()),
    };
    let parameters = vec![
        parameter("size", "Data in each write.", Role::Workload, Scale::Ordered(Unit::Bytes)),
        parameter(
            "writes",
            "Writes before each sync.",
            Role::Workload,
            Scale::Ordered(Unit::count("write")),
        ),
        parameter(part.method, "How it is done.", Role::Method, methods),
    ];
    let metrics =
        vec![metric::rate("operations_per_s", "Operations in a second.", Unit::count("operation"))];
    let uses = Uses::Directory;
    sheet.definitions.push(definition(
        part.id,
        part.summary,
        "PostgreSQL",
        uses,
        metrics,
        parameters,
    ));
    sheet.definitions.len() - 1
}

/// Lists the techniques in the order of the output, which is the program's own preference.
fn list_methods(sheet: &mut Sheet, index: usize) {
    let mut names: Vec<Named> = Vec::new();
    for row in sheet.rows.iter().filter(|row| row.definition == index) {
        if let Some(Value::Name(name)) = row.values.get("technique")
            && !names.iter().any(|known| known.name == *name)
        {
            names.push(infer::named(name));
        }
    }
    for parameter in &mut sheet.definitions[index].parameters {
        if let Scale::Named(listed) = &mut parameter.scale {
            listed.clone_from(&names);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_from_words() {
        assert_eq!(block("using one 8kB write:"), Some(8192));
        assert_eq!(block("1 * 16kB open_sync write"), Some(16_384));
        assert_eq!(block("nothing"), None);
        assert_eq!(writes("Compare file sync methods using two 8kB writes:"), 2);
    }
}
