//! `whichos export FILE --format …`: results in the formats of other programs.

use std::io::{IsTerminal as _, Write as _};

use anyhow::{Result, ensure};
use report::export::Format;

use crate::cli::Export;
use crate::files::{ResultFile, read_all, write};
use crate::{Exit, output};

pub(crate) fn export(arguments: &Export) -> Result<Exit> {
    let files = read_all(std::slice::from_ref(&arguments.file))?;
    let source = ResultFile::source(&files[0]);
    let export = arguments.format.render(source.record, source.summary)?;
    for remark in &export.remarks {
        output::say(&format!("note: {remark}"));
    }
    if let Some(file) = &arguments.output {
        write(file, export.content)?;
    } else {
        ensure!(
            arguments.format.is_text() || !std::io::stdout().is_terminal(),
            "{} is no text for a terminal: name a file with -o",
            arguments.format.name()
        );
        std::io::stdout().lock().write_all(&export.content)?;
    }
    Ok(Exit::Ok)
}

/// `--format`.
pub(crate) fn parse_format(text: &str) -> Result<Format, String> {
    Format::parse(text).ok_or_else(|| {
        let known: Vec<&str> = Format::all().map(Format::name).collect();
        format!("{text:?} is no format that can be exported; there is {}", known.join(", "))
    })
}
