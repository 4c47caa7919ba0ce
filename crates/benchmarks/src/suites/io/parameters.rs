//! The parameters of this suite, which its benchmarks share.

use model::{Case, Named, Parameter, Role, Scale, System, Unit, Value};

use crate::Entry;
use crate::parameters::{UNIX, named};

/// The article's sixteen buffers.
pub(super) const BUFFERS: [Value; 16] = [
    Value::Integer(4 << 10),
    Value::Integer(8 << 10),
    Value::Integer(12 << 10),
    Value::Integer(16 << 10),
    Value::Integer(24 << 10),
    Value::Integer(32 << 10),
    Value::Integer(40 << 10),
    Value::Integer(48 << 10),
    Value::Integer(56 << 10),
    Value::Integer(64 << 10),
    Value::Integer(256 << 10),
    Value::Integer(1 << 20),
    Value::Integer(4 << 20),
    Value::Integer(16 << 20),
    Value::Integer(64 << 20),
    Value::Integer(256 << 20),
];
/// A few of them.
pub(super) const THINNED: [u64; 4] = [16 << 10, 64 << 10, 256 << 10, 4 << 20];
/// The one that others differ from.
pub(super) const USUAL_BUFFER: u64 = 256 << 10;
/// Depths of queues.
pub(super) const DEPTHS: [Value; 6] = [
    Value::Integer(1),
    Value::Integer(2),
    Value::Integer(4),
    Value::Integer(8),
    Value::Integer(16),
    Value::Integer(32),
];
/// Memory that the buffers of a trial may take together; `io_uring` registers no more at once.
pub(super) const MOST_MEMORY: u64 = 1 << 30;

fn parameter(name: &str, summary: &str, role: Role, scale: Scale) -> Parameter {
    Parameter { name: name.into(), summary: summary.into(), role, scale }
}

/// A named value without a family that some systems have.
pub(super) fn of(name: &str, summary: &str, systems: &[System]) -> Named {
    Named { systems: systems.to_vec(), ..named(name, summary) }
}

pub(crate) fn cache() -> Parameter {
    let names = vec![
        named("cold", "nothing of it: synced, dropped by POSIX_FADV_DONTNEED, and looked"),
        named("warm", "all of it: read once before"),
        of("dropped", "nothing at all: /proc/sys/vm/drop_caches, as root", &[System::Linux]),
    ];
    let summary = "What of the source lies in memory before.";
    parameter("cache", summary, Role::Workload, Scale::Named(names))
}

pub(super) fn work() -> Parameter {
    let names = vec![
        named("consume", "counting the bytes 0xFF in what was read"),
        named("produce", "generating random bytes for what is written"),
    ];
    let summary = "What the program does with the data meanwhile.";
    parameter("work", summary, Role::Workload, Scale::Named(names))
}

pub(super) fn data() -> Parameter {
    let names = vec![
        named("random", "incompressible, nothing twice"),
        named("zero", "zeros"),
        named("dup", "64 KiB of random data again and again"),
    ];
    parameter("data", "What the file holds.", Role::Workload, Scale::Named(names))
}

pub(super) fn buffer() -> Parameter {
    let summary = "Bytes that one call is asked for.";
    parameter("buffer", summary, Role::Method, Scale::Ordered(Unit::Bytes))
}

pub(super) fn advice() -> Parameter {
    let linux = [System::Linux];
    let advised =
        [System::Linux, System::FreeBsd, System::NetBsd, System::DragonFly, System::Illumos];
    let names = vec![
        of("sequential", "POSIX_FADV_SEQUENTIAL; a mapping MADV_SEQUENTIAL", &UNIX),
        of("willneed", "POSIX_FADV_WILLNEED; a mapping MADV_WILLNEED", &UNIX),
        of("noreuse", "POSIX_FADV_NOREUSE", &advised),
        of("readahead", "readahead(2) of the whole file", &linux),
        of("hugepage", "MADV_HUGEPAGE", &linux),
        of("populate-read", "MADV_POPULATE_READ", &linux),
        of("map-populate", "MAP_POPULATE", &linux),
        of("f-rdahead", "F_RDAHEAD", &[System::MacOs]),
        of("f-rdadvise", "F_RDADVISE of the whole file", &[System::MacOs]),
        of("sequential-scan", "FILE_FLAG_SEQUENTIAL_SCAN", &[System::Windows]),
    ];
    let summary = "What the system is told about the reading to come.";
    parameter("advice", summary, Role::Method, Scale::Named(names))
}

