//! Recorded systems.
#![cfg(unix)]

mod recorded;

use std::collections::BTreeSet;
use std::path::Path;

use facts::doctor::{Severity, examine};
use facts::{Confidence, boot_identity_of, changed, collect, identify, state};
use model::{FactValue, Facts};

use recorded::System;

/// What is known of a system and a directory on it.
fn facts(name: &str, place: &str) -> Facts {
    collect(&System::unpack(name).source(), Some(Path::new(place)))
}

/// Facts as text, unknown ones with their reason.
fn expect(facts: &Facts, expected: &[(&str, &str)]) {
    for (key, value) in expected {
        let fact = facts.0.iter().find(|fact| fact.key == *key);
        let told = fact.map(|fact| fact.value.to_string()).unwrap_or_default();
        assert_eq!(told, *value, "{key}");
    }
}

/// Names of the rules that fire, in the order of the alphabet.
fn fired(facts: &Facts) -> Vec<&'static str> {
    let mut names: Vec<&str> = examine(facts).iter().map(|finding| finding.rule).collect();
    names.sort_unstable();
    names
}

#[test]
fn each_kernel_is_recognized() {
    let expected = [
        ("debian-firecracker", "linux", Confidence::Certain, false),
        ("gvisor", "gvisor", Confidence::Certain, false),
        ("user-mode-linux", "user-mode-linux", Confidence::Certain, false),
        ("qemu-user", "qemu-user", Confidence::Likely, true),
        ("qemu-user-aarch64", "qemu-user", Confidence::Certain, true),
        ("wsl1", "wsl1", Confidence::Likely, false),
        ("wsl2", "wsl2", Confidence::Likely, false),
        ("wine", "wine", Confidence::Certain, false),
        ("freebsd-linuxulator", "freebsd-linuxulator", Confidence::Certain, false),
        ("illumos-lx", "illumos-lx", Confidence::Certain, false),
        ("netbsd-linux", "netbsd-linux", Confidence::Likely, false),
        ("freebsd", "freebsd", Confidence::Likely, false),
        ("laptop", "linux", Confidence::Certain, false),
        ("container-nfs", "linux", Confidence::Likely, false),
        ("server", "linux", Confidence::Likely, false),
        ("nonsense", "unknown", Confidence::Guess, false),
    ];
    for (name, kernel, confidence, translated) in expected {
        let identity = identify(&System::unpack(name).source());
        let told = (identity.kernel.as_str(), identity.confidence, identity.translated);
        assert_eq!(told, (kernel, confidence, translated), "{name}: {identity:?}");
        assert!(identity.evidence.is_empty() == (name == "nonsense"), "{name}");
    }
    assert_eq!(System::all().len(), expected.len());
}

#[test]
fn kernels_below_are_named_without_their_hosts() {
    let host = |name: &str| identify(&System::unpack(name).source()).host.unwrap_or_default();
    assert_eq!(host("user-mode-linux"), "Linux 6.18.44");
    assert_eq!(host("qemu-user"), "Linux 6.18.44");
    assert_eq!(host("wine"), "Linux 6.1.0-23-amd64");
    assert_eq!(host("freebsd-linuxulator"), "FreeBSD 14.1-RELEASE-p5");
    assert_eq!(host("wsl1"), "Windows NT");
}

/// A fact is unknown, never absent: every system has the same keys, but for faults of processors
/// that a younger kernel knows.
#[test]
fn every_system_has_the_same_keys() {
    let keys = |system: &System| -> BTreeSet<String> {
        let facts = collect(&system.source(), Some(Path::new("/")));
        let keys = facts.0.into_iter().map(|fact| fact.key);
        keys.filter(|key| !key.starts_with("mitigations.")).collect()
    };
    let systems = System::all();
    let first = keys(&systems[0]);
    assert!(first.len() > 150);
    for system in &systems {
        assert_eq!(keys(system), first, "{}", system.name);
    }
}

