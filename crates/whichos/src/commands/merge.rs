//! `whichos merge FILE… -o FILE`: the sessions of one system in one file.

use anyhow::{Result, ensure};

use crate::cli::Merge;
use crate::files::{ResultFile, read_all, write};
use crate::{Exit, output};

pub(crate) fn merge(arguments: &Merge) -> Result<Exit> {
    let output = &arguments.output;
    ensure!(
        arguments.force || !output.exists(),
        "{} exists; name another file, or replace it with --force",
        output.display()
    );
    let files = read_all(&arguments.files)?;
    let named: Vec<_> =
        files.iter().map(ResultFile::source).map(|source| (source.name, source.record)).collect();
    let merged = analysis::merge(&named)?;
    write(output, merged.to_json()?)?;
    output::say(&format!("{} sessions in {}", merged.sessions.len(), output.display()));
    Ok(Exit::Ok)
}
