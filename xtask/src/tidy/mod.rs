//! The rules of the repository that no compiler knows. Each breach is named with its path, its
//! line and its remedy.

mod code;
mod edges;
mod rust;
mod text;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::workspace;

/// A breach of a rule.
#[derive(Debug)]
struct Finding {
    path: String,
    line: usize,
    what: String,
    remedy: &'static str,
}

/// A file of the repository.
struct File {
    /// From the root, with forward slashes.
    path: String,
    text: String,
}

impl File {
    fn has_extension(&self, wanted: &[&str]) -> bool {
        self.path.rsplit_once('.').is_some_and(|(_, extension)| wanted.contains(&extension))
    }
}

/// Prints every breach; an error where there is one.
pub(crate) fn run() -> Result<()> {
    let findings = findings()?;
    for finding in &findings {
        println!("{finding}");
    }
    if !findings.is_empty() {
        bail!("{} breaches of the repository's rules", findings.len());
    }
    Ok(())
}

impl std::fmt::Display for Finding {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { path, line, what, remedy } = self;
        write!(formatter, "{path}:{line}: {what}: {remedy}")
    }
}

fn findings() -> Result<Vec<Finding>> {
    let mut findings = edges::check(&workspace::metadata()?.members);
    for file in files(&workspace::root())? {
        text::check(&file, &mut findings);
        if file.has_extension(&["rs"]) {
            rust::check(&file, &mut findings);
        }
    }
    findings.sort_by(|one, other| (&one.path, one.line).cmp(&(&other.path, other.line)));
    Ok(findings)
}

/// Folders whose every file is ours. Elsewhere a person's results may lie.
const FOLDERS: [&str; 6] = [".cargo", ".ci", "benches", "crates", "docs", "xtask"];

fn files(root: &Path) -> Result<Vec<File>> {
    let mut paths: Vec<PathBuf> = entries(root)?.into_iter().filter(|path| of_root(path)).collect();
    let mut folders: Vec<PathBuf> =
        FOLDERS.iter().map(|name| root.join(name)).filter(|path| path.is_dir()).collect();
    while let Some(folder) = folders.pop() {
        let (inner, files) = entries(&folder)?.into_iter().partition(|path| path.is_dir());
        folders.extend::<Vec<_>>(inner);
        paths.extend::<Vec<_>>(files);
    }
    let file = |path: &PathBuf| {
        // What is no text has no lines to find fault with.
        let text = std::fs::read_to_string(path).ok()?;
        let path = path.strip_prefix(root).ok()?.to_str()?.replace('\\', "/");
        Some(File { path, text })
    };
    Ok(paths.iter().filter_map(file).collect())
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let list = || std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect();
    let result: std::io::Result<_> = list();
    result.with_context(|| format!("cannot list {}", folder.display()))
}

/// Manifests, documents and licences, which lie in the root itself.
fn of_root(path: &Path) -> bool {
    let known = |text: &str| matches!(text, "md" | "toml" | "lock");
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    path.is_file()
        && (name.starts_with("LICENSE")
            || path.extension().and_then(|text| text.to_str()).is_some_and(known))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_repository_is_tidy() {
        let findings = super::findings().unwrap();
        let lines: Vec<String> = findings.iter().map(ToString::to_string).collect();
        assert!(lines.is_empty(), "{}", lines.join("\n"));
    }
}
