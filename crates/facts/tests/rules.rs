//! Each rule of the doctor fires on one system and is silent on another.

use std::collections::BTreeSet;

use facts::doctor::{Finding, Severity, examine, rule_names};
use model::{Fact, FactKind, FactValue, Facts};

/// A system that nothing is wrong with: no rule fires.
const CALM: &[(&str, &str)] = &[
    ("allocator.name", "glibc malloc"),
    ("allocator.settings", "[]"),
    ("clock.read_ns", "25"),
    ("clock.source", "tsc"),
    ("clock.sources", "[tsc hpet acpi_pm]"),
    ("clock.synchronized", "yes"),
    ("container.kind", "none"),
    ("cpu.allowed_count", "8"),
    ("cpu.boost", "off"),
    ("cpu.count", "8"),
    ("cpu.frequency_driver", "acpi-cpufreq"),
    ("cpu.frequency_hardware_max_khz", "3600000"),
    ("cpu.frequency_max_khz", "3600000"),
    ("cpu.governor", "performance"),
    ("cpu.kinds", "1"),
    ("cpu.numa_nodes", "1"),
    ("cpu.throttled_count", "0"),
    ("disk.flush_max_ns", "4000000"),
    ("disk.flush_p50_ns", "650000"),
    ("disk.rotational", "no"),
    ("disk.rotational_trusted", "yes"),
    ("disk.stack", "[nvme0n1p2 (partition) nvme0n1]"),
    ("disk.virtual", "no"),
    ("disk.wear_percent", "4"),
    ("filesystem.class", "disk"),
    ("filesystem.direct_alignment_bytes", "512"),
    ("filesystem.free_bytes", "400000000000"),
    ("filesystem.free_inodes", "30000000"),
    ("filesystem.journal", "ordered"),
    ("filesystem.options", "[rw relatime]"),
    ("filesystem.read_only", "no"),
    ("filesystem.total_bytes", "500000000000"),
    ("filesystem.type", "ext4"),
    ("kernel.debug_options", "[DEBUG_LIST KFENCE]"),
    ("kernel.identity", "linux"),
    ("kernel.identity_confidence", "certain"),
    ("kernel.memory_initialized", "[]"),
    ("kernel.translated", "no"),
    ("libc.preloaded", "[]"),
    ("limits.address_space_bytes", "unlimited"),
    ("limits.cgroup_cpu_milli", "unlimited"),
    ("limits.cgroup_memory_bytes", "unlimited"),
    ("limits.cgroup_processes", "unlimited"),
    ("limits.file_size_bytes", "unlimited"),
    ("limits.io_uring", "for all"),
    ("limits.locked_memory_bytes", "8388608"),
    ("limits.open_files", "65536"),
    ("limits.open_files_hard", "1048576"),
    ("limits.processes", "127000"),
    ("load.1m_milli", "200"),
    ("load.busy_total_ns", "900000000000"),
    ("load.idle_total_ns", "9000000000000"),
    ("memory.available_bytes", "30000000000"),
    ("memory.ksm", "no"),
    ("memory.swap_used_bytes", "0"),
    ("memory.thp", "madvise"),
    ("mitigations.meltdown", "Not affected"),
    ("power.profile", "balanced"),
    ("power.source", "mains"),
    ("pressure.io_10s_milli_percent", "120"),
    ("pressure.memory_10s_milli_percent", "0"),
    ("processes.audit_daemon", "no"),
    ("processes.clock_daemons", "[]"),
    ("processes.file_watchers", "0"),
    ("processes.indexers", "[]"),
    ("processes.maintenance", "[]"),
    ("processes.security_agents", "[]"),
    ("security.address_randomization", "0"),
    ("security.audit_rules", "0"),
    ("security.modules", "[capability lockdown yama]"),
    ("security.seccomp", "off"),
    ("security.traced", "no"),
    ("steal.total_ns", "0"),
    ("virtualization.hypervisor", "none"),
];

/// A rule, what must be otherwise for it alone to fire, and how bad that is.
type Case = (&'static str, &'static [(&'static str, &'static str)], Severity);

