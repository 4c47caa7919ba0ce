//! The result document.

use std::io::{BufReader, Read, Seek};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Case, Definition, Session, Subject};

/// Version of the result format that this build writes and the newest that it reads.
pub const FORMAT: u32 = 1;

/// One result file: definitions, cases, subjects, and the sessions that refer to them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RunRecord {
    /// Version of the format.
    pub format: u32,
    /// Every benchmark that a case names.
    pub definitions: Vec<Definition>,
    /// Every case that a cell names.
    pub cases: Vec<Case>,
    /// Every subject that a cell names.
    pub subjects: Vec<Subject>,
    /// At least one.
    pub sessions: Vec<Session>,
    /// Who measured.
    pub origin: Origin,
}

/// Who measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// whichos did.
    Ours(Plan),
    /// Another program did; its figures are never ranked against ours.
    Foreign(Foreign),
}

/// What was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Plan {
    /// `quick`, `standard` or `full`.
    pub profile: String,
    /// What was selected; empty: everything.
    pub selectors: Vec<String>,
    /// Values that the person chose, as `name=value,value`.
    pub parameters: Vec<String>,
    /// Directories under test, as `label=path`.
    pub places: Vec<String>,
    /// Targets, as `label=target`.
    pub targets: Vec<String>,
    /// The state that the person set, if any.
    pub label: Option<String>,
    /// The target that ran the load of servers, where that was another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load_from: Option<String>,
    /// The address that servers listened on, where the load came from another target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server_address: Option<String>,
    /// Foreign programs that ran beside our own trials, as `label=command`.
    pub programs: Vec<String>,
    /// Time for the whole run.
    pub budget_ns: u64,
    /// Data that the whole run may write, where a person said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written_limit_bytes: Option<u64>,
    /// Whether devices were to be brought to a steady state first.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sustained: bool,
}

/// Where foreign figures come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Foreign {
    /// The program.
    pub tool: String,
    /// What its file does not tell, in a sentence.
    pub limits: String,
}

/// Why a document was refused.
#[derive(Debug)]
pub enum ReadError {
    /// It is not JSON, or not of our shape.
    Malformed(serde_json::Error),
    /// A newer whichos wrote it.
    Newer {
        /// Its format.
        format: u64,
    },
    /// It is JSON without a format number.
    Foreign,
    /// An index points nowhere, or a figure is impossible.
    Contradictory {
        /// Where in the document.
        place: String,
        /// What is wrong.
        what: String,
    },
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Malformed(error) if error.is_eof() => write!(
                formatter,
                "the file is cut off: {error}; copy it again from where it was written"
            ),
            Self::Malformed(error) if error.is_io() => error.fmt(formatter),
            Self::Malformed(error) => write!(
                formatter,
                "not a whichos result: {error}; was it changed by hand, or is it of another \
                 program (try `whichos import`)?"
            ),
            Self::Newer { format } => write!(
                formatter,
                "written in result format {format} by a newer whichos; this one reads up to \
                 {FORMAT}: read it with the newer one"
            ),
            Self::Foreign => formatter
                .write_str("not a whichos result: it has no format number (try `whichos import`)"),
            Self::Contradictory { place, what } => {
                write!(
                    formatter,
                    "contradicts itself at {place}: {what}; use the file as it was written"
                )
            }
        }
    }
}

impl std::error::Error for ReadError {}

/// What to say of a format that this build does not read.
fn unreadable_format(format: u64) -> ReadError {
    if format == 0 {
        return ReadError::Contradictory {
            place: "format".to_owned(),
            what: "formats are counted from 1".to_owned(),
        };
    }
    ReadError::Newer { format }
}

/// What a document of any format has.
#[derive(Deserialize)]
struct Header {
    format: Option<serde_json::Value>,
}

/// Why a document is not of our shape.
fn why_unreadable(header: serde_json::Result<Header>, error: serde_json::Error) -> ReadError {
    let Ok(header) = header else { return ReadError::Malformed(error) };
    let Some(format) = header.format else { return ReadError::Foreign };
    match format.as_u64() {
        Some(format) if format == 0 || format > u64::from(FORMAT) => unreadable_format(format),
        _ => ReadError::Malformed(error),
    }
}

/// Reads in pieces large enough that system calls do not count.
fn buffered(text: impl Read) -> impl Read {
    BufReader::with_capacity(1 << 18, text)
}

impl RunRecord {
    /// Reads and checks a document: a record that this returns has no dangling index and no
    /// impossible figure.
    pub fn from_json(text: &[u8]) -> Result<Self, ReadError> {
        Self::accepted(serde_json::from_slice(text), || serde_json::from_slice(text))
    }

    /// Reads and checks a document like [`RunRecord::from_json`], without its whole text in memory:
    /// a full run's is as large as its record.
    pub fn from_reader(mut text: impl Read + Seek) -> Result<Self, ReadError> {
        let read = serde_json::from_reader(buffered(&mut text));
        Self::accepted(read, || {
            text.rewind().map_err(serde_json::Error::io)?;
            serde_json::from_reader(buffered(&mut text))
        })
    }

    fn accepted(
        read: serde_json::Result<Self>,
        header: impl FnOnce() -> serde_json::Result<Header>,
    ) -> Result<Self, ReadError> {
        match read {
            Ok(record) if record.format <= FORMAT && record.format > 0 => {
                crate::check::check(&record)?;
                Ok(record)
            }
            Ok(record) => Err(unreadable_format(u64::from(record.format))),
            // What is wrong with it is best told by its format, which is read by itself only now:
            // a large document is not to be read twice.
            Err(error) => Err(why_unreadable(header(), error)),
        }
    }

    /// The document's text, with a final newline.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self).map(|text| text + "\n")
    }

    /// The definition of a case, if the record carries it.
    pub fn definition(&self, case: &Case) -> Option<&Definition> {
        self.definitions.iter().find(|definition| {
            definition.id == case.benchmark && definition.revision == case.revision
        })
    }
}

/// The JSON Schema of the result format, made from the types.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(RunRecord).to_value()
}
