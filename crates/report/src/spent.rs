//! Where the time of a run went, and what it wrote, in a sentence each.

use model::{Conditioning, RunRecord, Spent};

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
        Some(written) => format!("{time} {written} {}", burst_or_sustained(&conditioned(record))),
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

/// How devices were brought to a steady state, where that was asked for.
fn conditioned(record: &RunRecord) -> Vec<&Conditioning> {
    let facts = record.sessions.iter().flat_map(|session| &session.facts);
    facts.filter_map(|one| one.conditioning.as_ref()).collect()
}

/// What speed the writes tell of: that of a device at rest, or the one that it keeps.
fn burst_or_sustained(conditioned: &[&Conditioning]) -> String {
    if conditioned.is_empty() {
        return "Writes of a short run measure bursts, which a device's cache takes; --sustained \
                measures the speed that it keeps."
            .to_owned();
    }
    let most = conditioned.iter().map(|one| one.bytes()).max().unwrap_or(0);
    match conditioned.iter().find(|one| !one.steady) {
        Some(one) => format!(
            "A steady state was asked for and not reached after {}: {}. Figures of writing may be \
             bursts.",
            bytes(one.bytes()),
            one.reason
        ),
        None => format!(
            "Devices were written to until they kept their speed, at most {}; a cache larger than \
             that would not show.",
            bytes(most)
        ),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bursts_and_steady_states_are_told_apart() {
        assert!(burst_or_sustained(&[]).contains("measure bursts"));
        let mut one = Conditioning {
            slice_bytes: 16 << 20,
            slices_ns: vec![1; 6],
            reason: "it may write no more".into(),
            ..Conditioning::default()
        };
        let text = burst_or_sustained(&[&one]);
        assert!(text.contains("not reached after 96 MiB: it may write no more."), "{text}");
        one.steady = true;
        let text = burst_or_sustained(&[&one]);
        assert!(text.contains("at most 96 MiB; a cache"), "{text}");
    }
}
