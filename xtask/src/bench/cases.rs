//! The cases that a C program of benches/parity repeats.

/// A case and the program that makes the same calls.
pub(super) struct Pair {
    /// File name without extension in benches/parity.
    pub(super) program: &'static str,
    pub(super) benchmark: &'static str,
    /// A value for each of its parameters.
    pub(super) values: &'static [(&'static str, &'static str)],
}

impl Pair {
    /// The benchmark with the values that tell its cases apart.
    pub(super) fn name(&self) -> String {
        let words = self.values.iter().map(|(name, value)| format!(" {name}={value}"));
        std::iter::once(self.benchmark.to_owned()).chain(words).collect()
    }
}

/// Every pair.
pub(super) const PAIRS: [Pair; 6] = [
    Pair {
        program: "thread_create",
        benchmark: "thread.create",
        values: &[("shape", "batch"), ("stack", "default")],
    },
    Pair {
        program: "process_create",
        benchmark: "process.create",
        values: &[("call", "fork"), ("parent-memory", "0")],
    },
    Pair {
        program: "program_launch",
        benchmark: "program.launch",
        values: &[
            ("call", "fork-exec"),
            ("child", "dynamic"),
            ("parent-memory", "0"),
            ("shape", "batch"),
            ("launch", "warm"),
        ],
    },
    Pair {
        program: "program_launch",
        benchmark: "program.launch",
        values: &[
            ("call", "fork-exec"),
            ("child", "dynamic"),
            ("parent-memory", "0"),
            ("shape", "serial"),
            ("launch", "warm"),
        ],
    },
    Pair {
        program: "memory_alloc",
        benchmark: "memory.alloc",
        values: &[("threads", "1"), ("pattern", "local")],
    },
    Pair { program: "file_create", benchmark: "file.create", values: &[] },
];
