//! What is around this process.

use model::Facts;

use super::Severity::{Informs, Spoils, Warns};
use super::rule::{Complaint, Rule, complain, yes};

pub(super) const RULES: &[Rule] = &[
    Rule { name: "traced", check: traced },
    Rule { name: "system-call-filter", check: system_call_filter },
    Rule { name: "virtual-machine", check: virtual_machine },
    Rule { name: "container", check: container },
];

fn traced(facts: &Facts) -> Option<Complaint> {
    yes(facts, "security.traced").then(|| {
        complain(
            Spoils,
            &["security.traced"],
            "a debugger or tracer stops this process at every system call",
            "start it without strace, gdb and the like",
        )
    })
}

fn system_call_filter(facts: &Facts) -> Option<Complaint> {
    let filter = facts.text("security.seccomp")?;
    (filter != "off").then(|| {
        complain(
            Warns,
            &["security.seccomp", "security.seccomp_filters", "container.kind"],
            "a filter looks at every system call: small ones cost more",
            "to compare without it: `docker run --security-opt seccomp=unconfined`, or \
             SystemCallFilter= of the service",
        )
    })
}

fn virtual_machine(facts: &Facts) -> Option<Complaint> {
    let hypervisor = facts.text("virtualization.hypervisor")?;
    (hypervisor != "none").then(|| {
        complain(
            Informs,
            &["virtualization.hypervisor", "virtualization.machine", "virtualization.cloud_type"],
            "this is a virtual machine: figures tell of its hypervisor and neighbors too",
            "compare systems on one and the same machine, and watch `steal`",
        )
    })
}

fn container(facts: &Facts) -> Option<Complaint> {
    (facts.text("container.kind")? != "none").then(|| {
        complain(
            Informs,
            &["container.kind", "container.evidence", "container.root_filesystem"],
            "this is a container: the kernel is its host's, and files may lie in layers",
            "nothing to do if that is what you compare",
        )
    })
}