#[test]
fn nothing_private_shows() {
    let secrets = [
        "SECRET",
        "ann",
        "examplehost",
        "buildhost",
        "example.org",
        "192.0.2",
        "0f5b6c1e",
        "buildd",
        "lcy02",
        "941d701f84f1",
    ];
    for system in System::all() {
        let source = system.source();
        for place in ["/", "/data", "/home/ann b/work"] {
            let facts = collect(&source, Some(Path::new(place)));
            let findings = examine(&facts);
            let told = facts.0.iter().map(|fact| format!("{} = {}", fact.key, fact.value));
            for line in told.chain(findings.iter().map(|finding| format!("{finding:?}"))) {
                for secret in secrets {
                    let innocent = secret == "ann" && line.contains("cannot");
                    assert!(innocent || !line.contains(secret), "{}: {line}", system.name);
                }
            }
        }
    }
}

#[test]
fn a_virtual_machine_of_debian() {
    let facts = facts("debian-firecracker", "/");
    expect(
        &facts,
        &[
            ("os.name", "Debian GNU/Linux 12 (bookworm)"),
            ("os.version", "12.11"),
            ("os.edition", "server (no desktop is installed)"),
            ("cpu.model", "AMD EPYC"),
            ("cpu.microcode", "unknown (hidden by the hypervisor, which shows 0x1000065)"),
            ("cpu.governor", "none: no cpufreq driver"),
            ("cpu.cores", "2"),
            ("cpu.cache_l3_bytes", "33554432"),
            ("clock.source", "tsc"),
            ("container.kind", "none"),
            ("disk.device", "vda"),
            ("disk.bus", "virtio"),
            ("disk.driver", "virtio_blk"),
            ("disk.model", "unknown (hidden by the hypervisor (virtio_blk))"),
            ("disk.rotational", "yes"),
            ("disk.rotational_trusted", "no"),
            ("disk.scheduler", "mq-deadline"),
            ("disk.write_cache", "write back"),
            ("filesystem.journal", "none"),
            ("filesystem.options", "rw relatime discard resv_strict resuid=65534 resgid=65534"),
            ("filesystem.free_inodes", "16279829"),
            (
                "kernel.boot_options",
                "mitigations=auto,no_guest_host,no_guest_guest swiotlb=noforce \
             psi=1",
            ),
            ("limits.cgroup_memory_bytes", "8589934592"),
            ("limits.cgroup_cpu_milli", "unlimited"),
            ("memory.thp", "madvise"),
            ("power.source", "none: no battery"),
            ("security.modules", "lockdown capability landlock bpf"),
            ("virtualization.hypervisor", "kvm"),
            ("virtualization.machine", "firecracker"),
        ],
    );
    for rule in ["no-journal", "virtual-disk", "virtual-machine", "no-frequency-control", "discard"]
    {
        assert!(fired(&facts).contains(&rule), "{rule}");
    }
}

