//! What else the machine is doing.

use crate::sheet::Sheet;
use crate::{Found, Source, parse};

pub(crate) fn collect(source: &Source, sheet: &mut Sheet) {
    sheet.state("load.1m_milli", average_milli(source, 0));
    sheet.state("load.5m_milli", average_milli(source, 1));
    sheet.state("load.15m_milli", average_milli(source, 2));
    sheet.state("load.running", tasks(source, 0));
    sheet.state("load.threads", tasks(source, 1));
    let times = Times::read(source);
    sheet.state("load.busy_total_ns", times.clone().map(|times| times.busy_ns));
    sheet.state("load.idle_total_ns", times.clone().map(|times| times.idle_ns));
    sheet.state("steal.total_ns", times.map(|times| times.steal_ns));
    for resource in ["cpu", "io", "memory"] {
        let share = pressure_milli(source, resource);
        sheet.state(&format!("pressure.{resource}_10s_milli_percent"), share);
    }
    sheet.state("load.uptime_seconds", uptime(source));
}

/// A load average in thousandths: of one minute, of five, of fifteen.
pub(crate) fn average_milli(source: &Source, index: usize) -> Found<u64> {
    let text = counted(source)?;
    let value = text.split_whitespace().nth(index).and_then(parse::milli);
    value.ok_or_else(|| "odd /proc/loadavg".to_owned())
}

/// The line of load averages of a kernel that counts: one with no threads at all does not.
fn counted(source: &Source) -> Found<String> {
    let text = source.text("proc/loadavg")?;
    if text.split_whitespace().nth(3) == Some("0/0") {
        return Err("this kernel does not count".to_owned());
    }
    Ok(text)
}

/// How many threads run now, or exist.
fn tasks(source: &Source, index: usize) -> Found<u64> {
    let text = counted(source)?;
    let pair = text.split_whitespace().nth(3).and_then(|pair| pair.split_once('/'));
    let number = pair.and_then(|(running, all)| [running, all][index].parse().ok());
    number.ok_or_else(|| "odd /proc/loadavg".to_owned())
}

/// Where the time of all processors went since boot.
#[derive(Clone, Debug)]
#[expect(clippy::struct_field_names, reason = "units are last in every name")]
pub(crate) struct Times {
    /// Working, for programs or in the kernel.
    pub(crate) busy_ns: u64,
    /// Idle, or idle for want of input and output.
    pub(crate) idle_ns: u64,
    /// Taken by the hypervisor for somebody else.
    pub(crate) steal_ns: u64,
}

impl Times {
    /// Reads the times that the kernel counts.
    pub(crate) fn read(source: &Source) -> Found<Self> {
        let ticks = source.calls().clock_ticks()?;
        let text = source.text("proc/stat")?;
        let line = text.lines().find_map(|line| line.strip_prefix("cpu "));
        let line = line.ok_or("/proc/stat has no line of all processors")?;
        let numbers: Vec<u64> =
            line.split_whitespace().map_while(|word| word.parse().ok()).collect();
        // user nice system idle iowait irq softirq steal; guests are counted in the first two.
        let [user, nice, system, idle, iowait, irq, softirq, steal, ..] = numbers[..] else {
            return Err("/proc/stat is of too old a kernel to tell".to_owned());
        };
        let ns = |counts: &[u64]| -> u64 {
            let sum = counts.iter().fold(0_u64, |sum, count| sum.saturating_add(*count));
            let ns = u128::from(sum) * 1_000_000_000 / u128::from(ticks.max(1));
            u64::try_from(ns).unwrap_or(u64::MAX)
        };
        if numbers.iter().all(|count| *count == 0) {
            return Err("this kernel does not count".to_owned());
        }
        Ok(Self {
            busy_ns: ns(&[user, nice, system, irq, softirq]),
            idle_ns: ns(&[idle, iowait]),
            steal_ns: ns(&[steal]),
        })
    }
}

/// Thousandths of a percent of the last ten seconds in which something waited for a resource.
fn pressure_milli(source: &Source, resource: &str) -> Found<u64> {
    let path = format!("proc/pressure/{resource}");
    let text = source.text(&path)?;
    let some = text.lines().find_map(|line| line.strip_prefix("some "));
    let share = some.and_then(|line| {
        line.split_whitespace().find_map(|word| word.strip_prefix("avg10=")).and_then(parse::milli)
    });
    share.ok_or_else(|| format!("odd /{path}"))
}

fn uptime(source: &Source) -> Found<u64> {
    let text = source.text("proc/uptime")?;
    let seconds = text.split_whitespace().next().and_then(parse::milli);
    seconds.map(|milli| milli / 1_000).ok_or_else(|| "odd /proc/uptime".to_owned())
}
