//! `whichos report FILE…`: the page, or its parts in other formats.

use std::path::Path;

use analysis::Options;
use anyhow::{Context as _, Result};
use report::Report;

use crate::cli::{ReportArguments, ReportFormat};
use crate::files::{ResultFile, Told, read_all, write};
use crate::{Exit, output, settings};

pub(crate) fn report(arguments: &ReportArguments) -> Result<Exit> {
    let files = read_all(&arguments.files)?;
    let told = Told::of(&files, &options()?)?;
    let report = told.report();
    let text = match arguments.format {
        ReportFormat::Html => report::html::page(&report),
        ReportFormat::Md => report::markdown::report(&report),
        ReportFormat::Csv => report::csv::rows(report.sources),
        ReportFormat::Svg => return charts(&report, arguments.output.as_deref()),
    };
    match &arguments.output {
        Some(file) => write(file, text)?,
        None => output::data(&text)?,
    }
    Ok(Exit::Ok)
}

/// What the user has set.
pub(crate) fn options() -> Result<Options> {
    Ok(Options { thresholds: settings::thresholds()?, ..Options::default() })
}

/// Each chart as a file in a folder.
fn charts(report: &Report<'_>, folder: Option<&Path>) -> Result<Exit> {
    let folder =
        folder.context("--format svg writes a file for each chart: name a folder with -o")?;
    std::fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
    for file in report::svg::files(report) {
        let path = folder.join(format!("{}.svg", file.name));
        write(&path, file.text)?;
        output::say(&format!("wrote {}", path.display()));
    }
    Ok(Exit::Ok)
}

/// The page that every run leaves beside its result.
pub(crate) fn write_page(result: &Path, file: ResultFile) -> Result<std::path::PathBuf> {
    let files = [file];
    let told = Told::of(&files, &options()?)?;
    let page = result.with_extension("html");
    write(&page, report::html::page(&told.report()))?;
    Ok(page)
}
