//! What changed between two looks at one system.

use model::{FactKind, FactValue, Facts};

/// Facts that move all the time and whose moving is watched otherwise: around every round, by
/// flags of trials, or by the room that is left.
const RESTLESS: &[&str] = &[
    "clock.rate_adjustment_ppb",
    "clock.read_ns",
    "cpu.frequency_khz",
    "cpu.temperature_milli_celsius",
    "filesystem.direct_alignment_bytes",
    "filesystem.free_bytes",
    "filesystem.free_inodes",
    "memory.available_bytes",
    "memory.dirty_bytes",
    "memory.swap_used_bytes",
    "power.battery_percent",
    "processes.count",
];

/// Topics whose facts all move all the time.
const RESTLESS_TOPICS: &[&str] = &["build.", "load.", "pressure.", "steal."];

/// Keys of the facts whose change between the start and the end of a run matters: a governor, the
/// power supply, the clock source, mount options, the processor itself, a security agent that has
/// come up. Load, temperature and free space move by themselves and are left out, unless so much
/// was swapped or so little space is left that they moved the figures.
pub fn changed(start: &Facts, end: &Facts) -> Vec<String> {
    let mut keys: Vec<String> = start
        .0
        .iter()
        .filter(|fact| fact.kind != FactKind::Build)
        .filter(|fact| {
            let now = end.0.iter().find(|other| other.key == fact.key).map(|other| &other.value);
            matters(&fact.key, Some(&fact.value), now)
        })
        .map(|fact| fact.key.clone())
        .collect();
    let new = end.0.iter().filter(|fact| start.0.iter().all(|other| other.key != fact.key));
    keys.extend(
        new.filter(|fact| matters(&fact.key, None, Some(&fact.value))).map(|fact| fact.key.clone()),
    );
    keys
}

fn matters(key: &str, before: Option<&FactValue>, after: Option<&FactValue>) -> bool {
    let (before, after) = (before.map(known), after.map(known));
    if RESTLESS.contains(&key) || RESTLESS_TOPICS.iter().any(|topic| key.starts_with(topic)) {
        return leapt(key, before.flatten(), after.flatten());
    }
    // Why something is unknown may be said in other words the second time.
    before.flatten() != after.flatten()
}

fn known(value: &FactValue) -> Option<&FactValue> {
    (!matches!(value, FactValue::Unknown { .. })).then_some(value)
}

/// Whether a number that moves by itself moved too far.
fn leapt(key: &str, before: Option<&FactValue>, after: Option<&FactValue>) -> bool {
    const SWAPPED_BYTES: u64 = 64 << 20;

    let (Some(FactValue::Number(before)), Some(FactValue::Number(after))) = (before, after) else {
        return false;
    };
    match key {
        "memory.swap_used_bytes" => after.abs_diff(*before) >= SWAPPED_BYTES,
        "filesystem.free_bytes" | "filesystem.free_inodes" => *after < before / 2,
        "clock.read_ns" => *after > before.saturating_mul(3).saturating_add(100),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Fact;

    fn facts(pairs: &[(&str, FactValue)]) -> Facts {
        let fact = |(key, value): &(&str, FactValue)| Fact {
            key: (*key).to_owned(),
            kind: FactKind::State,
            value: value.clone(),
        };
        Facts(pairs.iter().map(fact).collect())
    }

    fn text(text: &str) -> FactValue {
        FactValue::Text(text.to_owned())
    }

    fn unknown(reason: &str) -> FactValue {
        FactValue::Unknown { reason: reason.to_owned() }
    }

    #[test]
    fn settings_matter_and_restless_numbers_do_not() {
        let start = facts(&[
            ("cpu.governor", text("performance")),
            ("filesystem.options", text("rw")),
            ("load.1m_milli", FactValue::Number(10)),
            ("memory.swap_used_bytes", FactValue::Number(0)),
            ("filesystem.free_bytes", FactValue::Number(100)),
        ]);
        let mut end = start.clone();
        assert_eq!(changed(&start, &end), Vec::<String>::new());
        end.0[0].value = text("powersave");
        end.0[1].value = text("rw sync");
        end.0[2].value = FactValue::Number(90_000);
        end.0[3].value = FactValue::Number(1 << 20);
        end.0[4].value = FactValue::Number(60);
        assert_eq!(changed(&start, &end), ["cpu.governor", "filesystem.options"]);
        end.0[3].value = FactValue::Number(1 << 30);
        end.0[4].value = FactValue::Number(40);
        assert_eq!(changed(&start, &end).len(), 4);
    }

    #[test]
    fn becoming_known_is_a_change_and_another_reason_is_not() {
        let start = facts(&[("cpu.governor", unknown("a")), ("cpu.boost", unknown("a"))]);
        let end = facts(&[("cpu.governor", unknown("b")), ("cpu.boost", text("on"))]);
        assert_eq!(changed(&start, &end), ["cpu.boost"]);
        assert_eq!(changed(&Facts::default(), &end), ["cpu.boost"]);
        assert_eq!(changed(&end, &Facts::default()), ["cpu.boost"]);
    }
}
