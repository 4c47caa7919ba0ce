//! Which cells and trials belong to which case on which subject, over all sessions.

use std::collections::BTreeMap;

use model::{Cell, RunRecord, Trial};

/// A trial and where it lies.
#[derive(Clone, Copy)]
pub(crate) struct Placed<'a> {
    /// Index of the session.
    pub(crate) session: usize,
    /// Index within the session's trials.
    pub(crate) index: usize,
    /// The trial.
    pub(crate) trial: &'a Trial,
}

/// Everything that a record knows of one case on one subject.
#[derive(Default)]
pub(crate) struct CaseCells<'a> {
    /// The cell of each session that has one.
    pub(crate) cells: Vec<(usize, &'a Cell)>,
    /// Its trials, by session, in execution order.
    pub(crate) trials: Vec<Placed<'a>>,
}

/// Cells and trials by (case, subject): one pass over the record, so that nothing downstream has
/// to search.
pub(crate) fn by_case(record: &RunRecord) -> BTreeMap<(usize, usize), CaseCells<'_>> {
    let mut all: BTreeMap<(usize, usize), CaseCells<'_>> = BTreeMap::new();
    for (session, content) in record.sessions.iter().enumerate() {
        let key = |cell: &Cell| (cell.case as usize, cell.subject as usize);
        for cell in &content.cells {
            all.entry(key(cell)).or_default().cells.push((session, cell));
        }
        for (index, trial) in content.trials.iter().enumerate() {
            let Some(cell) = content.cells.get(trial.cell as usize) else { continue };
            all.entry(key(cell)).or_default().trials.push(Placed { session, index, trial });
        }
    }
    all
}
