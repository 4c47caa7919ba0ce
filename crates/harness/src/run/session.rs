//! The session under way: what was found so far, and keeping it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io;

use benchmarks::{Entry, Grid};
use model::{
    Cell, Definition, Outcome, Role, RoundState, RunRecord, Session, Span, Spent, Status,
    StopReason, SubjectFacts, Trial, Values, Written,
};
use sys::clock::now_ns;
use sys::interrupt::Interrupt;

use super::crew::Crew;
use super::group::{Group, Member};
use super::trial::{Attempt, Work};
use super::writes::Writes;
use super::{Ended, RESERVE, Step, Stop, Watch, flags, status_after};
use crate::budget::{Lack, Use};
use crate::partial::Partial;
use crate::plan::{Chosen, PlannedCell, Request, SubjectPlan};
use crate::protocol::{Mode, Reply, Request as Ask, SystemState};
use crate::schedule::{Order, Random, below, next_seed, random};
use crate::search::FEWEST_METHODS;

/// Trials of one cell that may be lost with their agents before the cell is given up.
const LOSSES: u32 = 2;

/// The session before its first trial, and its groups.
pub(crate) fn begin(
    request: &Request,
    chosen: &[Chosen],
    planned: Vec<PlannedCell>,
    crew: &Crew,
    record: &mut RunRecord,
) -> (Session, Vec<Group>) {
    let seed = request.seed.unwrap_or_else(|| now_ns() ^ request.started_unix_ms.rotate_left(32));
    let mut numbers = random(seed);
    let mut cells = Vec::new();
    let mut groups: Vec<Group> = Vec::new();
    for one in planned {
        let definition = &chosen[one.chosen].definition;
        let case =
            record.cases.iter().position(|case| *case == one.planned.case).unwrap_or_else(|| {
                record.cases.push(one.planned.case.clone());
                record.cases.len() - 1
            });
        cells.push(Cell {
            case: case as u32,
            subject: one.subject as u32,
            status: one
                .bar
                .clone()
                .unwrap_or(Status::Preliminary { trials: 0, stop: StopReason::Interrupted }),
            operations: 0,
            samples: 0,
            warm_up: 0,
            search_rounds: 0,
            flags: one.flags.clone(),
            notes: std::collections::BTreeMap::new(),
        });
        if one.bar.is_some() {
            continue;
        }
        let workload = one.planned.case.workload(definition);
        let chosen_index = one.chosen;
        let same = |group: &&mut Group| {
            group.definition == chosen_index
                && group.members[0].planned.planned.case.workload(definition) == workload
        };
        let rank = one.planned.rank;
        let waiting = one.planned.entry != Entry::Always;
        let member = Member {
            cell: cells.len() - 1,
            alive: !waiting,
            left_out: false,
            waiting,
            trial_ns: one.planned.cost.ns,
            figures: Vec::new(),
            trials: 0,
            found: BTreeSet::new(),
            pair_ns: 0,
            lost: 0,
            planned: one,
        };
        match groups.iter_mut().find(same) {
            Some(group) => {
                group.rank = group.rank.min(rank);
                group.members.push(member);
            }
            None => groups.push(Group {
                definition: member.planned.chosen,
                rank,
                named: chosen[member.planned.chosen].named,
                members: vec![member],
                order: Order::new(0),
                rounds: 0,
                searching: is_searched(&chosen[chosen_index]),
            }),
        }
    }
    for group in &mut groups {
        group.order = Order::new(group.members.len());
        let methods: BTreeSet<u32> =
            group.members.iter().map(|member| cells[member.cell].case).collect();
        group.searching &= methods.len() >= FEWEST_METHODS;
        if !group.searching {
            for member in group.members.iter_mut().filter(|member| member.waiting) {
                (member.waiting, member.alive) = (false, true);
            }
        }
    }
    let hello = &crew.hellos()[0];
    let session = Session {
        id: format!("{:016x}", below(u64::MAX, &mut numbers)),
        boot: hello.boot.clone(),
        build: model::Build { sha256: hello.binary.clone(), ..request.build.clone() },
        seed,
        time_unix_ms: Span { start: request.started_unix_ms, end: request.started_unix_ms },
        complete: false,
        facts: Vec::new(),
        rounds: Vec::new(),
        cells,
        trials: Vec::new(),
        spent: Spent::default(),
        written: Written::default(),
    };
    (session, groups)
}

