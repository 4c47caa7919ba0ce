//! How the kernel was configured.

use std::io::Read;

use crate::sheet::Sheet;
use crate::{Found, Source};

/// Options that make a kernel slower so that its makers find faults. Rules grade them.
const DEBUG: &[&str] = &[
    "DEBUG_ATOMIC_SLEEP",
    "DEBUG_CREDENTIALS",
    "DEBUG_KMEMLEAK",
    "DEBUG_KOBJECT",
    "DEBUG_LIST",
    "DEBUG_LOCK_ALLOC",
    "DEBUG_MUTEXES",
    "DEBUG_NOTIFIERS",
    "DEBUG_OBJECTS",
    "DEBUG_PAGEALLOC",
    "DEBUG_PAGEALLOC_ENABLE_DEFAULT",
    "DEBUG_PREEMPT",
    "DEBUG_RT_MUTEXES",
    "DEBUG_RWSEMS",
    "DEBUG_SG",
    "DEBUG_SPINLOCK",
    "DEBUG_STACK_USAGE",
    "DEBUG_VIRTUAL",
    "DEBUG_VM",
    "DEBUG_VM_PGFLAGS",
    "DEBUG_WW_MUTEX_SLOWPATH",
    "FAULT_INJECTION",
    "GCOV_KERNEL",
    "KASAN",
    "KCOV",
    "KCSAN",
    "KFENCE",
    "KMSAN",
    "LATENCYTOP",
    "LOCKDEP",
    "LOCK_STAT",
    "PAGE_OWNER",
    "PAGE_POISONING",
    "PROFILE_ALL_BRANCHES",
    "PROVE_LOCKING",
    "PROVE_RCU",
    "SLUB_DEBUG_ON",
    "UBSAN",
];

pub(crate) fn collect(source: &Source, sheet: &mut Sheet) {
    let config = config(source);
    let of = |read: fn(&str, &Source) -> Found<String>| -> Found<String> {
        read(config.as_ref().map_err(Clone::clone)?, source)
    };
    sheet.treatment("kernel.debug_options", debug_options(source, &config));
    sheet.treatment("kernel.preemption", of(preemption).or_else(|_| preemption_of_names(source)));
    sheet.treatment("kernel.tick_hz", config.clone().and_then(|config| tick_hz(&config)));
    sheet.treatment("kernel.memory_initialized", config.map(|config| initialized(&config)));
}

/// The kernel's own configuration, or the file that its package put down.
fn config(source: &Source) -> Found<String> {
    if let Ok(packed) = source.bytes("proc/config.gz") {
        let mut text = String::new();
        // A configuration is some hundred KiB; the bound only guards against nonsense.
        let unpacked =
            flate2::read::GzDecoder::new(&packed[..]).take(16 << 20).read_to_string(&mut text);
        if unpacked.is_ok() {
            return Ok(text);
        }
    }
    let release = source.calls().names()?.release;
    if release.contains('/') {
        return Err("the kernel's release is odd".to_owned());
    }
    let places = [
        format!("boot/config-{release}"),
        format!("lib/modules/{release}/config"),
        format!("usr/lib/modules/{release}/config"),
    ];
    let found = places.iter().find_map(|place| source.text(place).ok());
    found.ok_or_else(|| format!("no /proc/config.gz and no /{}", places[0]))
}

fn chosen(config: &str, option: &str) -> bool {
    value(config, option) == Some("y")
}

fn value<'config>(config: &'config str, option: &str) -> Option<&'config str> {
    config.lines().find_map(|line| {
        line.strip_prefix("CONFIG_")?.strip_prefix(option)?.strip_prefix('=').map(str::trim)
    })
}

fn debug_options(source: &Source, config: &Found<String>) -> Found<Vec<String>> {
    match config {
        Ok(config) => {
            let found = DEBUG.iter().filter(|option| chosen(config, option));
            Ok(found.map(|option| (*option).to_owned()).collect())
        }
        // Without a configuration two of the dearest still show.
        Err(reason) => {
            let shown = [("proc/lockdep", "LOCKDEP"), ("proc/lock_stat", "LOCK_STAT")];
            let found: Vec<String> = shown
                .into_iter()
                .filter(|(path, _)| source.has(path))
                .map(|(_, option)| option.to_owned())
                .collect();
            if found.is_empty() { Err(reason.clone()) } else { Ok(found) }
        }
    }
}

fn preemption(config: &str, source: &Source) -> Found<String> {
    let default = ["PREEMPT_NONE", "PREEMPT_VOLUNTARY", "PREEMPT_LAZY", "PREEMPT_RT", "PREEMPT"]
        .into_iter()
        .find(|option| chosen(config, option))
        .map(|option| match option {
            "PREEMPT" => "full".to_owned(),
            other => other.trim_start_matches("PREEMPT_").to_lowercase(),
        });
    let default = default.ok_or("the configuration chooses no preemption")?;
    if !chosen(config, "PREEMPT_DYNAMIC") {
        return Ok(default);
    }
    // A dynamic kernel may have been told otherwise when it booted or since.
    if let Ok(now) = source.text("sys/kernel/debug/sched/preempt")
        && let Some((_, rest)) = now.split_once('(')
        && let Some((now, _)) = rest.split_once(')')
    {
        return Ok(format!("{now} (dynamic)"));
    }
    let line = source.text("proc/cmdline").unwrap_or_default();
    let told = line.split_whitespace().filter_map(|word| word.strip_prefix("preempt=")).next_back();
    Ok(format!("{} (dynamic)", told.unwrap_or(&default)))
}

/// Without a configuration the kernel's version still names the kind.
fn preemption_of_names(source: &Source) -> Found<String> {
    let version = source.calls().names()?.version;
    let word = version.split_whitespace().find(|word| word.starts_with("PREEMPT"));
    Ok(word.unwrap_or("none or voluntary").to_lowercase().replace('_', " "))
}

fn tick_hz(config: &str) -> Found<u64> {
    let hz = value(config, "HZ").and_then(|value| value.parse().ok());
    hz.ok_or_else(|| "the configuration has no HZ".to_owned())
}

/// Whether the kernel wipes memory that it hands out or takes back.
fn initialized(config: &str) -> Vec<String> {
    ["INIT_ON_ALLOC_DEFAULT_ON", "INIT_ON_FREE_DEFAULT_ON"]
        .into_iter()
        .filter(|option| chosen(config, option))
        .map(str::to_owned)
        .collect()
}
