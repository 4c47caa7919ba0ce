//! How fast the processors run, and which.

use model::Facts;

use super::Severity::{Informs, Warns};
use super::rule::{Complaint, Rule, complain};

pub(super) const RULES: &[Rule] = &[
    Rule { name: "governor", check: governor },
    Rule { name: "no-frequency-control", check: no_frequency_control },
    Rule { name: "turbo", check: turbo },
    Rule { name: "frequency-capped", check: frequency_capped },
    Rule { name: "throttled", check: throttled },
    Rule { name: "mixed-cores", check: mixed_cores },
    Rule { name: "numa", check: numa },
    Rule { name: "affinity", check: affinity },
];

fn governor(facts: &Facts) -> Option<Complaint> {
    let governor = facts.text("cpu.governor")?;
    (governor != "performance" && !governor.starts_with("none")).then(|| {
        complain(
            Warns,
            &["cpu.governor", "cpu.frequency_driver"],
            "the processors change their frequency with the load: short work runs slower than long",
            "echo performance | sudo tee /sys/devices/system/cpu/cpufreq/policy*/scaling_governor",
        )
    })
}

fn no_frequency_control(facts: &Facts) -> Option<Complaint> {
    facts.text("cpu.governor")?.starts_with("none").then(|| {
        complain(
            Informs,
            &["cpu.governor", "virtualization.hypervisor"],
            "who sets the frequency of the processors cannot be seen, nor when it changes",
            "on a virtual machine nothing can be done inside; elsewhere load a cpufreq driver",
        )
    })
}

fn turbo(facts: &Facts) -> Option<Complaint> {
    let remedy = match facts.text("cpu.frequency_driver") {
        Some("intel_pstate" | "intel_cpufreq") => {
            "echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo"
        }
        _ => "echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost",
    };
    (facts.text("cpu.boost")? == "on").then(|| {
        complain(
            Warns,
            &["cpu.boost"],
            "the processors exceed their nominal frequency as long as heat and neighbors allow",
            remedy,
        )
    })
}

fn frequency_capped(facts: &Facts) -> Option<Complaint> {
    let (allowed, able) = ("cpu.frequency_max_khz", "cpu.frequency_hardware_max_khz");
    (facts.number(allowed)? < facts.number(able)?).then(|| {
        complain(
            Warns,
            &[allowed, able],
            "the processors are kept below what they can do",
            "if nobody wants that: sudo cpupower frequency-set --max <the greater number>KHz",
        )
    })
}

fn throttled(facts: &Facts) -> Option<Complaint> {
    (facts.number("cpu.throttled_count")? > 0).then(|| {
        complain(
            Warns,
            &["cpu.throttled_count", "cpu.temperature_milli_celsius"],
            "the processors had to slow down for heat since boot",
            "let it cool, clear the vents, and look at `frequency` beside the figures",
        )
    })
}

fn mixed_cores(facts: &Facts) -> Option<Complaint> {
    (facts.number("cpu.kinds")? > 1).then(|| {
        complain(
            Warns,
            &["cpu.kinds"],
            "there are fast and slow cores, and figures depend on where the scheduler puts work",
            "keep the run on one kind: `taskset -c $(cat /sys/devices/cpu_core/cpus) whichos run`",
        )
    })
}

fn numa(facts: &Facts) -> Option<Complaint> {
    (facts.number("cpu.numa_nodes")? > 1).then(|| {
        complain(
            Informs,
            &["cpu.numa_nodes"],
            "memory is nearer to some processors than to others",
            "to leave that out, keep the run on one node: `numactl -N 0 -m 0 whichos run`",
        )
    })
}

fn affinity(facts: &Facts) -> Option<Complaint> {
    let (allowed, all) = ("cpu.allowed_count", "cpu.count");
    (facts.number(allowed)? < facts.number(all)?).then(|| {
        complain(
            Informs,
            &[allowed, all, "cpu.isolated"],
            "this process may use a part of the processors only",
            "if that was not meant: start it without `taskset` or `isolcpus`",
        )
    })
}