/// Whether the methods of a benchmark are searched: it says so, and a person named none of them.
fn is_searched(chosen: &Chosen) -> bool {
    let named = chosen
        .definition
        .parameters
        .iter()
        .any(|known| known.role == Role::Method && chosen.overrides.contains_key(&known.name));
    chosen.benchmark.grid == Grid::Searched && !named
}

/// A session under way, with what carrying it out needs.
pub(crate) struct Running<'a> {
    pub(crate) request: &'a Request,
    pub(crate) subjects: &'a [SubjectPlan],
    pub(crate) processors: u64,
    pub(crate) record: RunRecord,
    /// Index of the session in the record.
    pub(crate) session: usize,
    pub(crate) partial: Partial,
    pub(crate) watch: &'a mut dyn Watch,
    pub(crate) interrupt: &'a Interrupt,
    pub(crate) random: Random,
    /// Start of this run by the sample clock; times in the record count from here.
    pub(crate) started_ns: u64,
    /// What was done before the first trial: bringing devices to a steady state, pilots.
    pub(crate) set_up_ns: u64,
    pub(crate) done: usize,
    pub(crate) planned: usize,
    /// How often a person had asked to stop before.
    pub(crate) asked: usize,
    /// What the trials of an earlier part of the session took.
    pub(crate) earlier_ns: u64,
    pub(crate) writes: Writes,
}

