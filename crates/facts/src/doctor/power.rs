//! Electricity.

use model::Facts;

use super::Severity::Warns;
use super::rule::{Complaint, Rule, complain};

pub(super) const RULES: &[Rule] = &[
    Rule { name: "battery", check: battery },
    Rule { name: "power-profile", check: power_profile },
];

fn battery(facts: &Facts) -> Option<Complaint> {
    (facts.text("power.source")? == "battery").then(|| {
        complain(
            Warns,
            &["power.source", "power.battery_percent"],
            "the machine runs on its battery and saves power",
            "plug it in",
        )
    })
}

fn power_profile(facts: &Facts) -> Option<Complaint> {
    let profile = facts.text("power.profile")?;
    ["low-power", "cool", "quiet"].contains(&profile).then(|| {
        complain(
            Warns,
            &["power.profile"],
            "the firmware was told to save power",
            "powerprofilesctl set performance",
        )
    })
}