const CASES: &[Case] = &[
    ("load", &[("load.1m_milli", "1500")], Severity::Warns),
    ("load", &[("load.1m_milli", "4100")], Severity::Spoils),
    ("steal", &[("steal.total_ns", "20000000000")], Severity::Warns),
    ("steal", &[("steal.total_ns", "90000000000")], Severity::Spoils),
    ("disk-pressure", &[("pressure.io_10s_milli_percent", "31000")], Severity::Warns),
    ("memory-pressure", &[("pressure.memory_10s_milli_percent", "2500")], Severity::Warns),
    ("indexer", &[("processes.indexers", "[baloo_file]")], Severity::Warns),
    ("maintenance", &[("processes.maintenance", "[dpkg]")], Severity::Warns),
    ("governor", &[("cpu.governor", "powersave")], Severity::Warns),
    ("governor", &[("cpu.governor", "performance, schedutil")], Severity::Warns),
    ("no-frequency-control", &[("cpu.governor", "none: no cpufreq driver")], Severity::Informs),
    ("turbo", &[("cpu.boost", "on")], Severity::Warns),
    ("frequency-capped", &[("cpu.frequency_max_khz", "2000000")], Severity::Warns),
    ("throttled", &[("cpu.throttled_count", "17")], Severity::Warns),
    ("mixed-cores", &[("cpu.kinds", "2")], Severity::Warns),
    ("numa", &[("cpu.numa_nodes", "2")], Severity::Informs),
    ("affinity", &[("cpu.allowed_count", "4")], Severity::Informs),
    ("battery", &[("power.source", "battery")], Severity::Warns),
    ("power-profile", &[("power.profile", "low-power")], Severity::Warns),
    ("clock-source", &[("clock.source", "hpet")], Severity::Warns),
    ("clock-source", &[("clock.source", "xen"), ("clock.sources", "[xen]")], Severity::Warns),
    ("clock-slow", &[("clock.read_ns", "1200")], Severity::Warns),
    ("clock-unsynchronized", &[("clock.synchronized", "no")], Severity::Informs),
    ("clock-kept", &[("processes.clock_daemons", "[chronyd]")], Severity::Informs),
    ("huge-pages-always", &[("memory.thp", "always")], Severity::Warns),
    ("swap-in-use", &[("memory.swap_used_bytes", "800000000")], Severity::Warns),
    ("memory-short", &[("memory.available_bytes", "700000000")], Severity::Warns),
    ("memory-short", &[("memory.available_bytes", "70000000")], Severity::Spoils),
    ("page-merging", &[("memory.ksm", "yes")], Severity::Warns),
    ("debug-kernel", &[("kernel.debug_options", "[DEBUG_LIST KASAN]")], Severity::Spoils),
    ("debug-kernel", &[("kernel.debug_options", "[DEBUG_VM]")], Severity::Warns),
    ("foreign-kernel", &[("kernel.identity", "gvisor")], Severity::Informs),
    ("doubtful-kernel", &[("kernel.identity_confidence", "guess")], Severity::Warns),
    ("translated", &[("kernel.translated", "yes")], Severity::Warns),
    ("mitigations", &[("mitigations.meltdown", "Mitigation: PTI")], Severity::Informs),
    (
        "memory-initialized",
        &[("kernel.memory_initialized", "[INIT_ON_ALLOC_DEFAULT_ON]")],
        Severity::Informs,
    ),
    ("open-files", &[("limits.open_files", "1024")], Severity::Warns),
    ("open-files", &[("limits.open_files", "64")], Severity::Spoils),
    ("processes", &[("limits.processes", "932")], Severity::Warns),
    ("processes", &[("limits.processes", "100")], Severity::Spoils),
    ("locked-memory", &[("limits.locked_memory_bytes", "65536")], Severity::Informs),
    ("address-space", &[("limits.address_space_bytes", "2000000000")], Severity::Warns),
    ("file-size", &[("limits.file_size_bytes", "1000000")], Severity::Warns),
    ("group-processes", &[("limits.cgroup_processes", "2048")], Severity::Warns),
    ("group-processes", &[("limits.cgroup_processes", "100")], Severity::Spoils),
    ("group-processors", &[("limits.cgroup_cpu_milli", "1500")], Severity::Warns),
    ("group-memory", &[("limits.cgroup_memory_bytes", "536870912")], Severity::Warns),
    ("io-uring", &[("limits.io_uring", "for nobody")], Severity::Informs),
    (
        "not-a-disk",
        &[("filesystem.class", "memory"), ("filesystem.type", "tmpfs")],
        Severity::Spoils,
    ),
    ("not-a-disk", &[("filesystem.class", "overlay")], Severity::Spoils),
    ("not-a-disk", &[("filesystem.class", "network")], Severity::Spoils),
    ("not-a-disk", &[("filesystem.class", "host")], Severity::Warns),
    ("read-only", &[("filesystem.read_only", "yes")], Severity::Spoils),
    ("read-only", &[("filesystem.class", "read-only")], Severity::Spoils),
    ("space", &[("filesystem.free_bytes", "20000000000")], Severity::Warns),
    ("space", &[("filesystem.free_bytes", "100000000")], Severity::Spoils),
    ("inodes", &[("filesystem.free_inodes", "200000")], Severity::Warns),
    ("inodes", &[("filesystem.free_inodes", "9000")], Severity::Spoils),
    ("no-journal", &[("filesystem.journal", "none")], Severity::Warns),
    ("synchronous-mount", &[("filesystem.options", "[rw sync]")], Severity::Warns),
    ("no-barriers", &[("filesystem.options", "[rw barrier=0]")], Severity::Warns),
    ("discard", &[("filesystem.options", "[rw discard]")], Severity::Informs),
    (
        "encrypted",
        &[("disk.stack", "[dm-0 (encrypted)|nvme0n1p3 (partition)|nvme0n1]")],
        Severity::Informs,
    ),
    ("virtual-disk", &[("disk.virtual", "yes")], Severity::Informs),
    ("turning-disk", &[("disk.rotational", "yes")], Severity::Informs),
    ("disk-in-file", &[("disk.stack", "[loop0 (file)|vda]")], Severity::Warns),
    ("parity", &[("disk.stack", "[md0 (raid5)|sda|sdb|sdc]")], Severity::Informs),
    ("worn-disk", &[("disk.wear_percent", "93")], Severity::Warns),
    ("no-direct-access", &[("filesystem.direct_alignment_bytes", "0")], Severity::Informs),
    ("flush-unproven", &[("disk.flush_p50_ns", "45000")], Severity::Informs),
    ("traced", &[("security.traced", "yes")], Severity::Spoils),
    ("system-call-filter", &[("security.seccomp", "filter")], Severity::Warns),
    ("virtual-machine", &[("virtualization.hypervisor", "kvm")], Severity::Informs),
    ("container", &[("container.kind", "docker")], Severity::Informs),
    ("security-agent", &[("processes.security_agents", "[falcon-sensor]")], Severity::Warns),
    ("file-watcher", &[("processes.file_watchers", "1")], Severity::Warns),
    (
        "audit",
        &[("security.audit_rules", "12"), ("processes.audit_daemon", "yes")],
        Severity::Warns,
    ),
    ("security-modules", &[("security.modules", "[capability apparmor]")], Severity::Informs),
    ("address-randomization", &[("security.address_randomization", "2")], Severity::Informs),
    ("preloaded", &[("libc.preloaded", "[libjemalloc.so.2]")], Severity::Warns),
    ("allocator-set", &[("allocator.settings", "[MALLOC_ARENA_MAX=1]")], Severity::Warns),
    ("unknown", &[("clock.source", "?")], Severity::Informs),
];

