//! The roles of one trial: prepared in turn, let go, and stopped, through one agent or several.

use std::collections::BTreeMap;

use model::Failure;
use sys::interrupt::Interrupt;

use super::crew::Crew;
use crate::protocol::{Reply, Report, Request, TrialOrder};
use crate::target::LinkError;

/// What is said to the agents that run the roles of a trial. Its errors name the target whose
/// agent is lost.
pub(super) struct Talk<'a> {
    crew: &'a mut Crew,
    parts: &'a mut [(usize, TrialOrder)],
    /// How many roles were prepared.
    prepared: usize,
    reports: Vec<Report>,
    interrupt: (&'a Interrupt, usize),
}

type Result<T> = std::result::Result<T, (usize, LinkError)>;

impl<'a> Talk<'a> {
    pub(super) fn new(
        crew: &'a mut Crew,
        parts: &'a mut [(usize, TrialOrder)],
        interrupt: (&'a Interrupt, usize),
    ) -> Self {
        Self { crew, parts, prepared: 0, reports: Vec::new(), interrupt }
    }

    /// Prepares the roles in their order, each knowing what the earlier ones offer; false where
    /// one of them failed.
    pub(super) fn prepare(&mut self) -> Result<bool> {
        let mut offers = BTreeMap::new();
        for index in 0..self.parts.len() {
            self.parts[index].1.peers.clone_from(&offers);
            let (target, order) = self.parts[index].clone();
            self.prepared = index + 1;
            self.tell(target, &Request::Prepare(order.clone()))?;
            match self.next(target)? {
                Some(Reply::Ready { offer, .. }) => {
                    offers.extend(offer.map(|offer| (order.role, offer)));
                }
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Lets all roles work, the first one first.
    pub(super) fn go(&mut self) -> Result<()> {
        for index in 0..self.parts.len() {
            let (target, role) = self.part(index);
            self.tell(target, &Request::Go { role })?;
        }
        Ok(())
    }

    /// Waits until the last role is done; false where it failed.
    pub(super) fn until_last_is_done(&mut self) -> Result<bool> {
        let (target, _) = self.part(self.parts.len() - 1);
        Ok(matches!(self.next(target)?, Some(Reply::Done { .. })))
    }

    /// Stops the roles that worked for the last one.
    pub(super) fn stop_services(&mut self) -> Result<()> {
        for index in 0..self.parts.len() - 1 {
            let (target, role) = self.part(index);
            self.tell(target, &Request::Stop { role })?;
            if self.next(target)?.is_none() {
                break;
            }
        }
        Ok(())
    }

    /// The reports of all roles that were prepared, in their order.
    pub(super) fn reports(mut self) -> Result<Vec<Report>> {
        let failed = self.reports.iter().any(|report| !matches!(report.outcome, Some(Ok(_))));
        for index in 0..self.prepared {
            let (target, role) = self.part(index);
            if failed && !self.reports.iter().any(|report| report.role == role) {
                // It may have been prepared by another agent than the one that failed.
                self.tell(target, &Request::Abort)?;
            }
            while !self.reports.iter().any(|report| report.role == role) {
                self.next(target)?;
            }
        }
        let roles: Vec<&String> = self.parts.iter().map(|(_, order)| &order.role).collect();
        self.reports.sort_by_key(|report| roles.iter().position(|role| **role == report.role));
        Ok(self.reports)
    }

    fn part(&self, index: usize) -> (usize, String) {
        let (target, order) = &self.parts[index];
        (*target, order.role.clone())
    }

    fn tell(&mut self, target: usize, request: &Request) -> Result<()> {
        self.crew.link(target).and_then(|link| link.tell(request)).map_err(|error| (target, error))
    }

    /// The next message of an agent; a report is kept and gives `None`.
    fn next(&mut self, target: usize) -> Result<Option<Reply>> {
        let asked = Some(self.interrupt);
        match self.crew.link(target).and_then(|link| link.reply(asked)) {
            Ok(Reply::Report(report)) => {
                self.reports.push(*report);
                Ok(None)
            }
            Ok(reply @ (Reply::Ready { .. } | Reply::Done { .. })) => Ok(Some(reply)),
            Ok(_) => Err((target, LinkError::Lost("it answered what was not asked".into()))),
            Err(LinkError::Interrupted) => {
                self.abort();
                Err((target, LinkError::Interrupted))
            }
            Err(error) => Err((target, error)),
        }
    }

    /// The processes are killed and cleared away; asking once more does not wait for that.
    fn abort(&mut self) {
        let (interrupt, seen) = self.interrupt;
        for index in 0..self.prepared {
            let (target, role) = self.part(index);
            let Ok(link) = self.crew.link(target) else { continue };
            if self.reports.iter().any(|report| report.role == role)
                || link.tell(&Request::Abort).is_err()
            {
                continue;
            }
            while let Ok(reply) = link.reply(Some((interrupt, seen + 1))) {
                if let Reply::Report(report) = reply {
                    let last = report.role == role;
                    self.reports.push(*report);
                    if last {
                        break;
                    }
                }
            }
        }
    }
}

/// One report of all roles: the first one's state, everybody's figures, and the first thing that
/// went wrong by itself.
pub(super) fn together(reports: Vec<Report>) -> Report {
    let mut reports = reports.into_iter();
    let Some(mut all) = reports.next() else { return Report::default() };
    for one in reports {
        all.unsupported = all.unsupported.or(one.unsupported);
        // The last role is the one whose work is waited for.
        all.calibration = one.calibration;
        all.own_span_ns = one.own_span_ns;
        all.warm_up_ns = one.warm_up_ns;
        all.conditions.extend(one.conditions);
        all.notes.extend(one.notes);
        all.unsettled = all.unsettled.or(one.unsettled);
        all.outcome = match (all.outcome, one.outcome) {
            (Some(Ok(mut found)), Some(Ok(more))) => {
                found.observations.extend(more.observations);
                found.observations.sort_by_key(|observation| observation.metric);
                found.tallies.join(more.tallies);
                Some(Ok(found))
            }
            (Some(Err(failure)), Some(Err(other))) => {
                Some(Err(if was_told_to_stop(&failure) { other } else { failure }))
            }
            (Some(Err(failure)), _) | (_, Some(Err(failure))) => Some(Err(failure)),
            (one, other) => one.or(other),
        };
    }
    all
}

/// Whether a process failed only because another one had.
fn was_told_to_stop(failure: &Failure) -> bool {
    failure.reason == crate::agent::TOLD_TO_STOP
}

#[cfg(test)]
mod tests {
    use model::{Measured, Observation, Stage, Tally, Values};

    use super::*;

    fn report(role: &str, outcome: std::result::Result<Measured, Failure>) -> Report {
        Report { role: role.into(), outcome: Some(outcome), ..Report::default() }
    }

    fn failure(role: &str, reason: &str) -> Failure {
        Failure { role: role.into(), stage: Stage::Work, reason: reason.into() }
    }

    fn measured(role: &str, metric: u16) -> Measured {
        let values = Values::Single { amount: 1, per: 1 };
        Measured {
            observations: vec![Observation { metric, values, invalid: None }],
            tallies: [(role.to_owned(), Tally::default())].into_iter().collect(),
        }
    }

    #[test]
    fn figures_of_all_roles_come_together() {
        let reports = vec![
            report("server", Ok(measured("server", 1))),
            report("load", Ok(measured("load", 0))),
        ];
        let all = together(reports).outcome.unwrap().unwrap();
        let metrics: Vec<u16> = all.observations.iter().map(|one| one.metric).collect();
        assert_eq!(metrics, [0, 1]);
        assert!(["server", "load"].iter().all(|role| all.tallies.get(role).is_some()));
    }

    #[test]
    fn the_cause_is_told_and_not_its_consequence() {
        let stopped = || report("server", Err(failure("server", crate::agent::TOLD_TO_STOP)));
        let crashed = || report("load", Err(failure("load", "it crashed")));
        let fine = report("load", Ok(measured("load", 0)));
        let reason = |reports| together(reports).outcome.unwrap().unwrap_err().reason;
        assert_eq!(reason(vec![stopped(), crashed()]), "it crashed");
        assert_eq!(reason(vec![crashed(), stopped()]), "it crashed");
        assert_eq!(reason(vec![stopped(), fine]), crate::agent::TOLD_TO_STOP);
    }
}
