//! The machine as its makers name it.

use crate::sheet::Sheet;
use crate::{Found, Source};

const DMI: &str = "sys/class/dmi/id";

pub(crate) fn collect(source: &Source, sheet: &mut Sheet) {
    sheet.identity("machine.vendor", dmi(source, "sys_vendor"));
    sheet.identity("machine.product", product(source));
    sheet.identity("machine.board", dmi(source, "board_name"));
    sheet.identity("machine.firmware", dmi(source, "bios_version"));
    sheet.identity("machine.chassis", chassis(source));
}

/// What the firmware says, without what its makers left as they found it.
pub(crate) fn dmi(source: &Source, file: &str) -> Found<String> {
    const EMPTY: &[&str] = &[
        "to be filled by o.e.m.",
        "default string",
        "not specified",
        "system product name",
        "none",
    ];

    let told = source.text(&format!("{DMI}/{file}")).map_err(|reason| {
        if source.has(DMI) { reason } else { "the firmware describes no machine".to_owned() }
    })?;
    if EMPTY.contains(&told.to_lowercase().as_str()) {
        return Err("its makers did not fill it in".to_owned());
    }
    Ok(told)
}

fn product(source: &Source) -> Found<String> {
    // Boards without such firmware name themselves in the device tree.
    dmi(source, "product_name")
        .or_else(|reason| source.text("sys/firmware/devicetree/base/model").map_err(|_| reason))
}

fn chassis(source: &Source) -> Found<String> {
    let number = dmi(source, "chassis_type")?;
    Ok(match number.as_str() {
        "3" | "4" | "5" | "6" | "7" | "15" | "16" | "24" | "35" | "36" => "desktop".to_owned(),
        "8" | "9" | "10" | "14" | "31" | "32" => "laptop".to_owned(),
        "11" | "30" => "handheld".to_owned(),
        "17" | "23" | "25" | "28" | "29" => "server".to_owned(),
        "1" | "2" => return Err("its makers did not fill it in".to_owned()),
        other => format!("type {other}"),
    })
}
