//! What the kernel does about the faults of processors.

use crate::parse::field;
use crate::sheet::Sheet;
use crate::{Found, Source};

const FOLDER: &str = "sys/devices/system/cpu/vulnerabilities";

/// Faults that have a fact even where the kernel is too old to know them.
const KNOWN: &[&str] = &[
    "gather_data_sampling",
    "indirect_target_selection",
    "itlb_multihit",
    "l1tf",
    "mds",
    "meltdown",
    "mmio_stale_data",
    "reg_file_data_sampling",
    "retbleed",
    "spec_rstack_overflow",
    "spec_store_bypass",
    "spectre_v1",
    "spectre_v2",
    "srbds",
    "tsa",
    "tsx_async_abort",
    "vmscape",
];

pub(crate) fn collect(source: &Source, sheet: &mut Sheet) {
    let mut faults = source.names(FOLDER);
    faults.extend(KNOWN.iter().map(|fault| (*fault).to_owned()));
    faults.sort();
    faults.dedup();
    for fault in faults {
        let told = source.text(&format!("{FOLDER}/{fault}"));
        sheet.state(&format!("mitigations.{fault}"), told);
    }
    // These two a process can have in its own way, inherited from whoever started it.
    let own = |name: &str| -> Found<String> {
        let status = source.text("proc/self/status")?;
        let told = field(&status, &[name]).map(str::to_owned);
        told.ok_or_else(|| format!("/proc/self/status has no {name}"))
    };
    sheet.state("mitigations.process_store_bypass", own("Speculation_Store_Bypass"));
    sheet.state("mitigations.process_indirect_branch", own("SpeculationIndirectBranch"));
}
