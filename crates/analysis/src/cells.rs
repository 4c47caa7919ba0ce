//! Which cells and trials belong to which case on which subject, over all sessions.

use std::collections::{BTreeMap, BTreeSet};

use model::{Cell, RunRecord, Status, Trial};

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
    let key = |cell: &Cell| (cell.case as usize, cell.subject as usize);
    let dropped_here = |cell: &Cell| matches!(cell.status, Status::Dropped { .. });
    let survivors: BTreeSet<(usize, usize)> = record
        .sessions
        .iter()
        .flat_map(|session| &session.cells)
        .filter(|cell| matches!(cell.status, Status::Measured { .. }))
        .map(key)
        .collect();
    for (session, content) in record.sessions.iter().enumerate() {
        for cell in &content.cells {
            all.entry(key(cell)).or_default().cells.push((session, cell));
        }
        for (index, trial) in content.trials.iter().enumerate() {
            let Some(cell) = content.cells.get(trial.cell as usize) else { continue };
            if !speaks(trial, cell) || dropped_here(cell) && survivors.contains(&key(cell)) {
                continue;
            }
            all.entry(key(cell)).or_default().trials.push(Placed { session, index, trial });
        }
    }
    all
}

/// Whether a trial's figure speaks for its cell: what chose a method in a search does not. What a
/// search dropped has nothing else.
fn speaks(trial: &Trial, cell: &Cell) -> bool {
    matches!(cell.status, Status::Dropped { .. }) || trial.round >= cell.search_rounds
}
