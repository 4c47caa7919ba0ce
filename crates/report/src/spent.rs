//! Where the time of a run went, and what it wrote, in a sentence each.

use model::{RunRecord, Spent};

use crate::number::{bytes, duration, percent};

/// The length of all sessions and its parts; empty where nothing is known of them.
pub(crate) fn sentence(record: &RunRecord) -> String {
    let parts = parts(record);
    let total = parts.iter().fold(0_u64, |total, (_, ns)| total.saturating_add(*ns));
    if total == 0 {
        return String::new();
    }
    let shares: Vec<String> = parts
        .iter()
        .filter(|(_, ns)| *ns > 0)
        .map(|(name, ns)| {
            format!("{name} {} ({})", duration(*ns), percent(*ns as f64 / total as f64))
        })
        .collect();
    let time = format!("Time: {}, of it {}.", duration(total), shares.join(", "));
    match written(record) {
        Some(written) => format!("{time} {written}"),
        None => time,
    }
}

/// What was written to the file systems under test; `None` where nothing was to be.
fn written(record: &RunRecord) -> Option<String> {
    let each = || record.sessions.iter().map(|session| &session.written);
    let declared: u64 = each().map(|one| one.declared_bytes).fold(0, u64::saturating_add);
    let counted: Option<u64> = each().map(|one| one.counted_bytes).sum();
    let counted = counted.map_or_else(
        || "the kernel does not count it".to_owned(),
        |counted| format!("{} as the kernel counts what reached devices", bytes(counted)),
    );
    (declared > 0).then(|| format!("Written: {} by its benchmarks, {counted}.", bytes(declared)))
}

/// The parts over all sessions, in the order in which they come in a trial.
fn parts(record: &RunRecord) -> [(&'static str, u64); 5] {
    let sum = |part: fn(&Spent) -> u64| {
        record.sessions.iter().map(|session| part(&session.spent)).fold(0, u64::saturating_add)
    };
    [
        ("timed samples", sum(|spent| spent.timed_ns)),
        ("warm-up", sum(|spent| spent.warm_up_ns)),
        ("set-up", sum(|spent| spent.set_up_ns)),
        ("settling", sum(|spent| spent.settling_ns)),
        ("overhead", sum(|spent| spent.overhead_ns)),
    ]
}
