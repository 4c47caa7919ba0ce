//! Results in the formats of other programs.
//!
//! Each format is one file with one function from a record and its summary to text or bytes. What
//! a format has no place for is left out, and a remark says so: nothing is silently absent.

pub mod benchfmt;
pub mod bmf;
pub mod csv;
pub mod gbench;
pub mod hyperfine;
pub mod junit;
pub mod openmetrics;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod prometheus;

mod families;
mod names;
mod samples;

#[cfg(test)]
mod tests;

use analysis::Summary;
use model::RunRecord;

/// A format that results can be exported in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values, one sample a row.
    Csv,
    /// The same columns in Apache Parquet.
    Parquet,
    /// hyperfine's JSON.
    Hyperfine,
    /// The Go benchmark format.
    Benchfmt,
    /// Google Benchmark's JSON.
    Gbench,
    /// Bencher's metric format.
    Bmf,
    /// Prometheus's text format, for a textfile collector.
    Prometheus,
    /// `OpenMetrics`' text format.
    OpenMetrics,
    /// `JUnit`'s XML.
    Junit,
}

/// What is to be known of a format.
struct Entry {
    format: Format,
    name: &'static str,
    extension: &'static str,
    summary: &'static str,
}

/// Every format.
const FORMATS: [Entry; 9] = [
    entry(Format::Csv, "csv", "csv", "comma-separated values, one sample a row"),
    entry(Format::Parquet, "parquet", "parquet", "the same columns in Apache Parquet"),
    entry(Format::Hyperfine, "hyperfine", "json", "hyperfine's JSON, times of trials in seconds"),
    entry(Format::Benchfmt, "benchfmt", "txt", "the Go benchmark format, for benchstat"),
    entry(Format::Gbench, "gbench", "json", "Google Benchmark's JSON, for its compare.py"),
    entry(Format::Bmf, "bmf", "json", "Bencher's metric format"),
    entry(Format::Prometheus, "prometheus", "prom", "Prometheus's text format"),
    entry(Format::OpenMetrics, "openmetrics", "txt", "OpenMetrics' text format"),
    entry(Format::Junit, "junit", "xml", "JUnit's XML, a test case for each cell"),
];

const fn entry(
    format: Format,
    name: &'static str,
    extension: &'static str,
    summary: &'static str,
) -> Entry {
    Entry { format, name, extension, summary }
}

/// A rendered export.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Export {
    /// What goes into the file.
    pub content: Vec<u8>,
    /// What the format has no place for: sentences for people.
    pub remarks: Vec<String>,
}

/// Why there is no export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExportError {
    /// The format is not part of this build.
    NotInThisBuild(Format),
    /// The format's own writer failed.
    Writer(String),
}

impl std::fmt::Display for ExportError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotInThisBuild(format) => write!(
                formatter,
                "{} is not in this build; a build with the feature `{}` has it",
                format.name(),
                format.name()
            ),
            Self::Writer(what) => write!(formatter, "the export could not be written: {what}"),
        }
    }
}

impl std::error::Error for ExportError {}

impl Format {
    /// Every format, whether in this build or not.
    pub fn all() -> impl Iterator<Item = Self> {
        FORMATS.iter().map(|entry| entry.format)
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// The ending of its files, without the dot.
    pub fn extension(self) -> &'static str {
        self.entry().extension
    }

    /// One clause for help texts.
    pub fn summary(self) -> &'static str {
        self.entry().summary
    }

    /// The format of this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::all().find(|format| format.name() == name)
    }

    /// Whether it is text, which may go to a terminal.
    pub fn is_text(self) -> bool {
        self != Self::Parquet
    }

    /// The record in this format.
    pub fn render(self, record: &RunRecord, summary: &Summary) -> Result<Export, ExportError> {
        let text = match self {
            Self::Csv => csv::render(record, summary),
            Self::Parquet => return in_parquet(record, summary),
            Self::Hyperfine => hyperfine::render(record, summary),
            Self::Benchfmt => benchfmt::render(record, summary),
            Self::Gbench => gbench::render(record, summary),
            Self::Bmf => bmf::render(record, summary),
            Self::Prometheus => prometheus::render(record, summary),
            Self::OpenMetrics => openmetrics::render(record, summary),
            Self::Junit => junit::render(record, summary),
        };
        Ok(Export { content: text.into_bytes(), remarks: self.remarks(record, summary) })
    }

    /// What of this record the format has no place for.
    fn remarks(self, record: &RunRecord, summary: &Summary) -> Vec<String> {
        let mut remarks = Vec::new();
        let figureless = summary.rows.iter().filter(|row| row.estimate.is_none()).count();
        let doubted = summary.rows.len() - figureless - names::usable(summary).count();
        let untimed =
            || names::headlines(summary).filter(|row| !names::is_time(record, row)).count();
        let mut left_out = |count: usize, why: &str| {
            if count > 0 {
                let rows = if count == 1 { "1 row" } else { &format!("{count} rows") };
                remarks.push(format!("{rows} left out: {why}"));
            }
        };
        match self {
            Self::Csv | Self::Parquet | Self::Junit => {}
            Self::Bmf | Self::Prometheus | Self::OpenMetrics | Self::Benchfmt => {
                left_out(figureless, NO_FIGURES);
                left_out(doubted, DOUBTED);
            }
            Self::Hyperfine => {
                left_out(figureless, NO_FIGURES);
                left_out(doubted, DOUBTED);
                left_out(untimed(), NOT_TIMES);
            }
            Self::Gbench => {
                left_out(figureless, NO_FIGURES);
                left_out(doubted, DOUBTED);
                left_out(untimed(), NOT_TIMES);
                remarks.push(
                    "cpu_time repeats real_time: processor time was not measured by operation"
                        .to_owned(),
                );
            }
        }
        remarks
    }

    fn entry(self) -> &'static Entry {
        FORMATS.iter().find(|entry| entry.format == self).unwrap_or(&FORMATS[0])
    }
}

const NO_FIGURES: &str = "no figures";
const DOUBTED: &str = "a trial failed, or the figure is marked as not to be used";
const NOT_TIMES: &str = "the format holds times only";

#[cfg(feature = "parquet")]
fn in_parquet(record: &RunRecord, summary: &Summary) -> Result<Export, ExportError> {
    let content = parquet::render(record, summary)?;
    Ok(Export { content, remarks: Vec::new() })
}

#[cfg(not(feature = "parquet"))]
fn in_parquet(_: &RunRecord, _: &Summary) -> Result<Export, ExportError> {
    Err(ExportError::NotInThisBuild(Format::Parquet))
}
