//! The directory under test, its file system and its disk.

use model::Facts;

use super::Severity::{Informs, Spoils, Warns};
use super::rule::{Complaint, GIB, MIB, Rule, bytes, complain, items, yes};

pub(super) const RULES: &[Rule] = &[
    Rule { name: "not-a-disk", check: not_a_disk },
    Rule { name: "read-only", check: read_only },
    Rule { name: "space", check: space },
    Rule { name: "inodes", check: inodes },
    Rule { name: "no-journal", check: no_journal },
    Rule { name: "synchronous-mount", check: synchronous_mount },
    Rule { name: "no-barriers", check: no_barriers },
    Rule { name: "discard", check: discard },
    Rule { name: "encrypted", check: encrypted },
    Rule { name: "virtual-disk", check: virtual_disk },
    Rule { name: "turning-disk", check: turning_disk },
    Rule { name: "disk-in-file", check: disk_in_file },
    Rule { name: "parity", check: parity },
    Rule { name: "worn-disk", check: worn_disk },
    Rule { name: "no-direct-access", check: no_direct_access },
    Rule { name: "flush-unproven", check: flush_unproven },
];

fn not_a_disk(facts: &Facts) -> Option<Complaint> {
    let class = facts.text("filesystem.class")?;
    let (severity, what) = match class {
        "memory" => (Spoils, "files here are in memory only: figures tell nothing of a disk"),
        "overlay" => (Spoils, "files here lie in layers: a first change copies the whole file"),
        "network" => (Spoils, "files here are on another machine: figures tell of the network"),
        "pseudo" => (Spoils, "this is no place for files"),
        "host" => (Warns, "files here are shared by the system below: figures tell of the sharing"),
        "user" => (Warns, "this file system is a program: every call passes through a process"),
        _ => return None,
    };
    Some(complain(
        severity,
        &["filesystem.type", "filesystem.class"],
        what,
        "name a directory on a local disk: `--in DIR`; in a container a mounted volume",
    ))
}

fn read_only(facts: &Facts) -> Option<Complaint> {
    let read_only =
        yes(facts, "filesystem.read_only") || facts.text("filesystem.class") == Some("read-only");
    read_only.then(|| {
        complain(
            Spoils,
            &["filesystem.read_only", "filesystem.class"],
            "nothing can be written here: all benchmarks of files are skipped",
            "name a directory that can be written: `--in DIR`",
        )
    })
}

fn space(facts: &Facts) -> Option<Complaint> {
    let key = "filesystem.free_bytes";
    let free = facts.number(key)?;
    let total = facts.number("filesystem.total_bytes").unwrap_or(0);
    let severity = if free < 512 * MIB {
        Spoils
    } else if free < 4 * GIB || free < total / 20 {
        Warns
    } else {
        return None;
    };
    Some(complain(
        severity,
        &[key, "filesystem.total_bytes"],
        format!(
            "only {} are free: large cases are skipped, and a full disk is slower",
            bytes(free)
        ),
        "delete what is not needed, or name another directory: `--in DIR`",
    ))
}

fn inodes(facts: &Facts) -> Option<Complaint> {
    let key = "filesystem.free_inodes";
    let free = facts.number(key)?;
    (free < 500_000).then(|| {
        complain(
            if free < 70_000 { Spoils } else { Warns },
            &[key],
            format!("only {free} more files can be created: cases with many files are skipped"),
            "delete what is not needed, or name another directory: `--in DIR`",
        )
    })
}

fn no_journal(facts: &Facts) -> Option<Complaint> {
    let kind = facts.text("filesystem.type")?;
    let journal = facts.text("filesystem.journal")?;
    (journal == "none" && ["ext3", "ext4"].contains(&kind)).then(|| {
        complain(
            Warns,
            &["filesystem.type", "filesystem.journal"],
            "this file system has no journal: syncing is cheaper than people know it, and making \
             files soon after deleting others is many times slower",
            "compare with other systems without one only, or name another directory: `--in DIR`",
        )
    })
}

fn options(facts: &Facts) -> impl Iterator<Item = &str> {
    items(facts, "filesystem.options").iter().map(String::as_str)
}

fn synchronous_mount(facts: &Facts) -> Option<Complaint> {
    options(facts).any(|option| ["sync", "dirsync"].contains(&option)).then(|| {
        complain(
            Warns,
            &["filesystem.options"],
            "every write waits for the disk, whether a program asks for it or not",
            "if that is not wanted: sudo mount -o remount,async DIR",
        )
    })
}

