//! Writes every form of report of made-up records into a folder, to be looked at:
//! `cargo run -p report --example gallery -- FOLDER`.

#[path = "sample.rs"]
mod sample;

use std::path::Path;

use analysis::{Options, Source};
use model::RunRecord;
use report::Report;

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "gallery".to_owned());
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    write(folder, "one-machine", &sample::one_machine())?;
    write(folder, "three-subjects", &sample::three_subjects())
}

fn write(folder: &Path, name: &str, record: &RunRecord) -> std::io::Result<()> {
    let summary = analysis::summarize(record);
    let source = Source { name, record, summary: &summary };
    let options = Options::default();
    let findings: Vec<_> =
        [analysis::compare_subjects(source, &options), analysis::compare_methods(source, &options)]
            .into_iter()
            .flatten()
            .collect();
    let report = Report {
        title: name,
        sources: &[source],
        hashes: &["0f".repeat(32)],
        findings: &findings,
        hints: &analysis::hints(source),
    };
    std::fs::write(folder.join(format!("{name}.html")), report::html::page(&report))
}
