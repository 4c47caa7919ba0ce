//! `whichos import FILE… -o FILE`: another program's results as a result file.

use anyhow::{Context as _, Result, bail, ensure};
use import::{Format, Input, LARGEST_BYTES, Options};

use crate::cli::Import;
use crate::files::write;
use crate::{Exit, output};

pub(crate) fn import(arguments: &Import) -> Result<Exit> {
    let mut texts = Vec::new();
    for path in &arguments.files {
        let context = || format!("reading {}", path.display());
        let size = std::fs::metadata(path).with_context(context)?.len();
        ensure!(
            size <= LARGEST_BYTES,
            "{} has {} MiB; files of up to {} MiB are read",
            path.display(),
            size >> 20,
            LARGEST_BYTES >> 20
        );
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into());
        texts.push((name, std::fs::read(path).with_context(context)?));
    }
    let inputs: Vec<Input<'_>> = texts.iter().map(|(name, text)| Input { name, text }).collect();
    let options =
        Options { trials: arguments.trials, label: arguments.label.clone(), ..Options::default() };
    let imported = import::import_all(&inputs, arguments.format, &options)?;
    for remark in &imported.remarks {
        output::say(&format!("note: {remark}"));
    }
    let text = imported.record.to_json()?;
    match &arguments.output {
        Some(file) if file.exists() && !arguments.force => {
            bail!("{} exists; name another file, or replace it with --force", file.display())
        }
        Some(file) => {
            write(file, text)?;
            let cells: usize =
                imported.record.sessions.iter().map(|session| session.cells.len()).sum();
            let title = imported.format.title();
            output::say(&format!("{cells} figures of {title} in {}", file.display()));
        }
        None => output::data(&text)?,
    }
    Ok(Exit::Ok)
}

/// `--format`.
pub(crate) fn parse_format(text: &str) -> Result<Format, String> {
    Format::parse(text).ok_or_else(|| {
        let known: Vec<&str> = Format::all().map(Format::name).collect();
        format!("{text:?} is no format that can be imported; there is {}", known.join(", "))
    })
}
