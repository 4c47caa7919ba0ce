//! The processor.

use crate::parse::{bytes, field, listed};
use crate::sheet::Sheet;
use crate::{Found, Source};

const CPUS: &str = "sys/devices/system/cpu";

pub(crate) fn collect(source: &Source, sheet: &mut Sheet) {
    let info = source.text("proc/cpuinfo");
    let told = |names: &[&str]| -> Found<String> {
        let info = info.as_ref().map_err(Clone::clone)?;
        field(info, names)
            .filter(|value| *value != "unknown")
            .map(str::to_owned)
            .ok_or_else(|| format!("/proc/cpuinfo has no {}", names[0]))
    };
    let words = |names: &[&str]| -> Found<Vec<String>> {
        Ok(told(names)?.split_whitespace().map(str::to_owned).collect())
    };
    sheet.identity("cpu.model", model(source, &told));
    sheet.identity("cpu.vendor", told(&["vendor_id", "CPU implementer", "mvendorid", "vendor"]));
    sheet.identity("cpu.family", told(&["cpu family", "CPU architecture", "marchid"]));
    sheet.identity("cpu.model_number", told(&["model", "CPU part", "mimpid"]));
    sheet.identity("cpu.stepping", told(&["stepping", "CPU revision"]));
    sheet.identity("cpu.flags", words(&["flags", "Features", "isa"]));
    sheet.identity("cpu.bugs", words(&["bugs"]));
    sheet.identity("cpu.microcode", microcode(&told));
    sheet.identity("cpu.count", source.calls().processors());
    sheet.identity("cpu.cores", cores(source));
    sheet.identity("cpu.sockets", groups(source, "topology/package_cpus_list"));
    sheet.identity("cpu.kinds", kinds(source));
    sheet.identity("cpu.numa_nodes", numa_nodes(source));
    sheet.identity("cpu.cache_l1d_bytes", cache(source, "1", "Data"));
    sheet.identity("cpu.cache_l2_bytes", cache(source, "2", "Unified"));
    sheet.identity("cpu.cache_l3_bytes", cache(source, "3", "Unified"));
    sheet.state("cpu.smt", source.text(&format!("{CPUS}/smt/control")));
    sheet.state("cpu.isolated", isolated(source));
    sheet.state("cpu.allowed_count", allowed(source));
}

type Tell<'source> = &'source dyn Fn(&[&str]) -> Found<String>;

fn model(source: &Source, told: Tell<'_>) -> Found<String> {
    // Arm tells numbers only; they name a kind of processor all the same.
    told(&["model name", "cpu model", "uarch", "Processor", "Model"])
        .or_else(|reason| match (told(&["CPU implementer"]), told(&["CPU part"])) {
            (Ok(maker), Ok(part)) => Ok(format!("implementer {maker} part {part}")),
            _ => Err(reason),
        })
        .or_else(|reason| {
            let brand = source.calls().processor().map(|processor| processor.brand);
            brand.ok().filter(|brand| !brand.is_empty()).ok_or(reason)
        })
}

/// The version of the microcode. Hypervisors hide it behind constants of their own: it is then
/// unknown, since two machines that hide theirs need not have the same.
fn microcode(told: Tell<'_>) -> Found<String> {
    const INVENTED: &[&str] = &["0x0", "0x1", "0x1000065", "0x1000064", "0xffffffff"];

    let virtual_machine = told(&["flags"])?.split_whitespace().any(|flag| flag == "hypervisor");
    match told(&["microcode"]) {
        Ok(version) if virtual_machine && INVENTED.contains(&version.as_str()) => {
            Err(format!("hidden by the hypervisor, which shows {version}"))
        }
        Err(_) if virtual_machine => Err("hidden by the hypervisor".to_owned()),
        told => told,
    }
}

/// The folders of the processors.
fn processors(source: &Source) -> Vec<String> {
    let numbered = |name: &String| {
        name.strip_prefix("cpu").is_some_and(|number| number.parse::<u32>().is_ok())
    };
    source.names(CPUS).into_iter().filter(numbered).map(|name| format!("{CPUS}/{name}")).collect()
}

/// How many different values a file has among the processors.
fn groups(source: &Source, file: &str) -> Found<u64> {
    let mut values = Vec::new();
    for processor in processors(source) {
        // A processor that is offline has no topology.
        values.extend(source.text(&format!("{processor}/{file}")));
    }
    values.sort();
    values.dedup();
    if values.is_empty() { Err(format!("no /{CPUS}/cpu0/{file}")) } else { Ok(values.len() as u64) }
}

fn cores(source: &Source) -> Found<u64> {
    groups(source, "topology/core_cpus_list")
        .or_else(|_| groups(source, "topology/thread_siblings_list"))
}

/// How many kinds of cores there are: more than one where big and little are mixed.
fn kinds(source: &Source) -> Found<u64> {
    let mixed = ["sys/devices/cpu_core", "sys/devices/cpu_atom", "sys/devices/cpu_lowpower"];
    let units = mixed.into_iter().filter(|unit| source.has(unit)).count() as u64;
    if units > 0 { Ok(units) } else { groups(source, "cpu_capacity") }
}

fn numa_nodes(source: &Source) -> Found<u64> {
    let online = source.text("sys/devices/system/node/online")?;
    listed(&online).ok_or_else(|| "odd /sys/devices/system/node/online".to_owned())
}

fn cache(source: &Source, level: &str, kind: &str) -> Found<u64> {
    let folder = format!("{CPUS}/cpu0/cache");
    for index in source.names(&folder) {
        let told = |file| source.text(&format!("{folder}/{index}/{file}")).unwrap_or_default();
        if told("level") == level && told("type") == kind {
            return bytes(&told("size")).ok_or_else(|| format!("odd size in /{folder}/{index}"));
        }
    }
    Err(format!("/{folder} tells of none"))
}

/// Processors that the scheduler leaves alone.
fn isolated(source: &Source) -> Found<String> {
    let path = format!("{CPUS}/isolated");
    if source.has(&path) {
        Ok(source.text(&path).unwrap_or_else(|_| "none".to_owned()))
    } else {
        Err(format!("no /{path}"))
    }
}

/// On how many processors this process may run.
fn allowed(source: &Source) -> Found<u64> {
    let status = source.text("proc/self/status")?;
    field(&status, &["Cpus_allowed_list"])
        .and_then(listed)
        .ok_or_else(|| "/proc/self/status tells of no processors".to_owned())
}
