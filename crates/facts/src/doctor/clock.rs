//! Clocks.

use model::Facts;

use super::Severity::{Informs, Warns};
use super::rule::{Complaint, Rule, complain, items, no};

/// Clock sources that a program cannot read without entering the kernel.
const SLOW: &[&str] = &["acpi_pm", "hpet", "jiffies", "pit", "refined-jiffies", "xen"];

/// A reading that costs more is flagged.
const SLOW_NS: u64 = 200;

pub(super) const RULES: &[Rule] = &[
    Rule { name: "clock-source", check: clock_source },
    Rule { name: "clock-slow", check: clock_slow },
    Rule { name: "clock-unsynchronized", check: clock_unsynchronized },
    Rule { name: "clock-kept", check: clock_kept },
];

fn clock_source(facts: &Facts) -> Option<Complaint> {
    let source = facts.text("clock.source")?;
    let remedy = if items(facts, "clock.sources").iter().any(|source| source == "tsc") {
        "echo tsc | sudo tee /sys/devices/system/clocksource/clocksource0/current_clocksource"
    } else {
        "boot with `clocksource=tsc tsc=reliable` if the processor's clock is sound"
    };
    SLOW.contains(&source).then(|| {
        complain(
            Warns,
            &["clock.source", "clock.sources"],
            "reading the clock enters the kernel: programs that read it often are slower here",
            remedy,
        )
    })
}

fn clock_slow(facts: &Facts) -> Option<Complaint> {
    (facts.number("clock.read_ns")? > SLOW_NS).then(|| {
        complain(
            Warns,
            &["clock.read_ns", "clock.vdso", "clock.source"],
            "one reading of the clock costs more than 200 ns: batches must be long to hide it",
            "choose a clock source that programs can read themselves, tsc or kvm-clock; in a \
             sandbox this is part of what is measured",
        )
    })
}

fn clock_unsynchronized(facts: &Facts) -> Option<Complaint> {
    no(facts, "clock.synchronized").then(|| {
        complain(
            Informs,
            &["clock.synchronized"],
            "nothing keeps the clock right: its rate, and all figures, may be off by some 50 ppm",
            "start a time service where that matters: `sudo timedatectl set-ntp true`",
        )
    })
}

fn clock_kept(facts: &Facts) -> Option<Complaint> {
    let key = "processes.clock_daemons";
    (!items(facts, key).is_empty()).then(|| {
        complain(
            Informs,
            &[key, "clock.rate_adjustment_ppb"],
            "a time service may step the clock of the day and bends the rate of all others a \
             little; samples are timed with a clock that is never stepped",
            "nothing to do",
        )
    })
}
