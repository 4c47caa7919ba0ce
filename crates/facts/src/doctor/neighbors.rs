//! What else runs on the machine.

use model::Facts;

use super::Severity::{Spoils, Warns};
use super::rule::{Complaint, Rule, complain, items};

pub(super) const RULES: &[Rule] = &[
    Rule { name: "load", check: load },
    Rule { name: "steal", check: steal },
    Rule { name: "disk-pressure", check: disk_pressure },
    Rule { name: "memory-pressure", check: memory_pressure },
    Rule { name: "indexer", check: indexer },
    Rule { name: "maintenance", check: maintenance },
];

fn load(facts: &Facts) -> Option<Complaint> {
    let load = facts.number("load.1m_milli")?;
    let processors = facts.number("cpu.count")?.max(1);
    let share = load / processors;
    if share <= 1_000 / 8 {
        return None;
    }
    let severity = if share > 500 { Spoils } else { Warns };
    Some(complain(
        severity,
        &["load.1m_milli", "cpu.count"],
        "other programs keep the processors busy: every figure grows and spreads",
        "find them with `top`, stop them or wait, then look again",
    ))
}

fn steal(facts: &Facts) -> Option<Complaint> {
    let steal = facts.number("steal.total_ns")?;
    let busy = facts.number("load.busy_total_ns")?;
    let idle = facts.number("load.idle_total_ns")?;
    // Only time in which the machine wanted to run could be taken from it.
    let wanted = busy.saturating_add(steal);
    if steal.saturating_add(busy).saturating_add(idle) == 0 || steal <= wanted / 100 {
        return None;
    }
    let severity = if steal > wanted / 20 { Spoils } else { Warns };
    Some(complain(
        severity,
        &["steal.total_ns", "load.busy_total_ns"],
        format!(
            "the hypervisor gave {:.1} % of the time that this machine wanted to others since boot",
            steal as f64 * 100.0 / wanted as f64
        ),
        "measure at another hour, on a dedicated host, or more often: `--full`",
    ))
}

fn disk_pressure(facts: &Facts) -> Option<Complaint> {
    let key = "pressure.io_10s_milli_percent";
    (facts.number(key)? > 10_000).then(|| {
        complain(
            Warns,
            &[key],
            "programs wait for disks: file figures compete with them",
            "find them with `sudo iotop`, or wait until writing is done: `sync`",
        )
    })
}

fn memory_pressure(facts: &Facts) -> Option<Complaint> {
    let key = "pressure.memory_10s_milli_percent";
    (facts.number(key)? > 1_000).then(|| {
        complain(
            Warns,
            &[key],
            "programs wait for memory: the kernel is reclaiming pages",
            "end what uses much memory",
        )
    })
}

fn indexer(facts: &Facts) -> Option<Complaint> {
    let key = "processes.indexers";
    (!items(facts, key).is_empty()).then(|| {
        complain(
            Warns,
            &[key],
            "a program that indexes files runs: it reads what benchmarks create",
            "stop it for the time of the run, or keep it out of the directory: `tracker3 daemon \
             --terminate`, `balooctl suspend`, PRUNEPATHS in /etc/updatedb.conf",
        )
    })
}

fn maintenance(facts: &Facts) -> Option<Complaint> {
    let key = "processes.maintenance";
    (!items(facts, key).is_empty()).then(|| {
        complain(
            Warns,
            &[key],
            "programs that install, scrub or back up run",
            "wait until they are done",
        )
    })
}
