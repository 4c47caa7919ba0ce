//! Writes every form of report of made-up records into a folder, to be looked at:
//! `cargo run -p report --example gallery -- FOLDER`.

mod sample;

use std::path::Path;

use model::RunRecord;
use report::Report;

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "gallery".to_owned());
    let folder = Path::new(&folder);
    write(&folder.join("one-machine"), &sample::one_machine())?;
    write(&folder.join("three-subjects"), &sample::three_subjects())?;
    large(folder)
}

/// A page of 2,000 rows with 61 trials each.
fn large(folder: &Path) -> std::io::Result<()> {
    let page = sample::with_report(&sample::large(61), report::html::page);
    std::fs::write(folder.join("large.html"), page)
}

fn write(folder: &Path, record: &RunRecord) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    sample::with_report(record, |report: &Report<'_>| {
        std::fs::write(folder.join("report.html"), report::html::page(report))?;
        std::fs::write(folder.join("report.md"), report::markdown::report(report))?;
        std::fs::write(folder.join("report.csv"), report::csv::rows(report.sources))?;
        for file in report::svg::files(report) {
            std::fs::write(folder.join(file.name + ".svg"), file.text)?;
        }
        Ok(())
    })
}
