//! Taking up an earlier run where it was cut off.

use model::RunRecord;

use super::group::{Group, conditions, headline};

/// What becomes of the earlier part of a run.
pub(crate) enum Taken {
    /// It goes on in the session that was cut off.
    GoesOn,
    /// The machine was started anew: a session of its own follows.
    NewSession,
    /// Another build or plan measured it; putting them together would mix what differs.
    Different,
}

/// Puts the sessions of an earlier record before the new one, or, where the last of them was cut
/// off on this boot, goes on in it.
pub(crate) fn take_over(earlier: &RunRecord, record: &mut RunRecord, work: &mut [Group]) -> Taken {
    let Some(new) = record.sessions.pop() else { return Taken::Different };
    let mut sessions = earlier.sessions.clone();
    let same_plan = earlier.cases == record.cases
        && earlier.subjects == record.subjects
        && earlier.definitions == record.definitions;
    let cut_off = sessions.last().is_some_and(|last| {
        !last.complete
            && !last.boot.is_empty()
            && last.boot == new.boot
            && last.build == new.build
            && last.cells.len() == new.cells.len()
    });
    if same_plan && cut_off {
        record.sessions = sessions;
        restore(record, work);
        return Taken::GoesOn;
    }
    if !same_plan {
        return Taken::Different;
    }
    sessions.push(new);
    record.sessions = sessions;
    Taken::NewSession
}

/// What the groups knew when the session was cut off.
fn restore(record: &RunRecord, work: &mut [Group]) {
    let Some(session) = record.sessions.last() else { return };
    for group in work {
        let definition = &record.definitions[group.definition];
        for member in &mut group.members {
            let lives = matches!(
                session.cells[member.cell].status,
                model::Status::Preliminary { .. } | model::Status::Measured { .. }
            );
            member.alive = lives;
            for trial in session.trials.iter().filter(|trial| trial.cell as usize == member.cell) {
                let measured = trial.outcome.measured();
                let figure = measured.and_then(|one| headline(one, definition));
                member.trials += u32::from(figure.is_some());
                member.found.insert(conditions(trial));
                // What a search has looked at already speaks for nobody.
                let counts = trial.round >= session.cells[member.cell].search_rounds;
                member.figures.extend(figure.filter(|_| counts));
                group.rounds = group.rounds.max(trial.round as usize + 1);
                let span = trial.host_ns.length() + trial.state.start_up_ns + trial.state.settle_ns;
                member.trial_ns = (member.trial_ns * 2 + span) / 3;
            }
            // What had entered but not run yet enters again at the next look.
            member.waiting &= lives && member.trials == 0;
            member.alive &= !member.waiting;
        }
        // Only a search under way holds anybody back once it has decided anything.
        let decided = group.members.iter().any(|member| {
            let cell = &session.cells[member.cell];
            cell.search_rounds > 0 || matches!(cell.status, model::Status::Dropped { .. })
        });
        group.searching &= !decided || group.members.iter().any(|member| member.waiting);
    }
}
