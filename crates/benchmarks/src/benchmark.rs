//! What a benchmark offers to the harness.

use model::{Case, Definition};

use crate::{Choice, Context, Result, Workload};

/// One measured workload.
pub struct Benchmark {
    /// Its name, as in its definition: a trial looks it up without making all definitions.
    pub id: &'static str,
    /// Its data: name, metrics, parameters, what is timed.
    pub definition: fn() -> Definition,
    /// The cases that a choice of profile and values asks for, in order of rank.
    pub cases: fn(&Choice<'_>) -> Vec<Planned>,
    /// Sets up a trial and returns what is timed.
    pub prepare: fn(&Context) -> Result<Workload>,
    /// What a foreign program that does the same work is lent: files made in the trial's
    /// directory, as environment variables that name them.
    pub lend: Option<Lend>,
    /// What becomes of a trial's files when it is done.
    pub leaves: Leaves,
    /// How the methods of a group are gone through.
    pub grid: Grid,
}

impl Benchmark {
    /// A benchmark that lends nothing, leaves nothing, and whose methods are all measured to the
    /// end.
    pub(crate) const fn new(
        id: &'static str,
        definition: fn() -> Definition,
        cases: fn(&Choice<'_>) -> Vec<Planned>,
        prepare: fn(&Context) -> Result<Workload>,
    ) -> Self {
        let (lend, leaves, grid) = (None, Leaves::Nothing, Grid::Whole);
        Self { id, definition, cases, prepare, lend, leaves, grid }
    }

    /// Searches the grid of its methods.
    pub(crate) const fn searched(self) -> Self {
        Self { grid: Grid::Searched, ..self }
    }

    /// Lends files to foreign programs.
    pub(crate) const fn lending(self, lend: Lend) -> Self {
        Self { lend: Some(lend), ..self }
    }
}

/// How the methods of a group are gone through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grid {
    /// Each is measured to the end.
    #[default]
    Whole,
    /// A wide grid is searched: a method is dropped when its whole interval lies beyond the
    /// threshold of its class from the best, and the values that [`Entry::Refines`] holds back
    /// enter beside the survivors. Small groups, and those of which a person named a method, are
    /// measured whole.
    Searched,
}

/// What becomes of the files of a trial when it is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Leaves {
    /// They are removed at once.
    #[default]
    Nothing,
    /// They are emptied, and removed after the run's last trial: a file system that avoids inodes
    /// of recently deleted files would slow down the trials that follow. Where inodes are few they
    /// are removed at once.
    EmptyFiles,
}

/// Makes files for a foreign program and names them by environment variables.
pub type Lend = fn(&Context) -> Result<Vec<(String, String)>>;

/// A case with what the planner must know of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// The case.
    pub case: Case,
    /// Cases of low rank enter the plan first.
    pub rank: u16,
    /// How the work is cut into batches.
    pub pass: Pass,
    /// What one trial is expected to use.
    pub cost: Cost,
    /// When it enters a group that is searched.
    pub entry: Entry,
}

/// When a case enters a group that is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Entry {
    /// From the start: the coarse ladder.
    #[default]
    Always,
    /// When a neighbor survives: the case with the next lower or higher value of this ordered
    /// method parameter among those that are alike in all else.
    Refines {
        /// The ordered method parameter.
        parameter: &'static str,
    },
}

/// How a trial's work is cut into timed batches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// Operations in the smallest batch that the definition allows.
    pub operations: u64,
    /// Whether a batch may be several passes, as many as the clock asks for. Published
    /// definitions time one pass, so that their minimum may be laid beside published figures.
    pub repeat: bool,
    /// Operations of the pilot that estimates the cost.
    pub pilot: u64,
    /// Whether each trial has a single batch without warm-up, because the first one is special.
    pub once: bool,
}

impl Pass {
    /// A published pass: always this many operations under one pair of clock readings.
    pub const fn fixed(operations: u64) -> Self {
        Self { operations, repeat: false, pilot: operations, once: false }
    }

    /// A batch of as many operations as the clock asks for.
    pub const fn calibrated() -> Self {
        Self { operations: 1, repeat: true, pilot: 1, once: false }
    }

    /// A single batch a trial; the pilot does fewer operations.
    pub const fn once(operations: u64, pilot: u64) -> Self {
        Self { operations, repeat: false, pilot, once: true }
    }
}

/// What one trial is expected to use, at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Time, before a pilot knows better.
    pub ns: u64,
    /// Room that it needs on the file system under test while it runs.
    pub space_bytes: u64,
    /// Room in the shared directory, once for all trials of the same files.
    pub shared_bytes: u64,
    /// Data that it writes to the file system under test.
    pub bytes_written: u64,
    /// Memory.
    pub memory_bytes: u64,
    /// Processes or threads alive at once.
    pub processes: u64,
    /// Files alive at once.
    pub inodes: u64,
}
