//! Pages of docs/ that are made from the code, so that they cannot contradict it.

mod catalogue;
mod cli;
mod schema;

use anyhow::{Context, Result, bail};

use crate::workspace;

/// A generated page.
struct Page {
    /// From the root.
    path: &'static str,
    render: fn() -> Result<String>,
}

/// Every generated page.
const PAGES: [Page; 3] = [
    Page { path: "docs/result-schema.json", render: schema::render },
    Page { path: "docs/benchmarks.md", render: catalogue::render },
    Page { path: "docs/cli.md", render: cli::render },
];

/// Writes all pages, or only checks that they are as they would be written.
pub(crate) fn run(check: bool) -> Result<()> {
    let mut stale = Vec::new();
    for page in &PAGES {
        let text = (page.render)().with_context(|| format!("cannot make {}", page.path))?;
        let place = workspace::root().join(page.path);
        if std::fs::read_to_string(&place).is_ok_and(|committed| committed == text) {
            println!("{}: up to date", page.path);
        } else if check {
            println!("{}: differs from what the code says", page.path);
            stale.push(page.path);
        } else {
            std::fs::write(&place, text).with_context(|| format!("cannot write {}", page.path))?;
            println!("{}: written", page.path);
        }
    }
    if !stale.is_empty() {
        bail!("run `cargo xtask codegen` and commit {}", stale.join(", "));
    }
    Ok(())
}