pub(super) fn direct(ends: &[&str]) -> Parameter {
    let names = ends.iter().map(|end| named(end, "past the page cache at this end")).collect();
    let summary = "Which end bypasses the page cache (O_DIRECT, F_NOCACHE, NO_BUFFERING).";
    parameter("direct", summary, Role::Method, Scale::Named(names))
}

pub(super) fn depth() -> Parameter {
    let summary = "Transfers in flight at once.";
    parameter("depth", summary, Role::Method, Scale::Ordered(Unit::count("transfer")))
}

/// Buffers of the coarse ladder are measured from the start, the others beside survivors.
pub(super) fn entry(case: &Case) -> Entry {
    let coarse = |bytes: u64| THINNED.contains(&bytes) || bytes == USUAL_BUFFER;
    match case.integer("buffer") {
        Some(bytes) if BUFFERS.contains(&Value::Integer(bytes)) && !coarse(bytes) => {
            Entry::Refines { parameter: "buffer" }
        }
        _ => Entry::Always,
    }
}

/// The families of calls that read or write.
pub(super) const SYNCHRONOUS: &str = "synchronous";
pub(super) const ASYNCHRONOUS: &str = "asynchronous";
pub(super) const MAPPED: &str = "memory-mapped";

/// Systems with POSIX AIO.
pub(super) const POSIX_AIO: [System; 6] = [
    System::Linux,
    System::MacOs,
    System::FreeBsd,
    System::NetBsd,
    System::DragonFly,
    System::Illumos,
];

pub(super) fn end() -> Parameter {
    let names = vec![
        named("closed", "close has returned; nothing is promised"),
        named("flushed", "the device has the data (sync_file_range), perhaps in its own cache"),
        named("durable", "fsync of the file, and of its directory where it is new"),
    ];
    crate::parameters::end(names)
}

pub(super) fn preallocate() -> Parameter {
    let posix = [System::Linux, System::FreeBsd, System::NetBsd, System::Illumos];
    let names = vec![
        of("fallocate", "fallocate", &[System::Linux]),
        of("posix-fallocate", "posix_fallocate", &posix),
        of("truncate", "ftruncate: the size without blocks", &UNIX),
        of("f-preallocate", "F_PREALLOCATE", &[System::MacOs]),
        of("set-end-of-file", "SetEndOfFile", &[System::Windows]),
        of("set-file-valid-data", "SetFileValidData", &[System::Windows]),
    ];
    let summary = "How room is asked for before the data come.";
    parameter("preallocate", summary, Role::Method, Scale::Named(names))
}

pub(super) fn onto() -> Parameter {
    let names = vec![
        named("new", "a file that did not exist"),
        named("truncated", "a file of the same size, emptied by O_TRUNC"),
        named("existing", "a file of the same size, overwritten in place"),
    ];
    let summary = "What was in the file's place before.";
    parameter("onto", summary, Role::Workload, Scale::Named(names))
}

/// The call of a queue, by its name.
pub(super) fn queue(call: &str) -> Option<sys::queue::Kind> {
    match call {
        "posix-aio" => Some(sys::queue::Kind::PosixAio),
        "linux-aio" => Some(sys::queue::Kind::LinuxAio),
        "io-uring" => Some(sys::queue::Kind::Uring),
        "io-uring-fixed" => Some(sys::queue::Kind::UringFixed),
        _ => None,
    }
}

/// The call that asks for room, by its name; `None` where none is asked for.
pub(super) fn room(name: &str) -> crate::Result<Option<sys::room::Room>> {
    match name {
        "none" => Ok(None),
        "fallocate" => Ok(Some(sys::room::Room::Fallocate)),
        "posix-fallocate" => Ok(Some(sys::room::Room::PosixFallocate)),
        "truncate" => Ok(Some(sys::room::Room::Truncate)),
        _ => Err(sys::Error::Unsupported("this system asks for room by another call").into()),
    }
}
