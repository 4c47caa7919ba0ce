//! What could not be found out.

use model::{FactValue, Facts};

use super::Severity::Informs;
use super::rule::{Complaint, Rule, complain};

pub(super) const RULES: &[Rule] = &[Rule { name: "unknown", check: unknown }];

/// Facts without which figures of two systems can hardly be laid side by side.
const NEEDED: &[&str] = &[
    "allocator.name",
    "clock.source",
    "cpu.flags",
    "cpu.governor",
    "cpu.microcode",
    "cpu.model",
    "disk.device",
    "disk.model",
    "disk.scheduler",
    "disk.write_cache",
    "filesystem.free_bytes",
    "filesystem.journal",
    "filesystem.options",
    "filesystem.type",
    "kernel.debug_options",
    "kernel.release",
    "libc.version",
    "limits.open_files",
    "limits.processes",
    "load.1m_milli",
    "memory.thp",
    "memory.total_bytes",
    "mitigations.spectre_v2",
    "os.edition",
    "os.name",
    "security.modules",
    "steal.total_ns",
    "virtualization.hypervisor",
];

fn unknown(facts: &Facts) -> Option<Complaint> {
    let is_unknown = |key: &&str| {
        facts
            .0
            .iter()
            .any(|fact| fact.key == **key && matches!(fact.value, FactValue::Unknown { .. }))
    };
    let missing: Vec<&str> = NEEDED.iter().copied().filter(is_unknown).collect();
    (!missing.is_empty()).then(|| {
        complain(
            Informs,
            &missing,
            "not all could be found out, and what is unknown never counts as equal",
            "some of it is told to administrators only: run as one where that is acceptable",
        )
    })
}
