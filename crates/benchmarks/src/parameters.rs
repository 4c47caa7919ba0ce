//! Parameters that several benchmarks share: one name means one thing in the whole program.

use model::{Named, Parameter, Role, Scale, System, Unit};

/// A named value that every system has.
pub(crate) fn named(name: &str, summary: &str) -> Named {
    Named { name: name.into(), summary: summary.into(), family: None, systems: Vec::new() }
}

/// A named value that some systems have, with the family that means the same on all.
pub(crate) fn method(name: &str, summary: &str, family: &str, systems: &[System]) -> Named {
    Named {
        name: name.into(),
        summary: summary.into(),
        family: Some(family.into()),
        systems: systems.to_vec(),
    }
}

/// Every system with the POSIX process calls.
pub(crate) const UNIX: [System; 7] = [
    System::Linux,
    System::MacOs,
    System::FreeBsd,
    System::NetBsd,
    System::OpenBsd,
    System::DragonFly,
    System::Illumos,
];

/// Memory that the creating process has touched.
pub(crate) fn parent_memory() -> Parameter {
    Parameter {
        name: "parent-memory".into(),
        summary: "Memory that the creating process has touched beside its own.".into(),
        role: Role::Workload,
        scale: Scale::Ordered(Unit::Bytes),
    }
}

/// Threads that work at once.
pub(crate) fn threads(role: Role) -> Parameter {
    Parameter {
        name: "threads".into(),
        summary: "Threads that work at once.".into(),
        role,
        scale: Scale::Ordered(Unit::count("thread")),
    }
}

/// Bytes in a file.
pub(crate) fn size() -> Parameter {
    Parameter {
        name: "size".into(),
        summary: "Bytes in each file.".into(),
        role: Role::Workload,
        scale: Scale::Ordered(Unit::Bytes),
    }
}

/// The shape of the work, with a benchmark's own list.
pub(crate) fn shape(shapes: Vec<Named>) -> Parameter {
    Parameter {
        name: "shape".into(),
        summary: "How the operations follow each other.".into(),
        role: Role::Workload,
        scale: Scale::Named(shapes),
    }
}

/// The call that does the work, with a benchmark's own list.
pub(crate) fn call(calls: Vec<Named>) -> Parameter {
    Parameter {
        name: "call".into(),
        summary: "The call that does it.".into(),
        role: Role::Method,
        scale: Scale::Named(calls),
    }
}

/// How many files.
pub(crate) fn files() -> Parameter {
    Parameter {
        name: "files".into(),
        summary: "Files in the directory.".into(),
        role: Role::Workload,
        scale: Scale::Ordered(Unit::count("file")),
    }
}

/// How far a benchmark brings what it writes, with its own list.
pub(crate) fn end(ends: Vec<Named>) -> Parameter {
    Parameter {
        name: "end".into(),
        summary: "How far what is written is brought before the clock stops.".into(),
        role: Role::Workload,
        scale: Scale::Named(ends),
    }
}
