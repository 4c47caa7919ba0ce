//! What a process may use.

use model::Facts;

use super::Severity::{Informs, Spoils, Warns};
use super::rule::{Complaint, GIB, MIB, Rule, bytes, complain};

pub(super) const RULES: &[Rule] = &[
    Rule { name: "open-files", check: open_files },
    Rule { name: "processes", check: processes },
    Rule { name: "locked-memory", check: locked_memory },
    Rule { name: "address-space", check: address_space },
    Rule { name: "file-size", check: file_size },
    Rule { name: "group-processes", check: group_processes },
    Rule { name: "group-processors", check: group_processors },
    Rule { name: "group-memory", check: group_memory },
    Rule { name: "io-uring", check: io_uring },
];

/// What the largest cases open at once.
const OPEN_FILES: u64 = 4_096;

/// What methods with fixed buffers lock.
const LOCKED_BYTES: u64 = 8 * MIB;

/// What the batches of processes and threads need beside what runs already.
const PROCESSES: u64 = 4_096;

/// The command that raises a limit: one of the shell where the hard limit allows what is needed,
/// else one for administrators.
fn raise(facts: &Facts, limit: &Raised) -> String {
    let hard = match facts.get(limit.hard) {
        Some(_) => facts.number(limit.hard).unwrap_or(u64::MAX),
        None => 0,
    };
    if hard >= limit.needed {
        // The shell counts memory in KiB.
        let unit = if limit.letter == 'l' { 1_024 } else { 1 };
        format!("ulimit -S{} {}", limit.letter, limit.wanted.min(hard) / unit)
    } else {
        format!("sudo prlimit --pid $$ --{}={1}:{1}", limit.option, limit.wanted)
    }
}

/// A limit to be raised.
struct Raised {
    /// The letter of the shell's command.
    letter: char,
    /// The option of `prlimit`.
    option: &'static str,
    /// The fact of the hard limit.
    hard: &'static str,
    /// What does.
    needed: u64,
    /// What is better.
    wanted: u64,
}

fn open_files(facts: &Facts) -> Option<Complaint> {
    let (soft, hard) = ("limits.open_files", "limits.open_files_hard");
    let limit = facts.number(soft)?;
    (limit < OPEN_FILES).then(|| {
        complain(
            if limit < 256 { Spoils } else { Warns },
            &[soft, hard],
            format!("a process may open {limit} files only: cases with many of them are skipped"),
            raise(
                facts,
                &Raised { letter: 'n', option: "nofile", hard, needed: OPEN_FILES, wanted: 65_536 },
            ),
        )
    })
}

fn processes(facts: &Facts) -> Option<Complaint> {
    let (soft, hard) = ("limits.processes", "limits.processes_hard");
    let limit = facts.number(soft)?;
    (limit < PROCESSES).then(|| {
        complain(
            if limit < 256 { Spoils } else { Warns },
            &[soft, hard],
            format!(
                "a user may have {limit} processes and threads only: large batches are skipped"
            ),
            raise(
                facts,
                &Raised { letter: 'u', option: "nproc", hard, needed: PROCESSES, wanted: 16_384 },
            ),
        )
    })
}

fn locked_memory(facts: &Facts) -> Option<Complaint> {
    let (soft, hard) = ("limits.locked_memory_bytes", "limits.locked_memory_hard_bytes");
    let limit = facts.number(soft)?;
    (limit < LOCKED_BYTES).then(|| {
        complain(
            Informs,
            &[soft, hard],
            format!(
                "a process may lock {} only: methods with fixed buffers need more",
                bytes(limit)
            ),
            raise(
                facts,
                &Raised {
                    letter: 'l',
                    option: "memlock",
                    hard,
                    needed: LOCKED_BYTES,
                    wanted: 64 * MIB,
                },
            ),
        )
    })
}

fn address_space(facts: &Facts) -> Option<Complaint> {
    let (soft, hard) = ("limits.address_space_bytes", "limits.address_space_hard_bytes");
    (facts.number(soft)? < 8 * GIB).then(|| {
        complain(
            Warns,
            &[soft, hard],
            "a process may use little address space: cases with large memory are skipped",
            "ulimit -Sv unlimited",
        )
    })
}

fn file_size(facts: &Facts) -> Option<Complaint> {
    let (soft, hard) = ("limits.file_size_bytes", "limits.file_size_hard_bytes");
    (facts.number(soft)? < 4 * GIB).then(|| {
        complain(
            Warns,
            &[soft, hard],
            "a file may not become large: cases with large files are skipped",
            "ulimit -Sf unlimited",
        )
    })
}

fn group_processes(facts: &Facts) -> Option<Complaint> {
    let key = "limits.cgroup_processes";
    let limit = facts.number(key)?;
    (limit < PROCESSES).then(|| {
        complain(
            if limit < 256 { Spoils } else { Warns },
            &[key, "container.kind"],
            format!("the control group allows {limit} processes and threads in all"),
            "start the container with `--pids-limit -1`, or raise TasksMax= of the service",
        )
    })
}

fn group_processors(facts: &Facts) -> Option<Complaint> {
    let key = "limits.cgroup_cpu_milli";
    let limit = facts.number(key)?;
    (limit < facts.number("cpu.count")?.saturating_mul(1_000)).then(|| {
        complain(
            Warns,
            &[key, "cpu.count"],
            "the control group allows less processor time than there are processors: whoever \
             uses it up stands still for up to a tenth of a second",
            "start the container without `--cpus` and use `--cpuset-cpus`, or lift CPUQuota= of \
             the service",
        )
    })
}

fn group_memory(facts: &Facts) -> Option<Complaint> {
    let key = "limits.cgroup_memory_bytes";
    let limit = facts.number(key)?;
    (limit < 4 * GIB).then(|| {
        complain(
            Warns,
            &[key],
            format!(
                "the control group allows {} of memory, caches of files included",
                bytes(limit)
            ),
            "start the container with a larger `--memory`, or raise MemoryMax= of the service",
        )
    })
}

fn io_uring(facts: &Facts) -> Option<Complaint> {
    (facts.text("limits.io_uring")? != "for all").then(|| {
        complain(
            Informs,
            &["limits.io_uring"],
            "io_uring is switched off: methods that use it are skipped",
            "sudo sysctl kernel.io_uring_disabled=0",
        )
    })
}
