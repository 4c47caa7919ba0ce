//! What small files cost.

mod create;
mod phases;

use crate::Suite;

/// What small files cost.
pub(crate) const SUITE: Suite = Suite {
    name: "file",
    summary: "What small files cost.",
    benchmarks: &[&create::BENCHMARK, &phases::BENCHMARK],
};

/// Refuses a directory in which anything is left: then not every file was deleted.
fn must_be_empty(directory: &std::path::Path) -> crate::Result<()> {
    let what = || "looking into the directory under test".to_owned();
    let mut entries = std::fs::read_dir(directory)
        .map_err(|source| crate::Error::Prepare { what: what(), source })?;
    match entries.next() {
        None => Ok(()),
        Some(_) => Err(crate::Error::Wrong("files are left in the directory under test".into())),
    }
}
