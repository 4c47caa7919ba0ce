//! Memory.

use model::Facts;

use super::Severity::{Spoils, Warns};
use super::rule::{Complaint, GIB, MIB, Rule, bytes, complain, yes};

pub(super) const RULES: &[Rule] = &[
    Rule { name: "huge-pages-always", check: huge_pages_always },
    Rule { name: "swap-in-use", check: swap_in_use },
    Rule { name: "memory-short", check: memory_short },
    Rule { name: "page-merging", check: page_merging },
];

fn huge_pages_always(facts: &Facts) -> Option<Complaint> {
    (facts.text("memory.thp")? == "always").then(|| {
        complain(
            Warns,
            &["memory.thp", "memory.thp_defrag"],
            "the kernel gives huge pages when it happens to have some: figures of memory and of \
             fork fall into two groups",
            "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled",
        )
    })
}

fn swap_in_use(facts: &Facts) -> Option<Complaint> {
    let used = facts.number("memory.swap_used_bytes")?;
    (used > 64 * MIB).then(|| {
        complain(
            Warns,
            &["memory.swap_used_bytes", "memory.available_bytes"],
            format!("{} are swapped out and may come back in the middle of a trial", bytes(used)),
            "with enough memory available: sudo swapoff -a && sudo swapon -a",
        )
    })
}

fn memory_short(facts: &Facts) -> Option<Complaint> {
    let available = facts.number("memory.available_bytes")?;
    let severity = match available {
        0..MIB_256 => Spoils,
        MIB_256..GIB => Warns,
        _ => return None,
    };
    Some(complain(
        severity,
        &["memory.available_bytes", "memory.total_bytes"],
        format!("only {} of memory are available; larger cases will be skipped", bytes(available)),
        "end what uses much memory",
    ))
}

const MIB_256: u64 = 256 * MIB;

fn page_merging(facts: &Facts) -> Option<Complaint> {
    yes(facts, "memory.ksm").then(|| {
        complain(
            Warns,
            &["memory.ksm"],
            "the kernel searches for equal pages and merges them behind programs' backs",
            "echo 0 | sudo tee /sys/kernel/mm/ksm/run",
        )
    })
}