impl Running<'_> {
    pub(crate) fn session(&self) -> &Session {
        &self.record.sessions[self.session]
    }

    pub(crate) fn session_mut(&mut self) -> &mut Session {
        &mut self.record.sessions[self.session]
    }

    pub(crate) fn definition(&self, chosen: usize) -> &Definition {
        &self.record.definitions[chosen]
    }

    pub(crate) fn cell(&self, index: usize) -> &Cell {
        &self.session().cells[index]
    }

    pub(crate) fn cell_mut(&mut self, index: usize) -> &mut Cell {
        &mut self.session_mut().cells[index]
    }

    pub(crate) fn set_status(&mut self, index: usize, status: Status) -> io::Result<()> {
        self.cell_mut(index).status = status;
        self.keep_cell(index)
    }

    /// Writes a changed cell to the partial file.
    pub(crate) fn keep_cell(&mut self, index: usize) -> io::Result<()> {
        self.partial.cell(index, &self.record.sessions[self.session].cells[index])
    }

    /// Writes the facts to the partial file.
    pub(crate) fn keep_facts(&mut self) -> io::Result<()> {
        self.partial.facts(&self.record.sessions[self.session].facts)
    }

    /// Time of the budget that may still be spent on trials.
    pub(crate) fn left_ns(&self) -> u64 {
        let usable = self.request.budget_ns as f64 * (1.0 - RESERVE);
        (usable as u64).saturating_sub(now_ns() - self.started_ns)
    }

    /// What may still be used.
    pub(crate) fn left(&self) -> Use {
        Use { ns: self.left_ns(), ..self.writes.left() }
    }

    /// Time beyond the budget that the first look may take.
    pub(crate) fn slack_ns(&self) -> u64 {
        self.request.budget_ns / 20
    }

    /// Time that was taken beyond the budget already.
    pub(crate) fn overrun_ns(&self) -> u64 {
        let usable = self.request.budget_ns as f64 * (1.0 - RESERVE);
        (now_ns() - self.started_ns).saturating_sub(usable as u64)
    }

    /// Why a cell is left out, and what would run it.
    pub(crate) fn budget_reason(&self, cell: usize, trial_ns: u64, lack: Lack) -> String {
        let cell = self.cell(cell);
        let id = &self.record.cases[cell.case as usize].benchmark;
        let looks = stats::LOOKS[0];
        match lack {
            Lack::Time => {
                let seconds = trial_ns as f64 * looks as f64 / 1e9;
                format!(
                    "budget: {looks} trials take {seconds:.0} s; run it with `whichos run {id}` or \
                     --budget"
                )
            }
            Lack::Writes => {
                let limit = self.writes.limit_bytes() >> 20;
                format!(
                    "writes: {looks} trials do not fit the {limit} MiB that this run may write; \
                     raise it with --max-write"
                )
            }
            Lack::Space | Lack::Inodes => {
                let what = if lack == Lack::Space { "space" } else { "inodes" };
                format!(
                    "{what}: what {looks} trials leave until the run ends does not fit; choose \
                     another directory with --in DIR"
                )
            }
        }
    }

    /// Tells how far the run is.
    pub(crate) fn step(&mut self, cell: usize, pilot: bool) {
        let cell = self.cell(cell);
        let case = &self.record.cases[cell.case as usize];
        let values =
            self.record.definition(case).map_or_else(String::new, |one| case.describe(one));
        let mut what = format!("{} {values}", case.benchmark);
        if self.record.subjects.len() > 1 {
            let _ = write!(what, " on {}", self.record.subjects[cell.subject as usize].label);
        }
        let (done, planned, left_ns) = (self.done, self.planned, self.left_ns());
        self.watch.step(&Step { what: what.trim_end(), pilot, done, planned, left_ns });
    }

    /// Asks every subject's agent for its facts.
    pub(crate) fn facts(&mut self, crew: &mut Crew, at_end: bool) {
        let build = facts::build(&self.session().build);
        for (index, subject) in self.subjects.iter().enumerate() {
            let known = |facts: &SubjectFacts| facts.subject as usize == index;
            let same = self.subjects[..index]
                .iter()
                .position(|other| (other.target, other.place) == (subject.target, subject.place));
            let facts = match same {
                Some(other) => {
                    let facts =
                        self.session().facts.iter().find(|one| one.subject as usize == other);
                    facts.map(|one| if at_end { one.end.clone() } else { one.start.clone() })
                }
                None => crew.link(subject.target).ok().and_then(|link| {
                    match link.ask(&Ask::Facts { place: subject.place }) {
                        Ok(Reply::Facts(mut facts)) => {
                            if subject.program.is_none() {
                                facts.0.extend(build.0.clone());
                            }
                            Some(facts)
                        }
                        _ => None,
                    }
                }),
            }
            .unwrap_or_default();
            let session = self.session_mut();
            match session.facts.iter_mut().find(|one| known(one)) {
                Some(one) if at_end => one.end = facts,
                Some(_) => {}
                None => session.facts.push(SubjectFacts {
                    subject: index as u32,
                    start: facts,
                    end: model::Facts::default(),
                    conditioning: None,
                }),
            }
        }
    }

    /// Runs every living member of a group once.
    pub(crate) fn round(
        &mut self,
        crew: &mut Crew,
        work: &mut [Group],
        index: usize,
    ) -> Result<(), Stop> {
        let round = work[index].rounds as u32;
        let order = work[index].order.round(&mut self.random);
        let first = order.iter().find(|&&place| work[index].members[place].alive);
        if let Some(&first) = first {
            let target = self.subjects[work[index].members[first].planned.subject].target;
            self.note_state(crew, target, index as u32, round)?;
        }
        for (position, &place) in order.iter().enumerate() {
            if work[index].members[place].alive {
                self.trial(crew, &mut work[index].members[place], round, position as u32)?;
                self.done += 1;
            }
        }
        work[index].rounds += 1;
        Ok(())
    }

    fn note_state(
        &mut self,
        crew: &mut Crew,
        target: usize,
        group: u32,
        round: u32,
    ) -> Result<(), Stop> {
        let state = match crew.link(target).map(|link| link.ask(&Ask::State)) {
            Ok(Ok(Reply::State(state))) => state,
            _ => SystemState::default(),
        };
        let state = RoundState {
            group,
            round,
            start_ns: now_ns() - self.started_ns,
            load_milli: state.load_milli,
            steal_ns: state.steal_ns,
            frequency_khz: state.frequency_khz,
        };
        self.partial.round(&state)?;
        self.session_mut().rounds.push(state);
        Ok(())
    }

    fn trial(
        &mut self,
        crew: &mut Crew,
        member: &mut Member,
        round: u32,
        position: u32,
    ) -> Result<(), Stop> {
        if self.interrupt.count() > self.asked {
            return Err(Stop::Interrupted);
        }
        self.step(member.cell, false);
        let seed = next_seed(&mut self.random);
        let cell = self.cell(member.cell);
        let work = Work {
            operations: cell.operations,
            samples: cell.samples,
            warm_up: cell.warm_up,
            mode: Mode::Measure,
            expected_ns: member.trial_ns,
        };
        let (trial, cost_ns) = match self.attempt(crew, &member.planned, work, seed)? {
            Attempt::Report(report, span, cost_ns) => {
                let mut trial = self.judge(&member.planned, member.cell, *report, span, seed);
                if let Outcome::Measured(measured) = &mut trial.outcome {
                    trial.flags.extend(flags::timer_share_of_calls(member.pair_ns, measured));
                }
                (Trial { round, position, ..trial }, cost_ns)
            }
            Attempt::Lost(reason) => {
                member.lost += 1;
                let gone = crew.link(self.subjects[member.planned.subject].target).is_err();
                if member.lost >= LOSSES || gone {
                    member.alive = false;
                    let trials = member.figures.len();
                    let status = if gone && trials > 0 {
                        status_after(trials, StopReason::Lost)
                    } else {
                        Status::Failed { reason }
                    };
                    self.set_status(member.cell, status)?;
                }
                return Ok(());
            }
        };
        if let Outcome::Failed(failure) = &trial.outcome {
            member.alive = false;
            let reason = failure.to_string();
            self.set_status(member.cell, Status::Failed { reason })?;
        }
        self.charge(&member.planned, &trial);
        let definition = self.definition(member.planned.chosen);
        member.add(&trial, definition, cost_ns);
        self.partial.trial(&trial)?;
        self.session_mut().trials.push(trial);
        Ok(())
    }

    /// Says what became of every cell, asks for the facts once more, and writes the document.
    pub(crate) fn end(
        mut self,
        crew: &mut Crew,
        work: &[Group],
        interrupted: bool,
    ) -> io::Result<Ended> {
        self.facts(crew, true);
        crew.disband();
        for group in work {
            let view = group.view(&self.record);
            for member in group.alive() {
                let stop = if interrupted {
                    StopReason::Interrupted
                } else if view.precise && view.rounds >= stats::LOOKS[0] {
                    StopReason::Precise
                } else if stats::next_look(view.rounds).is_none() {
                    StopReason::Trials
                } else {
                    StopReason::Budget
                };
                self.cell_mut(member.cell).status = status_after(member.figures.len(), stop);
            }
        }
        let spent_ns = now_ns() - self.started_ns;
        let set_up_ns = self.set_up_ns;
        let earlier_ns = self.earlier_ns;
        let written = self.writes.record();
        let started_unix_ms = self.request.started_unix_ms;
        let session = self.session_mut();
        session.complete = !interrupted;
        let length_ms = spent_ns / 1_000_000;
        session.time_unix_ms.end = started_unix_ms + length_ms;
        session.written = written;
        session.spent = spent(session, set_up_ns, spent_ns + earlier_ns);
        let Self { record, partial, request, .. } = self;
        partial.finish(&request.output, &record)?;
        Ok(Ended { record, interrupted })
    }
}

