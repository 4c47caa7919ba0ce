//! Rules about files as such: their names, their length, their first line, their words.

use super::{File, Finding};

/// A file that cannot be read at one sitting is two files.
const MAX_LINES: usize = 500;

/// Files that may be longer, and why.
const LONG: [(&str, &str); 0] = [];

/// Names that say nothing of what is inside.
const EMPTY_NAMES: [&str; 7] = ["util", "utils", "helper", "helpers", "manager", "common", "misc"];

/// Words that mean something on one machine only. They are written in two parts, since this file
/// is checked too.
const OF_ONE_MACHINE: [&str; 2] = [concat!("/work", "/"), concat!("/root", "/")];

/// The only place that dependencies come from.
const REGISTRY: &str = "\"registry+https://github.com/rust-lang/crates.io-index\"";

pub(super) fn check(file: &File, findings: &mut Vec<Finding>) {
    let mut report = |line, what: String, remedy| {
        findings.push(Finding { path: file.path.clone(), line, what, remedy });
    };
    let is_source = file.has_extension(&["rs", "c", "h"]);
    let lines = file.text.lines().count();
    if is_source && lines > MAX_LINES && !LONG.iter().any(|(path, _)| *path == file.path) {
        let remedy = "split it by what its parts are for";
        report(lines, format!("{lines} lines, {MAX_LINES} are enough"), remedy);
    }
    if file.has_extension(&["rs"]) && !file.text.starts_with("//!") {
        let remedy = "say first what the file is for: `//! …`";
        report(1, "a module without a purpose".to_owned(), remedy);
    }
    if is_source && let Some(name) = empty_name(&file.path) {
        report(1, format!("`{name}` says nothing"), "name it after what it does");
    }
    for (index, line) in file.text.lines().enumerate() {
        for word in OF_ONE_MACHINE.iter().filter(|&word| line.contains(word)) {
            let remedy = "name the place by how it is found, not where it was once";
            report(index + 1, format!("`{word}` exists on one machine"), remedy);
        }
        if is_foreign_registry(&file.path, line) {
            let remedy = "dependencies come from the public registry alone";
            report(index + 1, "another registry".to_owned(), remedy);
        }
    }
}

fn empty_name(path: &str) -> Option<&str> {
    path.split('/')
        .map(|part| part.split('.').next().unwrap_or(part))
        .find(|name| EMPTY_NAMES.contains(name))
}

fn is_foreign_registry(path: &str, line: &str) -> bool {
    match path {
        "Cargo.lock" => line.strip_prefix("source = ").is_some_and(|registry| registry != REGISTRY),
        ".cargo/config.toml" => {
            ["[source", "[registr", "registry"].iter().any(|start| line.starts_with(start))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_one(path: &str, text: &str) -> Vec<String> {
        let mut findings = Vec::new();
        check(&File { path: path.to_owned(), text: text.to_owned() }, &mut findings);
        findings.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_good_file_passes() {
        assert!(
            check_one("crates/sys/src/clock/linux.rs", "//! The clocks of Linux.\n").is_empty()
        );
    }

    #[test]
    fn each_rule_finds_its_breach() {
        let long = "//! Long.\n".repeat(MAX_LINES + 1);
        let path = format!("//! Reads {}x.\n", OF_ONE_MACHINE[0]);
        for (file, text, wanted) in [
            ("crates/sys/src/a.rs", long.as_str(), "501 lines"),
            ("crates/sys/src/a.rs", "fn a() {}\n", "without a purpose"),
            ("crates/sys/src/utils.rs", "//! Things.\n", "`utils` says nothing"),
            ("crates/sys/src/common/mod.rs", "//! Things.\n", "`common` says nothing"),
            ("docs/a.md", path.as_str(), "exists on one machine"),
            ("Cargo.lock", "source = \"registry+https://example.org/index\"\n", "another registry"),
            (".cargo/config.toml", "[source.crates-io]\n", "another registry"),
        ] {
            let findings = check_one(file, text);
            assert_eq!(findings.len(), 1, "{file}: {findings:?}");
            assert!(findings[0].contains(wanted), "{}", findings[0]);
        }
        assert!(check_one("Cargo.lock", &format!("source = {REGISTRY}\n")).is_empty());
    }
}
