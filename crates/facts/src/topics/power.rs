//! Where the electricity comes from.

use crate::sheet::Sheet;
use crate::{Found, Source};

const FOLDER: &str = "sys/class/power_supply";

pub(crate) fn collect(source: &Source, sheet: &mut Sheet) {
    sheet.state("power.source", supply(source));
    sheet.state("power.battery_percent", charge(source));
    let profile = source.text("sys/firmware/acpi/platform_profile");
    sheet.state("power.profile", profile);
}

/// Whether a supply feeds the machine itself, not a mouse.
fn feeds_the_machine(source: &Source, name: &str) -> bool {
    source.text(&format!("{FOLDER}/{name}/scope")).as_deref() != Ok("Device")
}

fn of_kind(source: &Source, kinds: &[&str]) -> Vec<String> {
    let fits = |name: &String| {
        let kind = source.text(&format!("{FOLDER}/{name}/type")).unwrap_or_default();
        kinds.contains(&kind.as_str()) && feeds_the_machine(source, name)
    };
    source.names(FOLDER).into_iter().filter(fits).collect()
}

fn supply(source: &Source) -> Found<String> {
    if !source.has(FOLDER) {
        return Err(format!("no /{FOLDER}"));
    }
    let on = |name: &String| source.number(&format!("{FOLDER}/{name}/online")) == Ok(1);
    let draining = |name: &String| {
        source.text(&format!("{FOLDER}/{name}/status")).as_deref() == Ok("Discharging")
    };
    let batteries = of_kind(source, &["Battery"]);
    let told = if of_kind(source, &["Mains", "USB"]).iter().any(on) {
        "mains"
    } else if batteries.iter().any(draining) {
        "battery"
    } else if batteries.is_empty() {
        "none: no battery"
    } else {
        "mains"
    };
    Ok(told.to_owned())
}

fn charge(source: &Source) -> Found<u64> {
    let batteries = of_kind(source, &["Battery"]);
    let first = batteries.first().ok_or("no battery")?;
    source.number(&format!("{FOLDER}/{first}/capacity"))
}