#[test]
fn a_laptop_that_spoils_figures() {
    let facts = facts("laptop", "/home/ann b/work");
    expect(
        &facts,
        &[
            ("allocator.name", "jemalloc"),
            ("allocator.settings", "MALLOC_CONF=narenas:1"),
            ("cpu.boost", "on"),
            ("cpu.frequency_khz", "1900001"),
            ("cpu.governor", "powersave"),
            ("cpu.microcode", "0xf0"),
            ("disk.driver", "nvme"),
            ("disk.bus", "NVMe, pcie"),
            ("disk.disks", "nvme0n1"),
            ("disk.firmware", "2B2QEXM7"),
            ("disk.model", "Samsung SSD 970 EVO Plus 500GB"),
            ("disk.rotational_trusted", "yes"),
            ("disk.stack", "dm-1 (LVM) dm-0 (encrypted) nvme0n1p3 (partition) nvme0n1"),
            ("disk.wear_percent", "4"),
            ("disk.written_bytes", "12345600000000"),
            ("filesystem.direct_alignment_bytes", "512"),
            ("filesystem.direct_memory_alignment_bytes", "4"),
            ("filesystem.journal", "ordered"),
            ("filesystem.options", "rw noatime errors=remount-ro discard"),
            ("filesystem.source", "dm-1"),
            ("kernel.boot_options", "mitigations=auto init_on_alloc=1"),
            ("kernel.debug_options", "DEBUG_LIST LOCKDEP PROVE_LOCKING"),
            ("kernel.memory_initialized", "INIT_ON_ALLOC_DEFAULT_ON"),
            ("kernel.preemption", "voluntary (dynamic)"),
            ("kernel.tick_hz", "1000"),
            ("libc.preloaded", "libtrace.so libjemalloc.so.2"),
            ("machine.chassis", "laptop"),
            ("memory.swap_kinds", "partition zram"),
            ("memory.swap_used_bytes", "1073737728"),
            ("os.edition", "desktop (a display manager is installed)"),
            ("os.init", "systemd"),
            ("power.source", "battery"),
            ("processes.security_agents", "falcon-sensor"),
            ("security.audit_rules", "2"),
            ("virtualization.hypervisor", "none"),
        ],
    );
    assert_eq!(
        fired(&facts),
        [
            "address-randomization",
            "allocator-set",
            "audit",
            "battery",
            "clock-kept",
            "clock-slow",
            "clock-source",
            "debug-kernel",
            "discard",
            "disk-pressure",
            "encrypted",
            "frequency-capped",
            "governor",
            "huge-pages-always",
            "indexer",
            "inodes",
            "load",
            "locked-memory",
            "maintenance",
            "memory-initialized",
            "memory-pressure",
            "memory-short",
            "mitigations",
            "open-files",
            "page-merging",
            "power-profile",
            "preloaded",
            "security-agent",
            "security-modules",
            "space",
            "swap-in-use",
            "throttled",
            "turbo",
        ]
    );
    assert_eq!(examine(&facts)[0].severity, Severity::Spoils);
}

/// btrfs on two devices: a loop device whose file is on an array of two partitions, and an
/// encrypted disk on USB.
#[test]
fn stacks_are_followed_to_all_disks() {
    let facts = facts("server", "/data");
    expect(
        &facts,
        &[
            ("disk.bus", "ATA"),
            ("disk.device", "sda"),
            ("disk.disks", "sda sdb sdc"),
            ("disk.model", "WDC WD40EFRX"),
            ("disk.rotational", "yes"),
            (
                "disk.stack",
                "loop0 (file) md0 (raid1) sda1 (partition) sda sdb1 (partition) sdb dm-0 \
                 (encrypted) sdc",
            ),
            ("disk.wear_percent", "unknown (this kind of disk does not tell)"),
            ("filesystem.journal", "copy on write"),
            ("filesystem.source", "loop0"),
            ("filesystem.type", "btrfs"),
        ],
    );
    for rule in ["disk-in-file", "encrypted"] {
        assert!(fired(&facts).contains(&rule), "{rule}");
    }
    // Beside it, the array by itself, and a mapping by the name that it was given.
    let root = self::facts("server", "/");
    expect(&root, &[("disk.disks", "sda sdb"), ("filesystem.source", "md0")]);
    let given = self::facts("server", "/backup");
    expect(&given, &[("disk.disks", "sdc"), ("disk.bus", "USB"), ("filesystem.source", "dm-0")]);
}