fn no_barriers(facts: &Facts) -> Option<Complaint> {
    options(facts).any(|option| ["nobarrier", "barrier=0"].contains(&option)).then(|| {
        complain(
            Warns,
            &["filesystem.options"],
            "syncing does not empty the disk's cache: what is called durable is not",
            "sudo mount -o remount,barrier=1 DIR",
        )
    })
}

fn discard(facts: &Facts) -> Option<Complaint> {
    options(facts).any(|option| option == "discard" || option.starts_with("discard=")).then(|| {
        complain(
            Informs,
            &["filesystem.options"],
            "deleting tells the disk at once which blocks are free: deleting large files is slower",
            "to compare without it: sudo mount -o remount,nodiscard DIR",
        )
    })
}

fn encrypted(facts: &Facts) -> Option<Complaint> {
    let key = "disk.stack";
    items(facts, key).iter().any(|layer| layer.ends_with("(encrypted)")).then(|| {
        complain(
            Informs,
            &[key],
            "all that is read and written is deciphered and enciphered by the processor",
            "nothing to do; compare with systems that do so too",
        )
    })
}

fn virtual_disk(facts: &Facts) -> Option<Complaint> {
    yes(facts, "disk.virtual").then(|| {
        complain(
            Informs,
            &["disk.virtual", "disk.model", "disk.write_cache", "disk.rotational"],
            "the hypervisor plays this disk: whether it caches, survives a power cut or turns \
             cannot be known from inside",
            "do not take durable writes for proven, nor cold reads for reads of a disk",
        )
    })
}

fn turning_disk(facts: &Facts) -> Option<Complaint> {
    (yes(facts, "disk.rotational") && yes(facts, "disk.rotational_trusted")).then(|| {
        complain(
            Informs,
            &["disk.rotational", "disk.rotational_trusted", "disk.model"],
            "this disk turns: where a file lies decides, the outer tracks are up to twice as fast, \
             and small accesses take milliseconds",
            "compare on fresh file systems of the same size only",
        )
    })
}

fn has_layer(facts: &Facts, kinds: &[&str]) -> bool {
    items(facts, "disk.stack").iter().any(|layer| kinds.iter().any(|kind| layer.ends_with(kind)))
}

fn disk_in_file(facts: &Facts) -> Option<Complaint> {
    has_layer(facts, &["(file)"]).then(|| {
        complain(
            Warns,
            &["disk.stack"],
            "this disk is a file on another file system: what is read may be cached twice, and \
             every write passes through both",
            "name a directory on a disk of its own: `--in DIR`",
        )
    })
}

fn parity(facts: &Facts) -> Option<Complaint> {
    has_layer(facts, &["(raid4)", "(raid5)", "(raid6)"]).then(|| {
        complain(
            Informs,
            &["disk.stack", "disk.disks"],
            "several disks with parity: a write smaller than a stripe reads before it writes",
            "nothing to do; compare with systems on the same array",
        )
    })
}

fn worn_disk(facts: &Facts) -> Option<Complaint> {
    let key = "disk.wear_percent";
    let used = facts.number(key)?;
    (used >= 80).then(|| {
        complain(
            Warns,
            &[key, "disk.model"],
            format!("{used} % of the life that the maker expects of this disk are used"),
            "expect slower writes than of a new one; give `--max-write` a bound",
        )
    })
}

fn no_direct_access(facts: &Facts) -> Option<Complaint> {
    let key = "filesystem.direct_alignment_bytes";
    (facts.number(key)? == 0).then(|| {
        complain(
            Informs,
            &[key, "filesystem.type"],
            "files here cannot be accessed around the cache: such methods are unsupported",
            "nothing to do; for such methods name another directory: `--in DIR`",
        )
    })
}

/// No disk that must bring data to its medium answers sooner (a flash page takes longer to
/// program, a platter to turn).
const PLAUSIBLE_FLUSH_NS: u64 = 100_000;

fn flush_unproven(facts: &Facts) -> Option<Complaint> {
    let key = "disk.flush_p50_ns";
    let median = facts.number(key)?;
    let on_disk = facts.text("filesystem.class") == Some("disk");
    (on_disk && median < PLAUSIBLE_FLUSH_NS).then(|| {
        complain(
            Informs,
            &[key, "disk.flush_max_ns", "disk.write_cache", "disk.virtual"],
            format!(
                "flush cost p50 {:.1} µs: power-loss protection or virtual disk; durability not \
                 proven",
                median as f64 / 1e3
            ),
            "do not take durable writes for proven where the disk does not protect its cache",
        )
    })
}
