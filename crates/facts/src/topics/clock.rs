//! Clocks.

use crate::sheet::Sheet;
use crate::{Found, Source};

const FOLDER: &str = "sys/devices/system/clocksource/clocksource0";

pub(crate) fn collect(source: &Source, sheet: &mut Sheet) {
    sheet.state("clock.source", source.text(&format!("{FOLDER}/current_clocksource")));
    sheet.state("clock.sources", available(source));
    sheet.state("clock.resolution_ns", source.calls().clock_resolution_ns());
    sheet.state("clock.read_ns", source.calls().clock_read_ns());
    sheet.state("clock.vdso", source.calls().vdso());
    let discipline = source.calls().discipline();
    sheet.state("clock.synchronized", discipline.clone().map(|found| found.synchronized));
    sheet.state("clock.rate_adjustment_ppb", discipline.map(|found| found.rate_ppb.unsigned_abs()));
}

fn available(source: &Source) -> Found<Vec<String>> {
    let sources = source.text(&format!("{FOLDER}/available_clocksource"))?;
    Ok(sources.split_whitespace().map(str::to_owned).collect())
}
