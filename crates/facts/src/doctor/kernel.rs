//! The kernel.

use model::{FactValue, Facts};

use super::Severity::{Informs, Spoils, Warns};
use super::rule::{Complaint, Rule, complain, items, yes};

/// Options that make a kernel several times slower.
const HEAVY: &[&str] = &[
    "DEBUG_KMEMLEAK",
    "DEBUG_LOCK_ALLOC",
    "DEBUG_OBJECTS",
    "DEBUG_PAGEALLOC_ENABLE_DEFAULT",
    "GCOV_KERNEL",
    "KASAN",
    "KCOV",
    "KCSAN",
    "KMSAN",
    "LOCKDEP",
    "PROFILE_ALL_BRANCHES",
    "PROVE_LOCKING",
    "SLUB_DEBUG_ON",
];

/// Options that distributions choose and that cost next to nothing.
const CHEAP: &[&str] =
    &["DEBUG_LIST", "DEBUG_PAGEALLOC", "FAULT_INJECTION", "KFENCE", "PAGE_POISONING", "UBSAN"];

pub(super) const RULES: &[Rule] = &[
    Rule { name: "debug-kernel", check: debug_kernel },
    Rule { name: "foreign-kernel", check: foreign_kernel },
    Rule { name: "doubtful-kernel", check: doubtful_kernel },
    Rule { name: "translated", check: translated },
    Rule { name: "mitigations", check: mitigations },
    Rule { name: "memory-initialized", check: memory_initialized },
];

fn debug_kernel(facts: &Facts) -> Option<Complaint> {
    let key = "kernel.debug_options";
    let options = items(facts, key);
    let is = |known: &[&str]| options.iter().any(|option| known.contains(&option.as_str()));
    let severity = if is(HEAVY) {
        Spoils
    } else if options.iter().any(|option| !CHEAP.contains(&option.as_str())) {
        Warns
    } else {
        return None;
    };
    Some(complain(
        severity,
        &[key],
        "the kernel checks itself at every step: what it does is slower, some of it many times",
        "boot a kernel that was built for use, not for finding faults",
    ))
}

fn foreign_kernel(facts: &Facts) -> Option<Complaint> {
    let kernel = facts.text("kernel.identity")?;
    let disguised = [
        "gvisor",
        "user-mode-linux",
        "qemu-user",
        "wsl1",
        "wsl2",
        "wine",
        "freebsd-linuxulator",
        "illumos-lx",
        "netbsd-linux",
    ];
    disguised.contains(&kernel).then(|| {
        complain(
            Informs,
            &["kernel.identity", "kernel.identity_evidence"],
            format!("calls are answered by {kernel}: figures tell of it, not of a Linux kernel"),
            "nothing to do if that is what you compare",
        )
    })
}

fn doubtful_kernel(facts: &Facts) -> Option<Complaint> {
    (facts.text("kernel.identity_confidence")? == "guess").then(|| {
        complain(
            Warns,
            &["kernel.identity", "kernel.identity_confidence", "kernel.identity_evidence"],
            "which kernel answers cannot be told for sure",
            "compare the costs of `syscall` and `clock` with a system that you know",
        )
    })
}

fn translated(facts: &Facts) -> Option<Complaint> {
    yes(facts, "kernel.translated").then(|| {
        complain(
            Warns,
            &["kernel.translated", "kernel.identity_evidence"],
            "instructions are translated: figures tell of the translator more than of the system",
            "use a build for this machine's own processor, or a machine with virtualization",
        )
    })
}

fn mitigations(facts: &Facts) -> Option<Complaint> {
    let known = |value: &FactValue| matches!(value, FactValue::Text(text) if text.starts_with("Mitigation"));
    let active: Vec<&str> = facts
        .0
        .iter()
        .filter(|fact| fact.key.starts_with("mitigations.") && known(&fact.value))
        .map(|fact| fact.key.as_str())
        .collect();
    (!active.is_empty()).then(|| {
        complain(
            Informs,
            &active,
            "the kernel works around faults of the processor; entering it costs more",
            "leave them on: they are what people run; compare with systems that have them too",
        )
    })
}

fn memory_initialized(facts: &Facts) -> Option<Complaint> {
    let key = "kernel.memory_initialized";
    (!items(facts, key).is_empty()).then(|| {
        complain(
            Informs,
            &[key],
            "the kernel wipes memory when it hands it out or takes it back",
            "nothing to do; it is part of the system",
        )
    })
}
