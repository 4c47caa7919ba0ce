//! What the kernel was told at boot, as far as it moves figures.

use crate::sheet::Sheet;
use crate::{Found, Source, redact};

/// Options that move figures. All others stay out: they name disks, hosts and addresses.
const RELEVANT: &[&str] = &[
    "amd_iommu",
    "amd_pstate",
    "apparmor",
    "audit",
    "cgroup_disable",
    "clocksource",
    "cpuidle.off",
    "debug_pagealloc",
    "default_hugepagesz",
    "elevator",
    "gather_data_sampling",
    "hpet",
    "hugepages",
    "hugepagesz",
    "idle",
    "indirect_target_selection",
    "init_on_alloc",
    "init_on_free",
    "intel_idle.max_cstate",
    "intel_iommu",
    "intel_pstate",
    "iommu",
    "irqaffinity",
    "isolcpus",
    "kasan",
    "kfence.sample_interval",
    "kpti",
    "l1tf",
    "lockdown",
    "lsm",
    "maxcpus",
    "mds",
    "mem",
    "mitigations",
    "mmio_stale_data",
    "nmi_watchdog",
    "noapic",
    "nohz",
    "nohz_full",
    "nokaslr",
    "nopti",
    "nosmt",
    "nospectre_v1",
    "nospectre_v2",
    "notsc",
    "nowatchdog",
    "nr_cpus",
    "numa_balancing",
    "page_poison",
    "pcie_aspm",
    "preempt",
    "processor.max_cstate",
    "psi",
    "pti",
    "randomize_kstack_offset",
    "rcu_nocbs",
    "reg_file_data_sampling",
    "retbleed",
    "security",
    "selinux",
    "skew_tick",
    "slab_nomerge",
    "slub_debug",
    "spec_rstack_overflow",
    "spec_store_bypass_disable",
    "spectre_bhi",
    "spectre_v1",
    "spectre_v2",
    "spectre_v2_user",
    "srbds",
    "swapaccount",
    "swiotlb",
    "threadirqs",
    "transparent_hugepage",
    "tsa",
    "tsc",
    "tsx",
    "tsx_async_abort",
    "vdso",
    "vmscape",
    "vsyscall",
    "zswap.enabled",
];

pub(crate) fn collect(source: &Source, sheet: &mut Sheet) {
    sheet.state("kernel.boot_options", options(source));
}

fn options(source: &Source) -> Found<Vec<String>> {
    let line = source.text("proc/cmdline")?;
    // What follows `--` is for the first process, not for the kernel.
    let words = line.split_whitespace().take_while(|word| *word != "--");
    let relevant = |word: &&str| RELEVANT.contains(&word.split('=').next().unwrap_or_default());
    Ok(words.filter(relevant).map(redact::option).collect())
}