/// `[a b]` and `[a b|c]` are lists, `yes` and `no` are themselves, `?` is unknown.
fn value(text: &str) -> FactValue {
    if let Some(list) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        let separator = if list.contains('|') { '|' } else { ' ' };
        let items = list.split(separator).filter(|item| !item.is_empty()).map(str::to_owned);
        return FactValue::List(items.collect());
    }
    match text {
        "yes" => FactValue::Bool(true),
        "no" => FactValue::Bool(false),
        "?" => FactValue::Unknown { reason: "for the test".to_owned() },
        text => text.parse().map_or_else(|_| FactValue::Text(text.to_owned()), FactValue::Number),
    }
}

fn system(changes: &[(&str, &str)]) -> Facts {
    let fact = |key: &str, text: &str| Fact {
        key: key.to_owned(),
        kind: FactKind::State,
        value: value(text),
    };
    let kept = CALM.iter().filter(|(key, _)| changes.iter().all(|(changed, _)| changed != key));
    Facts(kept.chain(changes).map(|(key, text)| fact(key, text)).collect())
}

fn names(findings: &[Finding]) -> Vec<&str> {
    findings.iter().map(|finding| finding.rule).collect()
}

#[test]
fn nothing_is_found_on_a_calm_system() {
    assert_eq!(examine(&system(&[])), []);
}