#[test]
fn a_container_on_a_network() {
    let facts = facts("container-nfs", "/data");
    expect(
        &facts,
        &[
            ("container.kind", "kubernetes"),
            ("container.root_filesystem", "overlay"),
            ("cpu.microcode", "0x800126c"),
            ("filesystem.class", "network"),
            ("filesystem.free_inodes", "unlimited"),
            (
                "filesystem.options",
                "rw relatime vers=4.2 rsize=1048576 wsize=1048576 hard \
             proto=tcp timeo=600 sec=sys clientaddr=(not recorded) local_lock=none \
             addr=(not recorded)",
            ),
            ("filesystem.source", "none: network"),
            ("filesystem.type", "nfs4"),
            ("libc.version", "unknown (musl does not tell its version at run time)"),
            ("limits.cgroup_cpu_milli", "1500"),
            ("limits.cgroup_memory_bytes", "2147483648"),
            ("limits.cgroup_processes", "512"),
            ("os.init", "another program"),
            ("security.seccomp", "filter"),
            ("virtualization.cloud_type", "m5a.xlarge"),
            ("virtualization.machine", "amazon ec2"),
        ],
    );
    for rule in [
        "traced",
        "system-call-filter",
        "container",
        "not-a-disk",
        "group-processes",
        "group-processors",
        "group-memory",
        "io-uring",
        "steal",
        "affinity",
        "unknown",
    ] {
        assert!(fired(&facts).contains(&rule), "{rule}");
    }
}

#[test]
fn overlays_are_told_without_their_layers() {
    let system = System::unpack("container-nfs");
    // Without the number of a mount the path decides.
    let root = collect(&system.source(), Some(Path::new("/tmp")));
    expect(
        &root,
        &[
            ("filesystem.class", "overlay"),
            (
                "filesystem.options",
                "rw relatime lowerdir=(not recorded) upperdir=(not recorded) \
             workdir=(not recorded)",
            ),
        ],
    );
}

#[test]
fn what_a_sandbox_does_not_count_is_unknown() {
    let facts = facts("gvisor", "/tmp");
    for key in ["load.1m_milli", "steal.total_ns", "load.busy_total_ns"] {
        assert_eq!(facts.get(key), None, "{key}");
    }
    // The processor tells its name where the kernel does not.
    expect(&facts, &[("cpu.model", "AMD EPYC"), ("filesystem.type", "overlay")]);
    for rule in ["foreign-kernel", "clock-slow", "not-a-disk"] {
        assert!(fired(&facts).contains(&rule), "{rule}");
    }
    let state = state(&System::unpack("gvisor").source());
    assert_eq!((state.load_milli, state.steal_ns, state.busy_ns), (None, None, None));
    assert_eq!(state.frequency_khz, Some(2_596_140));
}

#[test]
fn a_state_is_read_as_recorded() {
    let state = state(&System::unpack("laptop").source());
    assert_eq!(state.load_milli, Some(6_410));
    assert_eq!(state.busy_ns, Some(8_080_000_000_000));
    assert_eq!(state.steal_ns, Some(0));
    assert_eq!(state.frequency_khz, Some(1_900_001));
}

#[test]
fn nonsense_is_unknown() {
    let system = System::unpack("nonsense");
    let facts = collect(&system.source(), Some(Path::new("/")));
    let known = facts.0.iter().filter(|fact| !matches!(fact.value, FactValue::Unknown { .. }));
    let numbers: Vec<&str> = known
        .filter(|fact| matches!(fact.value, FactValue::Number(_)))
        .map(|fact| fact.key.as_str())
        .collect();
    // Two of them are counts of what was found: nothing.
    assert_eq!(numbers, ["processes.count", "security.audit_rules"]);
    examine(&facts);
    assert!(!boot_identity_of(&system.source()).contains(' '));
}

#[test]
fn an_empty_folder_is_all_unknown() {
    let folder = tempfile::TempDir::new().unwrap();
    let source = facts::Source::new(folder.path(), facts::Recorded::default());
    let facts = collect(&source, Some(Path::new("/")));
    assert_eq!(facts.text("kernel.identity"), Some("unknown"));
    assert_eq!(facts.number("cpu.count"), None);
    assert_eq!(changed(&facts, &facts), Vec::<String>::new());
    assert_eq!(boot_identity_of(&source), "");
    assert_eq!(state(&source), facts::State::default());
}
