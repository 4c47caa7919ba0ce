//! The kernel: what it says of itself, and which one really answers.

use crate::sheet::Sheet;
use crate::{Found, Source, identify, redact};

pub(crate) fn collect(source: &Source, sheet: &mut Sheet) {
    let names = source.calls().names();
    sheet.treatment("kernel.name", names.clone().map(|names| names.system));
    sheet.treatment("kernel.release", names.clone().map(|names| names.release));
    let version = names.clone().map(|names| redact::without_builder(&names.version));
    sheet.treatment("kernel.version", version);
    sheet.treatment("kernel.architecture", names.map(|names| names.machine));
    sheet.treatment("kernel.compiler", compiler(source));
    sheet.treatment("kernel.tainted", source.number("proc/sys/kernel/tainted"));

    let identity = identify(source);
    sheet.treatment("kernel.identity", identity.kernel);
    sheet.treatment("kernel.identity_confidence", identity.confidence.to_string());
    sheet.treatment("kernel.identity_evidence", identity.evidence);
    sheet.treatment("kernel.translated", identity.translated);
    let host = identity.host.ok_or_else(|| "no kernel below tells of itself".to_owned());
    sheet.treatment("kernel.host", host);
}

/// The compiler of the kernel, from `Linux version … (somebody@somewhere) (gcc …, GNU ld …) #1 …`.
fn compiler(source: &Source) -> Found<String> {
    let text = source.text("proc/version")?;
    let start = text.find(") (").map(|at| at + 3);
    let end = text.find(") #").or_else(|| text.rfind(')'));
    let told = start.zip(end).and_then(|(start, end)| text.get(start..end));
    let told = told.filter(|told| !told.is_empty() && !told.contains('@'));
    told.map(str::to_owned).ok_or_else(|| "/proc/version names no compiler".to_owned())
}
