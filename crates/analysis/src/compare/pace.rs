//! How long what a comparison asks for would take, at the pace of what there is.

use super::source::Source;

/// Mean length of a row's trials, start-up and settling included.
pub(crate) fn trial_ns(source: &Source<'_>, row: usize) -> Option<f64> {
    let points = &source.at(row).estimate.as_ref()?.points;
    let total: u64 = points
        .iter()
        .map(|point| {
            let trial = &source.record.sessions[point.session].trials[point.trial];
            let state = &trial.state;
            let before = state.start_up_ns.saturating_add(trial.host_ns.length());
            before.saturating_add(state.settle_ns)
        })
        .fold(0, u64::saturating_add);
    (total > 0).then(|| total as f64 / points.len() as f64)
}

/// Mean length of a record's sessions.
pub(crate) fn session_ns(source: &Source<'_>) -> Option<f64> {
    let sessions = &source.record.sessions;
    let lengths = sessions.iter().map(|session| session.time_unix_ms.length());
    let total = lengths.fold(0, u64::saturating_add);
    (total > 0).then(|| total as f64 * 1e6 / sessions.len() as f64)
}
