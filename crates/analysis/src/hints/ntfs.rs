//! Creating files is slower on NTFS although nothing scans them: the file system's own cost
//! (Microsoft's Dev Drive series: full builds up to 14 % faster on
//! `ReFS`).

use super::Hint;
use super::view::View;
use crate::{Findings, Source, Verdict};

pub(super) fn look(sources: &[Source<'_>], findings: &Findings) -> Vec<Hint> {
    let mut hints: Vec<Hint> = Vec::new();
    for contest in &findings.contests {
        if contest.benchmark.as_str() != "file.create" {
            continue;
        }
        for pair in &contest.pairs {
            if !matches!(pair.verdict, Verdict::Slower { .. }) {
                continue;
            }
            let entry = &contest.entries[pair.candidate];
            let source = sources[entry.source];
            let view = View::new(source, source.at(entry.row).subject);
            let system = view.fact("filesystem.type").unwrap_or_default();
            let ntfs = system.eq_ignore_ascii_case("ntfs");
            let known = hints.iter().any(|hint| hint.subject == view.label());
            if !ntfs || !view.is_empty("processes.security_agents") || known {
                continue;
            }
            let times = pair.ratio.map_or(1.0, |ratio| ratio.value);
            hints.push(view.hint(
                "ntfs-metadata",
                format!(
                    "creating files takes {times:.1} times as long as for {}",
                    contest.entries[0].label
                ),
                "the file system is NTFS and no security program runs".to_owned(),
                "the file system's own work on its metadata",
                "make a Dev Drive (ReFS) and run file.create with --in ntfs=DIR1 --in refs=DIR2",
            ));
        }
    }
    hints
}
