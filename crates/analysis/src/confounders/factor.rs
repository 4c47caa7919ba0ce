//! What a person says is being compared, and what that brings with it.

/// What a person says is being compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Factor {
    /// The operating system: its kernel, libraries and tools.
    Os,
    /// The kernel alone.
    Kernel,
    /// The file system of the directory under test, with its mount options.
    FileSystem,
    /// Where trials run: this machine, a sandbox, a guest.
    Target,
    /// A state that a person set and named.
    Label,
    /// The program that does the work.
    Program,
    /// The C library.
    Libc,
    /// The memory allocator.
    Allocator,
    /// The machine.
    Machine,
}

/// A factor with what it brings along. A key or a prefix that ends in a dot.
struct Row {
    factor: Factor,
    name: &'static str,
    words: &'static str,
    /// Of these at least one must differ, or the factor does not.
    principal: &'static [&'static str],
    /// These differ with it by necessity, and are no confounders.
    implied: &'static [&'static str],
}

const ROWS: &[Row] = &[
    Row {
        factor: Factor::Os,
        name: "os",
        words: "the operating system",
        principal: &["os.", "kernel."],
        implied: &[
            "os.",
            "kernel.",
            "libc.",
            "allocator.",
            "build.target",
            "build.sha256",
            "limits.system_",
            "subject.target",
        ],
    },
    Row {
        factor: Factor::Kernel,
        name: "kernel",
        words: "the kernel",
        principal: &["kernel."],
        implied: &["kernel.", "limits.system_", "subject.target"],
    },
    Row {
        factor: Factor::FileSystem,
        name: "filesystem",
        words: "the file system",
        principal: &["filesystem."],
        implied: &["filesystem."],
    },
    Row {
        factor: Factor::Target,
        name: "target",
        words: "the target",
        principal: &["subject.target"],
        implied: &[
            "subject.target",
            "os.",
            "kernel.",
            "container.",
            "virtualization.",
            "security.",
            "limits.",
        ],
    },
    Row {
        factor: Factor::Label,
        name: "label",
        words: "the state that the label names",
        principal: &["subject.label"],
        implied: &["subject.label"],
    },
    Row {
        factor: Factor::Program,
        name: "program",
        words: "the program",
        principal: &["subject.program", "build."],
        implied: &["subject.program", "build."],
    },
    Row {
        factor: Factor::Libc,
        name: "libc",
        words: "the C library",
        principal: &["libc."],
        implied: &["libc.", "allocator.", "build.target", "build.sha256"],
    },
    Row {
        factor: Factor::Allocator,
        name: "allocator",
        words: "the allocator",
        principal: &["allocator.", "libc.preloaded"],
        implied: &["allocator.", "libc.preloaded"],
    },
    Row {
        factor: Factor::Machine,
        name: "machine",
        words: "the machine",
        principal: &["cpu.", "machine.", "memory.total_bytes", "virtualization."],
        implied: &["cpu.", "machine.", "memory.total_bytes", "virtualization.", "disk."],
    },
];

impl Factor {
    /// All factors, in the order in which help lists them.
    pub fn all() -> impl Iterator<Item = Self> {
        ROWS.iter().map(|row| row.factor)
    }

    /// The factor of this name.
    pub fn parse(name: &str) -> Option<Self> {
        ROWS.iter().find(|row| row.name == name).map(|row| row.factor)
    }

    /// Its name, as it is typed.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// What a sentence calls it.
    pub fn words(self) -> &'static str {
        self.row().words
    }

    /// Whether a difference in this fact is a difference in the factor itself.
    pub(crate) fn is_principal(self, key: &str) -> bool {
        self.row().principal.iter().any(|prefix| key.starts_with(prefix))
    }

    /// Whether a difference in this fact comes with the factor.
    pub(crate) fn implies(self, key: &str) -> bool {
        self.row().implied.iter().any(|prefix| key.starts_with(prefix))
    }

    fn row(self) -> &'static Row {
        ROWS.iter().find(|row| row.factor == self).expect("every factor has a row")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_factor_reads_back() {
        for factor in Factor::all() {
            assert_eq!(Factor::parse(factor.name()), Some(factor));
            assert!(!factor.words().is_empty());
        }
        assert_eq!(Factor::all().count(), 9);
        assert_eq!(Factor::parse("weather"), None);
    }

    #[test]
    fn what_makes_the_factor_comes_with_it() {
        for row in ROWS {
            for principal in row.principal {
                assert!(row.factor.implies(principal), "{}: {principal}", row.name);
            }
        }
    }
}
