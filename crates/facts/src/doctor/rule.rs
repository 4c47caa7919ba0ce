//! What a rule is made of.

use model::{FactValue, Facts};

use super::{Finding, Severity};

/// A rule: a name and a pure function of facts.
pub(super) struct Rule {
    pub(super) name: &'static str,
    pub(super) check: fn(&Facts) -> Option<Complaint>,
}

impl Rule {
    /// What the rule finds.
    pub(super) fn examine(&self, facts: &Facts) -> Option<Finding> {
        let complaint = (self.check)(facts)?;
        let evidence = complaint.keys.iter().filter_map(|key| {
            let fact = facts.0.iter().find(|fact| fact.key == *key)?;
            Some(match &fact.value {
                FactValue::List(items) => format!("{key} = {}", items.join(", ")),
                value => format!("{key} = {value}"),
            })
        });
        Some(Finding {
            rule: self.name,
            severity: complaint.severity,
            what: complaint.what,
            evidence: evidence.collect::<Vec<_>>().join("; "),
            remedy: complaint.remedy,
        })
    }
}

/// What a rule complains of, before its name and its evidence are put to it.
pub(super) struct Complaint {
    severity: Severity,
    keys: Vec<String>,
    what: String,
    remedy: String,
}

/// A complaint of this severity that these facts show.
pub(super) fn complain(
    severity: Severity,
    keys: &[&str],
    what: impl Into<String>,
    remedy: impl Into<String>,
) -> Complaint {
    Complaint {
        severity,
        keys: keys.iter().map(|key| (*key).to_owned()).collect(),
        what: what.into(),
        remedy: remedy.into(),
    }
}

/// Whether a fact is known to be so.
pub(super) fn yes(facts: &Facts, key: &str) -> bool {
    facts.get(key) == Some(&FactValue::Bool(true))
}

/// Whether a fact is known not to be so.
pub(super) fn no(facts: &Facts, key: &str) -> bool {
    facts.get(key) == Some(&FactValue::Bool(false))
}

/// The items of a fact that is a list; none where it is unknown.
pub(super) fn items<'facts>(facts: &'facts Facts, key: &str) -> &'facts [String] {
    match facts.get(key) {
        Some(FactValue::List(items)) => items,
        _ => &[],
    }
}

/// Bytes for people.
pub(super) fn bytes(bytes: u64) -> String {
    const UNITS: &[(&str, u64)] = &[("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];

    let unit = UNITS.iter().find(|(_, size)| bytes >= *size);
    unit.map_or_else(
        || format!("{bytes} bytes"),
        |(name, size)| format!("{:.1} {name}", bytes as f64 / *size as f64),
    )
}

pub(super) const MIB: u64 = 1 << 20;
pub(super) const GIB: u64 = 1 << 30;
