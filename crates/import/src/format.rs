//! The formats that can be imported, and how each is recognized.

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::{ImportError, text};

/// A format that can be imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// What hyperfine writes with `--export-json`.
    Hyperfine,
    /// What Google Benchmark writes with `--benchmark_out_format=json`.
    GoogleBenchmark,
    /// What fio writes with `--output-format=json`.
    Fio,
    /// What `go test -bench` prints.
    Benchfmt,
    /// What `PostgreSQL`'s `pg_test_fsync` prints.
    PgTestFsync,
    /// The tables published with the article "IO Benchmark".
    IoArticle,
}

/// Every format: its name on the command line and in sentences.
const FORMATS: [(Format, &str, &str); 6] = [
    (Format::Hyperfine, "hyperfine", "hyperfine"),
    (Format::GoogleBenchmark, "gbench", "Google Benchmark"),
    (Format::Fio, "fio", "fio"),
    (Format::Benchfmt, "benchfmt", "go test -bench"),
    (Format::PgTestFsync, "pg_test_fsync", "pg_test_fsync"),
    (Format::IoArticle, "io-article", "IO Benchmark"),
];

impl Format {
    /// Every format.
    pub fn all() -> impl Iterator<Item = Self> {
        FORMATS.into_iter().map(|(format, ..)| format)
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        self.entry().1
    }

    /// The program that writes it, as sentences name it.
    pub fn title(self) -> &'static str {
        self.entry().2
    }

    /// The format of this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::all().find(|format| format.name() == name)
    }

    /// Whether a file that is cut off may still look whole.
    pub(crate) fn is_lines(self) -> bool {
        matches!(self, Self::Benchfmt | Self::PgTestFsync | Self::IoArticle)
    }

    fn entry(self) -> (Self, &'static str, &'static str) {
        let known = FORMATS.into_iter().find(|(format, ..)| *format == self);
        known.unwrap_or(FORMATS[0])
    }
}

/// The members of a document that tell whose it is.
#[derive(Deserialize)]
struct Header {
    results: Option<IgnoredAny>,
    context: Option<IgnoredAny>,
    benchmarks: Option<IgnoredAny>,
    jobs: Option<IgnoredAny>,
    definitions: Option<IgnoredAny>,
}

/// Whose format a text is in.
pub(crate) fn recognize(bytes: &[u8]) -> Result<Format, ImportError> {
    let all = text::whole(bytes)?;
    let start = all.trim_start();
    if start.is_empty() {
        return Err(ImportError::whole(
            "the file is empty",
            "was the program that wrote it cut off?",
        ));
    }
    if start.starts_with('{') {
        return of_document(all);
    }
    for (index, line) in all.lines().enumerate() {
        let line = line.trim_start();
        if line.starts_with("File Size") || line.starts_with("Method") {
            return Ok(Format::IoArticle);
        }
        if line.starts_with("Compare file sync methods") {
            return Ok(Format::PgTestFsync);
        }
        if is_benchmark_line(line) {
            return Ok(Format::Benchfmt);
        }
        // fio prints its warnings before the document where both go to one file.
        if index > 0 && line.starts_with('{') && all.contains("\"fio version\"") {
            return Ok(Format::Fio);
        }
    }
    Err(unknown())
}

fn is_benchmark_line(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    match (words.next(), words.next()) {
        (Some(name), Some(count)) => name.starts_with("Benchmark") && count.parse::<u64>().is_ok(),
        _ => false,
    }
}

fn of_document(text: &str) -> Result<Format, ImportError> {
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<Header>();
    let header = match documents.next() {
        Some(Ok(header)) => header,
        Some(Err(error)) => return Err(crate::json::malformed(text, &error)),
        None => return Err(unknown()),
    };
    match header {
        Header { jobs: Some(_), .. } => Ok(Format::Fio),
        Header { benchmarks: Some(_), context: Some(_), .. } => Ok(Format::GoogleBenchmark),
        Header { results: Some(_), .. } => Ok(Format::Hyperfine),
        Header { definitions: Some(_), .. } => Err(ImportError::whole(
            "this is a result of whichos",
            "it needs no import: `whichos show`, `report`, `compare` and `advise` read it",
        )),
        _ => Err(unknown()),
    }
}

fn unknown() -> ImportError {
    let names: Vec<&str> = Format::all().map(Format::name).collect();
    ImportError::whole(
        "no format that whichos imports",
        format!("name it with --format if it is one of {}", names.join(", ")),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for format in Format::all() {
            assert_eq!(Format::parse(format.name()), Some(format));
        }
        assert_eq!(Format::parse("csv"), None);
    }

    #[test]
    fn content_tells_the_format() {
        for (text, wanted) in [
            ("{\"results\": []}", Format::Hyperfine),
            ("{\"context\": {}, \"benchmarks\": []}", Format::GoogleBenchmark),
            ("{\"fio version\": \"fio-3.33\", \"jobs\": []}", Format::Fio),
            ("fio: a warning\n{\n\"fio version\": \"3\", \"jobs\": []}", Format::Fio),
            ("goos: linux\nBenchmarkA-8 100 12 ns/op\n", Format::Benchfmt),
            (
                "1 second per test\n\nCompare file sync methods using one 8kB write:\n",
                Format::PgTestFsync,
            ),
            ("\u{feff}Method, Mean (ms), Stddev (ms)\n", Format::IoArticle),
            ("File Size, Method, Mean (ms), Stddev (ms)\r\n", Format::IoArticle),
        ] {
            assert_eq!(recognize(text.as_bytes()).unwrap(), wanted, "{text}");
        }
    }

    #[test]
    fn other_content_is_refused_with_what_could_be() {
        for (text, wanted) in [
            ("", "the file is empty"),
            ("  \n", "the file is empty"),
            ("hello", "name it with --format if it is one of hyperfine, gbench"),
            ("{\"a\": 1}", "no format that whichos imports"),
            ("{\"format\": 1, \"definitions\": []}", "it needs no import"),
            ("{\"results\": [", "line 1, column 13"),
        ] {
            let error = recognize(text.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(wanted), "{error}");
        }
    }
}
