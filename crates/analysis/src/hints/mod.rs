//! From a pattern in the figures and a captured fact to a likely cause, and the run that would
//! prove it.
//!
//! A rule fires only where it finds both: figures alone have many causes, and a fact alone need
//! not matter. Each rule is a file of its own with the source of its lore.

mod allocator_lock;
mod clock_source;
mod close_scan;
mod first_launch;
mod kernel_overhead;
mod launch_batch;
mod noisy_neighbor;
mod ntfs;
mod page_tables;
mod view;

use view::View;

use crate::{Findings, Source};

/// A likely cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Short name of the rule.
    pub rule: &'static str,
    /// Label of the subject.
    pub subject: String,
    /// What was measured.
    pub pattern: String,
    /// What is known of the system.
    pub fact: String,
    /// What is likely behind it; always a conjecture.
    pub cause: &'static str,
    /// The run that would prove or refute it.
    pub next: String,
}

impl std::fmt::Display for Hint {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            formatter,
            "{}: {}, and {}: likely {}. To tell: {}.",
            self.subject, self.pattern, self.fact, self.cause, self.next
        )
    }
}

/// A rule that looks at one subject by itself.
type Rule = fn(&View<'_>) -> Option<Hint>;

const RULES: &[Rule] = &[
    close_scan::look,
    launch_batch::look,
    first_launch::look,
    page_tables::look,
    clock_source::look,
    allocator_lock::look,
    noisy_neighbor::look,
];

/// The hints that the subjects of a record give by themselves.
pub fn hints(source: Source<'_>) -> Vec<Hint> {
    let mut subjects: Vec<usize> = source.summary.rows.iter().map(|row| row.subject).collect();
    subjects.sort_unstable();
    subjects.dedup();
    let views = subjects.into_iter().map(|subject| View::new(source, subject));
    views.flat_map(|view| RULES.iter().filter_map(move |rule| rule(&view))).collect()
}

/// The hints that a comparison gives beside those of its files. `sources` are those that were
/// compared, in their order.
pub fn hints_between(sources: &[Source<'_>], findings: &Findings) -> Vec<Hint> {
    let mut hints = ntfs::look(sources, findings);
    hints.extend(kernel_overhead::look(sources, findings));
    hints
}
