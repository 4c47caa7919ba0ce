//! Results of other programs, read into our own records.
//!
//! Text in, a record or an error out: no clock, file, environment or random source. What comes out
//! is marked as foreign, says what the file cannot tell, and is never ranked against our own
//! figures; within itself it can be reported, charted and advised on like any other record.
//!
//! What a file holds decides what the record holds:
//! - single figures of runs or repetitions become trials;
//! - a mean becomes the one trial of the headline metric;
//! - a standard deviation becomes a diagnostic metric, named like the headline with `_sd` behind
//!   it, on the first trial; where the file has none and has several trials, it is theirs;
//! - the number of trials becomes the note `trials` of the cell, where it is known.
#![forbid(unsafe_code)]

mod benchfmt;
mod error;
mod fio;
mod format;
mod google_benchmark;
mod hyperfine;
mod infer;
mod io_article;
mod json;
mod metric;
mod number;
mod pg_test_fsync;
mod sheet;
mod text;
mod time;

use std::collections::BTreeMap;

use model::{Role, RunRecord};

pub use error::{ImportError, Place};
pub use format::Format;

use sheet::Sheet;

/// The largest file that is worth reading; the caller looks before it reads.
pub const LARGEST_BYTES: u64 = 256 << 20;

/// What the file does not say and a person knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How many trials each mean was taken over.
    pub trials: Option<u32>,
    /// What the system that was measured is called.
    pub label: Option<String>,
    /// Which parameters are workload and which are methods, where the guess is wrong: without a
    /// word, numbers are workload and names are methods.
    pub roles: BTreeMap<String, Role>,
}

/// One file.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// Its name without directories; some files say by it alone what size was measured. May be
    /// empty.
    pub name: &'a str,
    /// Its content.
    pub text: &'a [u8],
}

/// What was imported.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The record, of foreign origin.
    pub record: RunRecord,
    /// The format it came in.
    pub format: Format,
    /// What was left out, recognized or assumed: sentences for people.
    pub remarks: Vec<String>,
}

/// Imports one file.
///
/// The format is recognized by the content where none is given.
pub fn import(
    text: &[u8],
    format: Option<Format>,
    options: &Options,
) -> Result<Imported, ImportError> {
    import_all(&[Input { name: "", text }], format, options)
}

/// Imports files that are parts of one result, such as the IO article's one file for each size:
/// rows that two of them hold are recognized. Other formats keep one result in one file.
pub fn import_all(
    inputs: &[Input<'_>],
    format: Option<Format>,
    options: &Options,
) -> Result<Imported, ImportError> {
    let Some((first, rest)) = inputs.split_first() else {
        return Err(ImportError::whole("there is no file", "name one"));
    };
    let format = match format {
        Some(format) => format,
        None => format::recognize(first.text).map_err(|error| error.of(first.name))?,
    };
    if let Some(other) = rest.first().filter(|_| format != Format::IoArticle) {
        return Err(ImportError::whole(
            format!("a second file, and {} keeps a result in one", format.title()),
            "import the files one by one, then `whichos merge` joins those of one system",
        )
        .of(other.name));
    }
    let mut sheet = match format {
        Format::IoArticle => io_article::read(inputs, options)?,
        _ => read_one(first.text, format, options).map_err(|error| error.of(first.name))?,
    };
    if format.is_lines() {
        sheet.remarks.extend(inputs.iter().filter_map(cut_off));
    }
    let remarks = std::mem::take(&mut sheet.remarks);
    let texts = inputs.iter().map(|input| input.text);
    let record = sheet.into_record(sheet::fingerprint(texts), options)?;
    Ok(Imported { record, format, remarks })
}

/// A remark on a file whose last line may have lost some of its digits.
fn cut_off(input: &Input<'_>) -> Option<String> {
    let name = if input.name.is_empty() { "the file" } else { input.name };
    (!input.text.ends_with(b"\n")).then(|| {
        format!("{name}: the last line has no end; if the file was cut off, its figure is wrong")
    })
}

fn read_one(text: &[u8], format: Format, options: &Options) -> Result<Sheet, ImportError> {
    match format {
        Format::Hyperfine => hyperfine::read(text, options),
        Format::GoogleBenchmark => google_benchmark::read(text, options),
        Format::Fio => fio::read(text),
        Format::Benchfmt => benchfmt::read(text, options),
        Format::PgTestFsync => pg_test_fsync::read(text),
        Format::IoArticle => io_article::read(&[Input { name: "", text }], options),
    }
}
