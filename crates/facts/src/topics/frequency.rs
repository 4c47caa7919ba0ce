//! How fast the processors run and who decides that.

use crate::sheet::Sheet;
use crate::{Found, Reason, Source, parse};

const CPUS: &str = "sys/devices/system/cpu";
const POLICIES: &str = "sys/devices/system/cpu/cpufreq";

pub(crate) fn collect(source: &Source, sheet: &mut Sheet) {
    sheet.state("cpu.governor", policy(source, "scaling_governor"));
    sheet.state("cpu.frequency_driver", policy(source, "scaling_driver"));
    sheet.state("cpu.energy_preference", preference(source));
    sheet.state("cpu.boost", boost(source));
    sheet.state("cpu.frequency_khz", current_khz(source));
    sheet.state("cpu.frequency_min_khz", extreme(source, "scaling_min_freq", Iterator::min));
    sheet.state("cpu.frequency_max_khz", extreme(source, "scaling_max_freq", Iterator::max));
    let hardware = extreme(source, "cpuinfo_max_freq", Iterator::max);
    sheet.identity("cpu.frequency_hardware_max_khz", hardware);
    let idle = format!("{CPUS}/cpuidle");
    sheet.state("cpu.idle_driver", source.text(&format!("{idle}/current_driver")));
    let governor = source
        .text(&format!("{idle}/current_governor"))
        .or_else(|_| source.text(&format!("{idle}/current_governor_ro")));
    sheet.state("cpu.idle_governor", governor);
    sheet.state("cpu.throttled_count", throttled(source));
    sheet.state("cpu.temperature_milli_celsius", temperature(source));
}

fn policies(source: &Source) -> Vec<String> {
    let names = source.names(POLICIES).into_iter().filter(|name| name.starts_with("policy"));
    names.map(|name| format!("{POLICIES}/{name}")).collect()
}

/// Whether it is certain that nothing on this system sets frequencies.
fn without_driver(source: &Source) -> bool {
    source.has("proc/cpuinfo") && source.has(CPUS) && policies(source).is_empty()
}

/// The different values of a setting among all processors.
fn policy(source: &Source, file: &str) -> Found<String> {
    if without_driver(source) {
        return Ok("none: no cpufreq driver".to_owned());
    }
    let mut values = Vec::new();
    let mut reason: Reason = format!("no /{POLICIES}");
    for policy in policies(source) {
        match source.text(&format!("{policy}/{file}")) {
            Ok(value) => values.push(value),
            Err(error) => reason = error,
        }
    }
    values.sort();
    values.dedup();
    if values.is_empty() { Err(reason) } else { Ok(values.join(", ")) }
}

fn preference(source: &Source) -> Found<String> {
    let told = policy(source, "energy_performance_preference");
    if told.is_err() && !policies(source).is_empty() {
        return Ok("none: the driver has no preference".to_owned());
    }
    told
}

/// Whether the processor may exceed its nominal frequency.
fn boost(source: &Source) -> Found<String> {
    if let Ok(off) = source.switch(&format!("{CPUS}/intel_pstate/no_turbo")) {
        return Ok(if off { "off" } else { "on" }.to_owned());
    }
    match source.switch(&format!("{POLICIES}/boost")) {
        Ok(on) => Ok(if on { "on" } else { "off" }.to_owned()),
        Err(_) if without_driver(source) => Ok("none: no cpufreq driver".to_owned()),
        Err(reason) => Err(reason),
    }
}

fn frequencies(source: &Source, file: &str) -> Vec<u64> {
    let read = |policy: String| source.number(&format!("{policy}/{file}")).ok();
    policies(source).into_iter().filter_map(read).collect()
}

type Choose = fn(std::vec::IntoIter<u64>) -> Option<u64>;

fn extreme(source: &Source, file: &str, choose: Choose) -> Found<u64> {
    choose(frequencies(source, file).into_iter()).ok_or_else(|| {
        if without_driver(source) {
            "no cpufreq driver".to_owned()
        } else {
            format!("no {file} in /{POLICIES}")
        }
    })
}

/// The highest frequency at which a processor runs at this moment.
pub(crate) fn current_khz(source: &Source) -> Found<u64> {
    if let Some(highest) = frequencies(source, "scaling_cur_freq").into_iter().max() {
        return Ok(highest);
    }
    let info = source.text("proc/cpuinfo")?;
    info.lines()
        .filter_map(|line| line.split_once(':'))
        .filter(|(name, _)| name.trim() == "cpu MHz")
        .filter_map(|(_, value)| parse::milli(value))
        .max()
        .ok_or_else(|| "/proc/cpuinfo has no cpu MHz".to_owned())
}

/// How often the processors had to slow down for heat since boot.
fn throttled(source: &Source) -> Found<u64> {
    let names = source.names(CPUS);
    let counts: Vec<u64> = names
        .iter()
        .filter_map(|name| {
            source.number(&format!("{CPUS}/{name}/thermal_throttle/core_throttle_count")).ok()
        })
        .collect();
    if counts.is_empty() {
        return Err("the processor does not count".to_owned());
    }
    Ok(counts.iter().fold(0, |sum, count| sum.saturating_add(*count)))
}

/// The highest temperature that any sensor shows.
fn temperature(source: &Source) -> Found<u64> {
    let zones = source.names("sys/class/thermal").into_iter();
    zones
        .filter(|zone| zone.starts_with("thermal_zone"))
        .filter_map(|zone| source.number(&format!("sys/class/thermal/{zone}/temp")).ok())
        .max()
        .ok_or_else(|| "no sensor in /sys/class/thermal".to_owned())
}
