//! Reading the clock takes a system call: the clock source has no path through the vDSO
//! (`packagecloud.io`, "Two frequently used system calls are ~77 % slower on AWS EC2", 2017).

use super::Hint;
use super::view::View;

/// A reading in user mode takes tens of nanoseconds.
const SLOW_NS: f64 = 200.0;

pub(super) fn look(view: &View<'_>) -> Option<Hint> {
    let source = view.fact("clock.source")?;
    let direct = ["tsc", "arch_sys_counter", "kvm-clock", "hyperv_clocksource_tsc_page"];
    if direct.contains(&source.as_str()) && view.fact("clock.vdso").as_deref() != Some("no") {
        return None;
    }
    let monotonic = view
        .medians("clock.read")
        .into_iter()
        .find(|(case, _)| case.name("clock") == Some("monotonic"));
    let (_, median) = monotonic.filter(|(_, median)| *median > SLOW_NS)?;
    let others = view.items("clock.sources").unwrap_or_else(|| "unknown".to_owned());
    Some(view.hint(
        "clock-source",
        format!("reading the monotonic clock takes {median:.0} ns"),
        format!("the clock source is {source} (there are: {others})"),
        "a clock that cannot be read without entering the kernel",
        "choose another of these sources in \
         /sys/devices/system/clocksource/clocksource0/current_clocksource, run clock.read again \
         with --label naming it, and compare",
    ))
}
