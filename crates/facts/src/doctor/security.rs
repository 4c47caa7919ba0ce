//! What watches over programs.

use model::Facts;

use super::Severity::{Informs, Warns};
use super::rule::{Complaint, Rule, complain, items, yes};

pub(super) const RULES: &[Rule] = &[
    Rule { name: "security-agent", check: security_agent },
    Rule { name: "file-watcher", check: file_watcher },
    Rule { name: "audit", check: audit },
    Rule { name: "security-modules", check: security_modules },
    Rule { name: "address-randomization", check: address_randomization },
    Rule { name: "preloaded", check: preloaded },
    Rule { name: "allocator-set", check: allocator_set },
];

/// Modules that look at more than rights of administrators.
const THOROUGH: &[&str] = &["apparmor", "bpf", "ima", "selinux", "smack", "tomoyo"];

fn security_agent(facts: &Facts) -> Option<Complaint> {
    let key = "processes.security_agents";
    (!items(facts, key).is_empty()).then(|| {
        complain(
            Warns,
            &[key],
            "a security agent looks at files opened or programs started",
            "label the run (`--label agent`), and compare with one while it is off or the \
             directory is excepted",
        )
    })
}

fn file_watcher(facts: &Facts) -> Option<Complaint> {
    let key = "processes.file_watchers";
    (facts.number(key)? > 0).then(|| {
        complain(
            Warns,
            &[key],
            "a process is told of every file that others open, and may make them wait",
            "find it: sudo grep -l fanotify /proc/*/fdinfo/* 2>/dev/null",
        )
    })
}

fn audit(facts: &Facts) -> Option<Complaint> {
    let rules = facts.number("security.audit_rules").unwrap_or(0);
    (rules > 0 && yes(facts, "processes.audit_daemon")).then(|| {
        complain(
            Warns,
            &["security.audit_rules", "processes.audit_daemon"],
            "the audit system compares every system call with its rules",
            "to compare without: sudo auditctl -e 0, and afterwards sudo auditctl -e 1",
        )
    })
}

fn security_modules(facts: &Facts) -> Option<Complaint> {
    let key = "security.modules";
    let thorough = items(facts, key).iter().any(|module| THOROUGH.contains(&module.as_str()));
    thorough.then(|| {
        complain(
            Informs,
            &[key, "security.selinux", "security.apparmor_profile"],
            "security modules are asked whenever files are opened and programs started",
            "nothing to do; they are part of the system",
        )
    })
}

fn address_randomization(facts: &Facts) -> Option<Complaint> {
    (facts.number("security.address_randomization")? != 0).then(|| {
        complain(
            Informs,
            &["security.address_randomization"],
            "every process has its memory at other addresses: processes differ a little, which \
             is why each trial is a fresh one",
            "nothing to do",
        )
    })
}

fn preloaded(facts: &Facts) -> Option<Complaint> {
    let key = "libc.preloaded";
    (!items(facts, key).is_empty()).then(|| {
        complain(
            Warns,
            &[key],
            "libraries are put into every program started: launching costs more, and they may \
             replace what is measured",
            "unset LD_PRELOAD, and look into /etc/ld.so.preload",
        )
    })
}

fn allocator_set(facts: &Facts) -> Option<Complaint> {
    let key = "allocator.settings";
    (!items(facts, key).is_empty()).then(|| {
        complain(
            Warns,
            &[key, "allocator.name"],
            "the allocator was set by variables of the environment: it is not what others have",
            "unset them, or label the run: `--label TEXT`",
        )
    })
}
