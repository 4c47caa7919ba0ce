//! The tables' dialects: with and without a column for the size, its unit, columns by commas or by
//! place, and several tables one after the other.

use crate::{ImportError, Input, number, text};

use super::methods::{Method, find, similar};

/// A row of a table.
pub(super) struct Line {
    /// Counted from 1.
    pub(super) number: usize,
    /// Method and buffer as the file has them.
    pub(super) text: String,
    pub(super) method: Method,
    /// In bytes.
    pub(super) size: Option<u64>,
    /// In bytes.
    pub(super) buffer: Option<u64>,
    pub(super) mean_ms: f64,
    pub(super) deviation_ms: f64,
}

impl Line {
    /// Equal for equal figures.
    pub(super) fn figures(&self) -> (u64, u64) {
        (self.mean_ms.to_bits(), self.deviation_ms.to_bits())
    }
}

/// What the columns of a table are.
#[derive(Clone, Copy)]
enum Columns {
    /// `File Size, Method, Mean (ms), Stddev (ms)`; the size in bytes.
    SizeFirst,
    /// `Method, File Size (KB), Mean (ms), Stddev (ms)`; the size in the unit that it says, or
    /// not.
    SizeSecond,
    /// `Method, Mean (ms), Stddev (ms)`.
    NoSize,
    /// The same without commas, columns filled up with spaces.
    Fixed,
}

const REMEDY: &str = "is the file as it was published?";

/// A size in the column that says KB: up to here it is in MB all the same, since the least buffer
/// of the program is 4 KB and the least file 8 MB.
const LARGEST_MB: u64 = 1_024;

/// Reads the rows of a file.
pub(super) fn read(input: &Input<'_>, remarks: &mut Vec<String>) -> Result<Vec<Line>, ImportError> {
    let mut columns = None;
    let mut lines = Vec::new();
    let mut misnamed_unit = false;
    let size = size_of_name(input.name);
    for (number, line) in text::lines(text::whole(input.text)?) {
        if line.trim().is_empty() {
            continue;
        }
        if let Some(found) = heading(line) {
            columns = Some(found);
            continue;
        }
        let Some(columns) = columns else {
            let what = "a row before any heading";
            return Err(ImportError::line(number, 1, what, "add the heading of the columns"));
        };
        let row = row(number, line, columns, size)?;
        misnamed_unit |= matches!(columns, Columns::SizeSecond)
            && row.size.is_some_and(|size| size <= LARGEST_MB << 20);
        lines.push(row);
    }
    if misnamed_unit {
        let name = if input.name.is_empty() { "the table" } else { input.name };
        remarks.push(format!(
            "{name} says that sizes are in KB; they are taken as MB, since no file was that small"
        ));
    }
    Ok(lines)
}

fn heading(line: &str) -> Option<Columns> {
    let cells: Vec<&str> = line.split(',').map(str::trim).collect();
    let is_size = |cell: &str| cell.starts_with("File Size");
    match cells.as_slice() {
        [size, "Method", "Mean (ms)", "Stddev (ms)"] if is_size(size) => Some(Columns::SizeFirst),
        ["Method", size, "Mean (ms)", "Stddev (ms)"] if is_size(size) => Some(Columns::SizeSecond),
        ["Method", "Mean (ms)", "Stddev (ms)"] => Some(Columns::NoSize),
        [one] => {
            let words: Vec<&str> = one.split_whitespace().collect();
            (words == ["Method", "Mean", "(ms)", "Stddev", "(ms)"]).then_some(Columns::Fixed)
        }
        _ => None,
    }
}

fn row(
    number: usize,
    line: &str,
    columns: Columns,
    size_of_name: Option<u64>,
) -> Result<Line, ImportError> {
    let cells: Vec<&str> = match columns {
        Columns::Fixed => fixed(line),
        _ => line.split(',').map(str::trim).collect(),
    };
    let wanted = if matches!(columns, Columns::SizeFirst | Columns::SizeSecond) { 4 } else { 3 };
    if cells.len() != wanted {
        let what = format!("{} columns instead of {wanted}", cells.len());
        return Err(ImportError::line(number, 1, what, REMEDY));
    }
    let at = |cell: &str| text::column(line, cell);
    let (size, method, mean, deviation) = match columns {
        Columns::SizeFirst => (Some((cells[0], 0)), cells[1], cells[2], cells[3]),
        Columns::SizeSecond => (Some((cells[1], 10)), cells[0], cells[2], cells[3]),
        Columns::NoSize | Columns::Fixed => (None, cells[0], cells[1], cells[2]),
    };
    let size = match size {
        None => size_of_name,
        Some((cell, shift)) => {
            let number_of = || {
                let count: u64 = cell.parse().ok().filter(|count| *count > 0)?;
                let shift = if shift == 10 && count <= LARGEST_MB { 20 } else { shift };
                count.checked_mul(1 << shift)
            };
            let wrong =
                || ImportError::line(number, at(cell), format!("{cell:?} is no size"), REMEDY);
            Some(number_of().ok_or_else(wrong)?)
        }
    };
    let figure = |cell: &str| {
        let figure = cell.parse().ok().filter(|figure: &f64| number::is_sound(*figure));
        figure.ok_or_else(|| {
            ImportError::line(number, at(cell), format!("{cell:?} is no measurement"), REMEDY)
        })
    };
    let mean_ms: f64 = figure(mean)?;
    if mean_ms == 0.0 {
        let what = "a figure of zero is no measurement";
        return Err(ImportError::line(number, at(mean), what, "remove the row"));
    }
    let (name, buffer) = method_and_buffer(method).ok_or_else(|| {
        ImportError::line(number, at(method), format!("{method:?} is no method and buffer"), REMEDY)
    })?;
    let found = find(name).ok_or_else(|| {
        let known = match similar(name) {
            names if names.is_empty() => "names start with read_, write_ or copy_".to_owned(),
            names => format!("known are {}", names.join(", ")),
        };
        ImportError::line(number, at(method), format!("no method is called {name}"), known)
    })?;
    Ok(Line {
        number,
        text: method.to_owned(),
        method: found,
        size,
        buffer,
        mean_ms,
        deviation_ms: figure(deviation)?,
    })
}

