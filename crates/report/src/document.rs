//! What a report is of.

use analysis::{Advice, Findings, Hint, Source};

/// What a report is of: files, and what was found in and between them.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// What the report calls itself, such as the file's name.
    pub title: &'a str,
    /// The files, each with its record and summary.
    pub sources: &'a [Source<'a>],
    /// SHA-256 of each file in hexadecimal, in the order of sources; may be empty.
    pub hashes: &'a [String],
    /// Comparisons, the most important first.
    pub findings: &'a [Findings],
    /// Advice on each file, in the order of sources; may be empty.
    pub advice: &'a [Advice],
    /// Likely causes.
    pub hints: &'a [Hint],
}
