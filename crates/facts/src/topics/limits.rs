//! How much a process may use.

use sys::host::Resource;

use super::cgroup::Cgroups;
use crate::sheet::Sheet;
use crate::{Found, Source};

/// Limits of processes, with the names of their facts.
const OF_PROCESSES: &[(Resource, &str)] = &[
    (Resource::Processes, "limits.processes"),
    (Resource::OpenFiles, "limits.open_files"),
    (Resource::LockedMemory, "limits.locked_memory_bytes"),
    (Resource::Stack, "limits.stack_bytes"),
    (Resource::AddressSpace, "limits.address_space_bytes"),
    (Resource::FileSize, "limits.file_size_bytes"),
    (Resource::Core, "limits.core_bytes"),
];

pub(crate) fn collect(source: &Source, sheet: &mut Sheet) {
    for (resource, key) in OF_PROCESSES {
        let limit = source.calls().limit(*resource);
        sheet.state(key, limit.clone().map(|limit| limit.soft));
        sheet.state(&hard(key), limit.map(|limit| limit.hard));
    }
    sheet.state("limits.privileged", source.calls().privileged());
    sheet.state("limits.system_threads", source.number("proc/sys/kernel/threads-max"));
    sheet.state("limits.system_pids", source.number("proc/sys/kernel/pid_max"));
    sheet.state("limits.system_open_files", source.number("proc/sys/fs/file-max"));
    sheet.state("limits.process_open_files", source.number("proc/sys/fs/nr_open"));
    sheet.state("limits.process_mappings", source.number("proc/sys/vm/max_map_count"));
    sheet.state("limits.io_uring", io_uring(source));

    let cgroups = Cgroups::read(source);
    let of = |read: fn(&Cgroups, &Source) -> Option<u64>| -> Found<Option<u64>> {
        cgroups.as_ref().map(|cgroups| read(cgroups, source)).map_err(Clone::clone)
    };
    sheet.state("limits.cgroup_processes", of(Cgroups::processes));
    sheet.state("limits.cgroup_memory_bytes", of(Cgroups::memory_bytes));
    sheet.state("limits.cgroup_cpu_milli", of(Cgroups::cpu_milli));
}

/// `limits.stack_bytes` becomes `limits.stack_hard_bytes`.
fn hard(key: &str) -> String {
    match key.strip_suffix("_bytes") {
        Some(start) => format!("{start}_hard_bytes"),
        None => format!("{key}_hard"),
    }
}

/// Who may use `io_uring`.
fn io_uring(source: &Source) -> Found<String> {
    Ok(match source.number("proc/sys/kernel/io_uring_disabled")? {
        0 => "for all".to_owned(),
        1 => "for a group".to_owned(),
        2 => "for nobody".to_owned(),
        other => format!("mode {other}"),
    })
}
