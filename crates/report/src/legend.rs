//! What the marks of a table mean: only those that occur, each once.

use std::collections::BTreeMap;

use analysis::Row;
use model::Flag;

use crate::view::marks;

/// A mark and its meaning.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) meaning: &'static str,
    /// Rows that carry it.
    pub(crate) rows: usize,
    /// One of them, in figures; empty where the mark has none.
    pub(crate) example: String,
}

/// The marks that occur among `rows`, those that forbid a verdict first.
pub(crate) fn legend<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Vec<Entry> {
    let mut found: BTreeMap<(bool, &'static str), Entry> = BTreeMap::new();
    for row in rows {
        for name in marks(row) {
            let flag = row.flags.iter().map(|flag| &flag.flag).find(|flag| flag.name() == name);
            let meaning = flag.map_or_else(|| of_status(name), meaning);
            let entry = found.entry((flag.is_some(), name)).or_insert_with(|| Entry {
                name,
                meaning,
                rows: 0,
                example: flag
                    .map_or_else(String::new, |flag| crate::words::clean(&flag.to_string())),
            });
            entry.rows += 1;
        }
    }
    found.into_values().collect()
}

fn of_status(name: &str) -> &'static str {
    match name {
        "preliminary" => "too few trials for an interval or a verdict",
        "skipped" => "left out midway, with too few trials for an interval or a verdict",
        "foreign: mean and sd only" | "foreign: mean only" | "foreign: too few trials" => {
            "another program's figure, of which no more is known; it is never ranked"
        }
        "failed" => "a trial failed; the figures of the others stand, without a verdict",
        "invalid" => "the trial itself says that the figure must not be used",
        "zero" => "a figure is zero, which forms no ratio",
        "dropped" => "the search dropped it: too far behind the best",
        _ => "",
    }
}

/// What a flag means, whatever its figures.
pub(crate) fn meaning(flag: &Flag) -> &'static str {
    match flag {
        Flag::TimerShare { .. } => "reading the clock is a noticeable part of what was timed",
        Flag::BatchShort { .. } => "a timed batch is shorter than this clock asks for",
        Flag::Nonlinear { .. } => "more operations did not take proportionally more time",
        Flag::Ties { .. } => "many values are exactly equal: the clock is too coarse; no verdict",
        Flag::Drift { .. } => "trials rise or fall over the run",
        Flag::Modes { .. } => "trials fall into two separate groups; one median does not tell",
        Flag::CarryOver { .. } => "the figure depends on what ran before it",
        Flag::WarmUpShort { .. } => "the warm-up was too short; the first batches were dropped",
        Flag::NotStationary => "the batches of a trial never settle",
        Flag::StateChanged { .. } => "a fact of the system changed while it was measured",
        Flag::Steal { .. } => "the hypervisor took processor time away during a trial",
        Flag::Busy { .. } => "other programs ran during a trial",
        Flag::ClockDisagrees { .. } => "the subject's clock and the harness's disagree; no verdict",
        Flag::Unsettled { .. } => "what a trial wrote was not at rest before the next one",
        Flag::NotADisk { .. } => "the directory under test lies on no disk",
        Flag::ClientBound => "the load, not the server, was at its limit; no verdict",
    }
}
