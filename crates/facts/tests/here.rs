//! The system that the tests run on.

use std::path::Path;

use facts::{Source, boot_identity, changed, collect, identify, state};
use model::FactValue;

/// What must be known on any Linux whose `/proc` and `/sys` are there, in a virtual machine or not.
const KNOWN: &[&str] = &[
    "allocator.name",
    "clock.read_ns",
    "clock.source",
    "container.kind",
    "cpu.count",
    "cpu.flags",
    "cpu.governor",
    "cpu.model",
    "filesystem.free_bytes",
    "filesystem.free_inodes",
    "filesystem.options",
    "filesystem.type",
    "kernel.identity",
    "kernel.release",
    "kernel.version",
    "libc.name",
    "limits.open_files",
    "limits.processes",
    "load.1m_milli",
    "memory.thp",
    "memory.total_bytes",
    "mitigations.spectre_v2",
    "os.edition",
    "os.name",
    "steal.total_ns",
    "virtualization.hypervisor",
];

/// What is known besides where the directory is on a disk.
const KNOWN_OF_DISKS: &[&str] =
    &["disk.device", "disk.scheduler", "disk.write_cache", "filesystem.journal"];

fn linux() -> bool {
    cfg!(target_os = "linux") && Path::new("/sys/devices/system/cpu").exists()
}

#[test]
fn what_this_system_is() {
    let source = Source::here();
    let facts = collect(&source, Some(Path::new(env!("CARGO_MANIFEST_DIR"))));
    for fact in &facts.0 {
        println!("{} = {}", fact.key, fact.value);
    }
    assert!(facts.0.is_sorted_by(|left, right| left.key < right.key));
    if !linux() {
        return;
    }
    for key in KNOWN {
        assert!(facts.get(key).is_some(), "{key} is unknown");
    }
    if facts.text("filesystem.class") == Some("disk") {
        for key in KNOWN_OF_DISKS {
            assert!(facts.get(key).is_some(), "{key} is unknown");
        }
    }
    assert_ne!(facts.text("kernel.identity"), Some("unknown"));
}

#[test]
fn without_a_directory_nothing_is_said_of_file_systems() {
    let facts = collect(&Source::here(), None);
    assert!(!facts.0.iter().any(|fact| fact.key.starts_with("filesystem.")));
    assert!(!facts.0.iter().any(|fact| fact.key.starts_with("disk.")));
}

#[test]
fn a_directory_that_is_not_there_is_unknown() {
    let facts = collect(&Source::here(), Some(Path::new("/no/such/directory")));
    let free = facts.0.iter().find(|fact| fact.key == "filesystem.free_bytes").unwrap();
    assert!(matches!(free.value, FactValue::Unknown { .. }));
}

#[test]
fn little_changes_within_a_moment() {
    let source = Source::here();
    let start = collect(&source, None);
    let mut changed = changed(&start, &collect(&source, None));
    // Somebody else's program may start or end at this very moment.
    changed.retain(|key| !key.starts_with("processes."));
    assert_eq!(changed, Vec::<String>::new());
}

#[test]
fn the_boot_is_told_by_a_hash_only() {
    let told = boot_identity();
    assert_eq!(told, boot_identity());
    let id = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
    if linux() && !id.is_empty() {
        assert_eq!(told.len(), 16);
        assert!(!id.replace('-', "").contains(&told));
    }
}

#[test]
fn the_state_is_there() {
    let state = state(&Source::here());
    if linux() {
        assert!(state.load_milli.is_some() && state.steal_ns.is_some());
        assert!(state.busy_ns.is_some_and(|busy| busy > 0));
    }
}

/// Names and numbers of this very machine that no fact may hold.
#[test]
fn nothing_tells_who_or_where_somebody_is() {
    let read = |path: &str| {
        std::fs::read_to_string(path).map(|text| text.trim().to_owned()).unwrap_or_default()
    };
    let mut secrets = vec![
        read("/proc/sys/kernel/hostname"),
        read("/etc/machine-id"),
        read("/proc/sys/kernel/random/boot_id"),
        read("/sys/class/dmi/id/product_serial"),
        read("/sys/class/dmi/id/product_uuid"),
    ];
    secrets.extend(std::env::var("USER"));
    for card in std::fs::read_dir("/sys/class/net").into_iter().flatten().flatten() {
        let address = read(&card.path().join("address").to_string_lossy());
        secrets.extend((address != "00:00:00:00:00:00").then_some(address));
    }
    // Shorter ones are parts of ordinary words, and `root` is everybody's.
    secrets.retain(|secret| secret.len() > 4);
    let source = Source::here();
    let facts = collect(&source, Some(Path::new("/")));
    let mut told: Vec<String> = facts.0.iter().map(|fact| fact.value.to_string()).collect();
    told.push(format!("{:?}", identify(&source)));
    for text in told {
        for secret in &secrets {
            assert!(!text.contains(secret.as_str()), "{secret} in {text}");
        }
    }
}