/// What the trials of a session took, all told.
pub(crate) fn time_of_trials(session: &Session) -> u64 {
    let of =
        |trial: &Trial| trial.host_ns.length() + trial.state.start_up_ns + trial.state.settle_ns;
    session.trials.iter().map(of).sum()
}

/// The time before the first batch.
fn warm_up_ns(trial: &Trial) -> u64 {
    let observations = trial.outcome.measured().into_iter().flat_map(|one| &one.observations);
    let starts = observations.filter_map(|observation| match &observation.values {
        Values::Batches { start_ns, .. } => start_ns.first().copied(),
        _ => None,
    });
    starts.min().unwrap_or(0)
}

/// Where the time of a session went.
fn spent(session: &Session, set_up_ns: u64, total_ns: u64) -> Spent {
    let mut spent = Spent { set_up_ns, ..Spent::default() };
    for trial in &session.trials {
        let timed: u64 = trial
            .outcome
            .measured()
            .into_iter()
            .flat_map(|measured| &measured.observations)
            .map(|observation| match &observation.values {
                Values::Batches { elapsed_ns, .. } => elapsed_ns.iter().sum(),
                Values::Histogram(histogram) => histogram.sum,
                Values::Single { .. } => 0,
            })
            .sum();
        // What many clients wait side by side is more than the time that passes.
        spent.timed_ns += timed.min(trial.host_ns.length());
        spent.warm_up_ns += warm_up_ns(trial);
        spent.set_up_ns += trial.state.start_up_ns;
        spent.settling_ns += trial.state.settle_ns;
    }
    spent.overhead_ns = total_ns
        .saturating_sub(spent.timed_ns + spent.warm_up_ns + spent.set_up_ns + spent.settling_ns);
    spent
}