#[test]
fn nothing_is_found_where_nothing_is_known() {
    assert_eq!(examine(&Facts::default()), []);
    let unknown: Vec<(&str, &str)> = CALM.iter().map(|(key, _)| (*key, "?")).collect();
    assert_eq!(names(&examine(&system(&unknown))), ["unknown"]);
}

#[test]
fn each_case_makes_its_rule_fire_and_no_other() {
    for (rule, changes, severity) in CASES {
        let findings = examine(&system(changes));
        assert_eq!(names(&findings), [*rule], "{changes:?}");
        let [finding] = &findings[..] else { unreachable!("its length was compared") };
        assert_eq!(finding.severity, *severity, "{changes:?}");
        assert!(!finding.what.is_empty() && !finding.remedy.is_empty());
        for (key, _) in changes.iter().filter(|(key, _)| *key != "clock.sources") {
            assert!(finding.evidence.contains(key), "{key} is not in {}", finding.evidence);
        }
    }
}

#[test]
fn each_rule_has_a_case_and_a_name_of_its_own() {
    let rules = rule_names();
    let cases: BTreeSet<&str> = CASES.iter().map(|(rule, ..)| *rule).collect();
    assert_eq!(cases, rules.iter().copied().collect::<BTreeSet<_>>());
    assert_eq!(cases.len(), rules.len());
    for rule in rules {
        assert!(rule.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-'), "{rule}");
    }
}

/// Memory answers at once, and a disk of a hypervisor may say that it turns.
#[test]
fn what_is_no_disk_of_its_own_is_not_judged_as_one() {
    let memory = [("filesystem.class", "memory"), ("disk.flush_p50_ns", "300")];
    assert_eq!(names(&examine(&system(&memory))), ["not-a-disk"]);
    let played = [("disk.rotational", "yes"), ("disk.rotational_trusted", "no")];
    assert_eq!(examine(&system(&played)), []);
}

#[test]
fn the_worst_comes_first() {
    let findings = examine(&system(&[
        ("disk.virtual", "yes"),
        ("cpu.boost", "on"),
        ("security.traced", "yes"),
    ]));
    assert_eq!(names(&findings), ["traced", "turbo", "virtual-disk"]);
}

#[test]
fn the_command_that_raises_a_limit_is_exact() {
    let remedy = |changes: &[(&str, &str)]| examine(&system(changes))[0].remedy.clone();
    let low = ("limits.open_files", "1024");
    assert_eq!(remedy(&[low]), "ulimit -Sn 65536");
    assert_eq!(remedy(&[low, ("limits.open_files_hard", "20000")]), "ulimit -Sn 20000");
    assert_eq!(remedy(&[low, ("limits.open_files_hard", "unlimited")]), "ulimit -Sn 65536");
    let administrators = "sudo prlimit --pid $$ --nofile=65536:65536";
    assert_eq!(remedy(&[low, ("limits.open_files_hard", "2048")]), administrators);
    assert_eq!(remedy(&[low, ("limits.open_files_hard", "?")]), administrators);
    let locked =
        [("limits.locked_memory_bytes", "65536"), ("limits.locked_memory_hard_bytes", "unlimited")];
    assert_eq!(remedy(&locked), "ulimit -Sl 65536");
}

#[test]
fn evidence_is_keys_and_values() {
    let findings =
        examine(&system(&[("power.source", "battery"), ("power.battery_percent", "40")]));
    assert_eq!(findings[0].evidence, "power.source = battery; power.battery_percent = 40");
}
