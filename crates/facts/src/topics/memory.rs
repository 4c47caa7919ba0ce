//! Memory and how the kernel hands it out.

use model::FactValue;

use crate::parse::{bytes, field};
use crate::sheet::{Sheet, Told};
use crate::{Found, Source};

pub(crate) fn collect(source: &Source, sheet: &mut Sheet) {
    let info = source.text("proc/meminfo");
    let told = |name: &str| -> Found<u64> {
        let info = info.as_ref().map_err(Clone::clone)?;
        let value = field(info, &[name]).and_then(bytes);
        value.ok_or_else(|| format!("/proc/meminfo has no {name}"))
    };
    sheet.identity("memory.total_bytes", told("MemTotal"));
    sheet.identity("memory.page_bytes", source.calls().page_bytes());
    sheet.identity("memory.huge_page_bytes", told("Hugepagesize"));
    sheet.state("memory.available_bytes", told("MemAvailable"));
    sheet.state("memory.dirty_bytes", told("Dirty"));
    sheet.state("memory.huge_pages", told("HugePages_Total"));
    sheet.state("memory.swap_total_bytes", told("SwapTotal"));
    let swapped = told("SwapTotal").and_then(|all| Ok(all.saturating_sub(told("SwapFree")?)));
    sheet.state("memory.swap_used_bytes", swapped);
    sheet.state("memory.swap_kinds", swap_kinds(source));
    sheet.state("memory.thp", huge(source, "enabled"));
    sheet.state("memory.thp_defrag", huge(source, "defrag"));
    sheet.state("memory.thp_shared", huge(source, "shmem_enabled"));
    sheet.state("memory.overcommit", overcommit(source));
    sheet.state("memory.swappiness", source.number("proc/sys/vm/swappiness"));
    sheet.state("memory.zswap", source.switch("sys/module/zswap/parameters/enabled"));
    sheet.state("memory.ksm", source.number("sys/kernel/mm/ksm/run").map(|run| run == 1));
    sheet.state("memory.numa_balancing", numa_balancing(source));
    sheet.state("memory.dirty_ratio_percent", source.number("proc/sys/vm/dirty_ratio"));
    let background = source.number("proc/sys/vm/dirty_background_ratio");
    sheet.state("memory.dirty_background_ratio_percent", background);
    sheet.state("memory.dirty_limit_bytes", dirty_limit(source));
    let expiry = source.number("proc/sys/vm/dirty_expire_centisecs");
    sheet.state("memory.dirty_expire_ms", expiry.map(|value| value.saturating_mul(10)));
    let writeback = source.number("proc/sys/vm/dirty_writeback_centisecs");
    sheet.state("memory.writeback_ms", writeback.map(|value| value.saturating_mul(10)));
}

/// A setting of transparent huge pages.
fn huge(source: &Source, file: &str) -> Found<String> {
    const FOLDER: &str = "sys/kernel/mm/transparent_hugepage";

    if !source.has(FOLDER) && source.has("sys/kernel/mm") {
        return Ok("none: not in this kernel".to_owned());
    }
    source.choice(&format!("{FOLDER}/{file}"))
}

/// What pages are swapped to: partitions, files, compressed memory. No paths.
fn swap_kinds(source: &Source) -> Found<Vec<String>> {
    let swaps = source.text("proc/swaps")?;
    let mut kinds: Vec<String> = swaps
        .lines()
        .skip(1)
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            let (path, kind) = (words.next()?, words.next()?);
            Some(if path.starts_with("/dev/zram") { "zram" } else { kind }.to_owned())
        })
        .collect();
    kinds.sort();
    kinds.dedup();
    Ok(kinds)
}

fn overcommit(source: &Source) -> Found<String> {
    Ok(match source.number("proc/sys/vm/overcommit_memory")? {
        0 => "heuristic".to_owned(),
        1 => "always".to_owned(),
        2 => "never".to_owned(),
        other => format!("mode {other}"),
    })
}

fn numa_balancing(source: &Source) -> Found<bool> {
    source.number("proc/sys/kernel/numa_balancing").map(|mode| mode != 0)
}

/// How much may be dirty before writers wait; 0 says that the ratio decides.
fn dirty_limit(source: &Source) -> Found<FactValue> {
    Ok(match source.number("proc/sys/vm/dirty_bytes")? {
        0 => "by ratio".told(),
        bytes => bytes.told(),
    })
}
