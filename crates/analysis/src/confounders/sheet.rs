//! The facts of one side, over all its sessions.

use std::collections::BTreeMap;

use model::{FactKind, FactValue, Value};

use crate::Source;

/// Facts that move by themselves from one minute to the next, or that only say how another fact
/// is known or what a thing is called. A key or its beginning.
const MOVING: &[&str] = &[
    "load.",
    "steal.",
    "pressure.",
    "processes.count",
    "processes.file_watchers",
    "memory.available_bytes",
    "memory.dirty_bytes",
    "memory.swap_used_bytes",
    "cpu.frequency_khz",
    "cpu.temperature",
    "cpu.throttled_count",
    "power.battery_percent",
    "clock.read_ns",
    "clock.resolution_ns",
    "clock.rate_adjustment_ppb",
    "filesystem.available",
    "filesystem.free",
    "filesystem.used",
    "disk.device",
    "disk.wear",
    "kernel.identity_confidence",
    "kernel.identity_evidence",
    "container.evidence",
    "virtualization.evidence",
];

/// Whether a fact moves by itself, so that two readings of it never agree.
pub(crate) fn moves(key: &str) -> bool {
    MOVING.iter().any(|prefix| key.starts_with(prefix))
}

/// What is known of one fact over all sessions of a side.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Known {
    pub(crate) kind: FactKind,
    /// Its values, each once, in order of sessions; empty where it is unknown.
    pub(crate) values: Vec<String>,
    /// Whether it was unknown in any session.
    pub(crate) unknown: bool,
}

impl Known {
    /// As a list of differences shows it.
    pub(crate) fn describe(&self) -> String {
        match (self.values.is_empty(), self.unknown) {
            (true, _) => "unknown".to_owned(),
            (false, false) => self.values.join(" or "),
            (false, true) => format!("{} or unknown", self.values.join(" or ")),
        }
    }

    /// One value, known in every session.
    pub(crate) fn settled(&self) -> Option<&str> {
        (self.values.len() == 1 && !self.unknown).then(|| self.values[0].as_str())
    }
}

/// The facts of a side that do not move: those of one subject, or of all subjects of a file.
pub(crate) fn facts(source: &Source<'_>, subject: Option<usize>) -> BTreeMap<String, Known> {
    let mut sheet = BTreeMap::new();
    let wanted = |number: u32| subject.is_none_or(|subject| subject == number as usize);
    for session in &source.record.sessions {
        for facts in session.facts.iter().filter(|facts| wanted(facts.subject)) {
            for fact in facts.start.0.iter().filter(|fact| !moves(&fact.key)) {
                let value = match &fact.value {
                    FactValue::Unknown { .. } => None,
                    known => Some(known.to_string()),
                };
                note(&mut sheet, &fact.key, fact.kind, value);
            }
        }
    }
    let subjects = source.record.subjects.iter().enumerate();
    for (_, known) in subjects.filter(|(index, _)| wanted(*index as u32)) {
        note(&mut sheet, "subject.target", FactKind::Treatment, Some(known.target.clone()));
        for (name, value) in &known.settings {
            let value = match value {
                Value::Integer(number) => number.to_string(),
                Value::Name(name) => name.clone(),
            };
            note(&mut sheet, &format!("subject.{name}"), FactKind::Treatment, Some(value));
        }
    }
    builds(source, &mut sheet);
    sheet
}

/// The build, for records whose facts do not carry it.
fn builds(source: &Source<'_>, sheet: &mut BTreeMap<String, Known>) {
    if sheet.keys().any(|key| key.starts_with("build.")) {
        return;
    }
    for build in source.builds() {
        let told = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let lines = [
            ("build.version", told(&build.version)),
            ("build.revision", told(&build.revision)),
            ("build.target", told(&build.target)),
            ("build.compilers", told(&build.compilers.join(" "))),
            ("build.options", told(&build.options.join(" "))),
            ("build.sha256", told(&build.sha256)),
        ];
        for (key, value) in lines {
            note(sheet, key, FactKind::Build, value);
        }
    }
}

fn note(sheet: &mut BTreeMap<String, Known>, key: &str, kind: FactKind, value: Option<String>) {
    let known = sheet.entry(key.to_owned()).or_insert_with(|| Known {
        kind,
        values: Vec::new(),
        unknown: false,
    });
    match value {
        Some(value) if !known.values.contains(&value) => known.values.push(value),
        Some(_) => {}
        None => known.unknown = true,
    }
}