/// `read_plain 4 Kb` as a name and bytes; `mmap_plain` has no buffer.
fn method_and_buffer(text: &str) -> Option<(&str, Option<u64>)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        [name] => Some((name, None)),
        [name, count, unit] if unit.eq_ignore_ascii_case("kb") => {
            let kib: u64 = count.parse().ok().filter(|kib| *kib > 0)?;
            Some((name, Some(kib.checked_mul(1_024)?)))
        }
        _ => None,
    }
}

/// A row whose columns are filled up with spaces: the last two words are figures.
fn fixed(line: &str) -> Vec<&str> {
    let Some((rest, deviation)) = line.trim_end().rsplit_once(char::is_whitespace) else {
        return vec![line];
    };
    match rest.trim_end().rsplit_once(char::is_whitespace) {
        Some((method, mean)) => vec![method.trim(), mean, deviation],
        None => vec![rest.trim_end(), deviation],
    }
}

/// The size that a file's name tells: 64 MiB by `write_64.csv` or `read_64.txt`.
fn size_of_name(name: &str) -> Option<u64> {
    let stem = name.rsplit(['/', '\\']).next()?.split('.').next()?;
    let mut parts = stem.split('_');
    let operation = parts.next()?;
    let mib: u64 = parts.next()?.parse().ok().filter(|mib| *mib > 0)?;
    ["read", "write", "copy"].contains(&operation).then_some(())?;
    mib.checked_mul(1 << 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(name: &str, text: &str) -> Result<Vec<Line>, String> {
        let input = Input { name, text: text.as_bytes() };
        read(&input, &mut Vec::new()).map_err(|error| error.to_string())
    }

    fn one(name: &str, text: &str) -> (Option<u64>, &'static str, Option<u64>, f64) {
        let mut lines = all(name, text).unwrap();
        let line = lines.pop().unwrap();
        (line.size, line.method.name, line.buffer, line.mean_ms)
    }

    #[test]
    fn every_dialect_is_read() {
        let wanted = (Some(16 << 20), "plain", Some(4_096), 2.5);
        for (name, text) in [
            (
                "",
                "File Size, Method, Mean (ms), Stddev (ms)\n16777216, read_plain 4 Kb, 2.5, 0.1\n",
            ),
            (
                "",
                "Method, File Size (KB), Mean (ms), Stddev (ms)\r\nread_plain 4 KB, 16, 2.5, 0.1\r\n",
            ),
            ("read_16.csv", "Method, Mean (ms), Stddev (ms)\nread_plain 4 Kb, 2.5, 0.1"),
            (
                "read_16.txt",
                "Method           Mean (ms)   Stddev (ms)\nread_plain 4 Kb  2.5         0.1\n",
            ),
        ] {
            assert_eq!(one(name, text), wanted, "{text}");
        }
        assert_eq!(
            one("read_results.csv", "Method, Mean (ms), Stddev (ms)\ncopy_sendfile, 1, 0").0,
            None
        );
    }

    #[test]
    fn headings_may_stand_alone_or_again() {
        let heading = "Method, Mean (ms), Stddev (ms)\n";
        assert_eq!(all("", heading).unwrap().len(), 0);
        let twice = format!("{heading}mmap_plain, 1, 0\n\n{heading}mmap_direct, 1, 0\n");
        assert_eq!(all("", &twice).unwrap().len(), 2);
    }

    #[test]
    fn places_are_told() {
        let heading = "Method, Mean (ms), Stddev (ms)\n";
        for (row, wanted) in [
            ("read_plain 4 Kb, 2.5", "line 2, column 1: 2 columns instead of 3"),
            ("read_plain 4 Kb, two, 1", "line 2, column 18: \"two\" is no measurement"),
            ("read_plain 4 Kb, -2, 1", "line 2, column 18: \"-2\" is no measurement"),
            ("read_plain 4 Kb, 0, 1", "line 2, column 18: a figure of zero"),
            ("read_plain 4 Kb, 1, nan", "line 2, column 21: \"nan\" is no measurement"),
            ("read_plane 4 Kb, 1, 1", "no method is called read_plane; known are read_plain"),
            ("read_plain 4 Mb, 1, 1", "is no method and buffer"),
        ] {
            let error = all("", &format!("{heading}{row}\n")).err().unwrap();
            assert!(error.contains(wanted), "{error}");
        }
        assert!(
            all("", "read_plain 4 Kb, 1, 1").err().unwrap().contains("a row before any heading")
        );
    }

    #[test]
    fn names_of_files_tell_sizes() {
        assert_eq!(size_of_name("a/write_64.csv"), Some(64 << 20));
        for name in ["", "write.csv", "e19db18_results.csv", "read_results.csv", "write_0.csv"] {
            assert_eq!(size_of_name(name), None, "{name}");
        }
    }
}
