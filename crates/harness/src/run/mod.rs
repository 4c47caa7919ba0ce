//! The thin shell that carries a plan out: it asks what to do next, has it done, and writes down
//! what came of it.

mod conditioning;
mod crew;
mod flags;
mod group;
mod pilot;
mod resume;
mod roles;
mod search;
mod session;
mod trial;
mod writes;

use std::io;

use model::{Origin, Plan, RunRecord, Status, StopReason};
use sys::clock::now_ns;
use sys::interrupt::Interrupt;

use crate::budget::Lack;
use crate::partial::Partial;
use crate::plan::{self, PlanError, Request};
use crate::schedule;
use crate::target::LinkError;
use crew::Crew;
use group::Group;
use resume::Taken;
use session::Running;
use writes::Writes;

/// Part of the budget that is kept for the end: facts, cleaning up, the document.
const RESERVE: f64 = 0.03;

/// Is told how a run goes on, between trials only.
pub trait Watch {
    /// What was planned: cases that run, and cases that do not.
    fn planned(&mut self, runs: usize, left_out: usize);
    /// A step forward: what runs next, how much is done, how long it may still take at most.
    fn step(&mut self, step: &Step<'_>);
    /// Something that a person should know.
    fn note(&mut self, text: &str);
}

/// How far a run is.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// What runs next.
    pub what: &'a str,
    /// Whether it only finds out how long things take.
    pub pilot: bool,
    /// Trials that are done.
    pub done: usize,
    /// Trials that are planned for now; more are added where intervals are wide.
    pub planned: usize,
    /// Longest time that is left.
    pub left_ns: u64,
}

/// What came of a run.
#[derive(Debug)]
pub struct Ended {
    /// The whole document, which was written.
    pub record: RunRecord,
    /// Whether a person stopped it.
    pub interrupted: bool,
}

/// Why a run gave no document.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The request makes no sense; nothing was touched.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A target or directory cannot be used; nothing was measured.
    #[error("{0}")]
    Refused(String),
    /// The result file could not be written.
    #[error("writing the result: {0}")]
    Output(#[source] io::Error),
    /// A person insisted on stopping at once; finished trials are in the partial file.
    #[error("stopped at once; finished trials are kept in {0}")]
    Stopped(String),
}

/// Carries out a request and writes its document.
pub fn run(
    request: &Request,
    watch: &mut dyn Watch,
    interrupt: &Interrupt,
) -> Result<Ended, RunError> {
    let started_ns = now_ns();
    let asked = interrupt.count();
    let chosen = plan::choose(request)?;
    let mut crew = Crew::assemble(request, &chosen)?;
    let wants_places = crew.wants_places();
    let wants_placeless = chosen.iter().any(|one| one.definition.uses != model::Uses::Directory);
    let subjects =
        plan::subjects(request, crew.hellos(), crew.opened(), wants_placeless, wants_places);
    let cells = plan::cells(request, &chosen, &subjects, crew.hellos(), crew.opened())?;
    refuse_what_cannot_fit(request, &cells)?;
    conditioning::refuse_what_cannot_be(request, &subjects, &crew)?;
    warn_of_places(&crew, request, watch);

    let mut record = RunRecord {
        format: model::FORMAT,
        definitions: chosen.iter().map(|one| one.definition.clone()).collect(),
        cases: Vec::new(),
        subjects: subjects.iter().map(|one| one.subject.clone()).collect(),
        sessions: Vec::new(),
        origin: Origin::Ours(plan_record(request)),
    };
    let writes = Writes::new(request, &crew, &cells);
    let (session, mut work) = session::begin(request, &chosen, cells, &crew, &mut record);
    record.sessions.push(session);
    if let Some(earlier) = &request.resume {
        match resume::take_over(earlier, &mut record, &mut work) {
            Taken::GoesOn => {}
            Taken::NewSession => {
                watch.note("the machine was started anew meanwhile: this is a new session");
            }
            Taken::Different => {
                return Err(RunError::Refused(
                    "another build of whichos, or another plan, measured the earlier part; keep \
                     it, and measure anew"
                        .to_owned(),
                ));
            }
        }
    }
    let session = record.sessions.len() - 1;
    let partial = Partial::create(&request.output, &record).map_err(RunError::Output)?;
    let mut running = Running {
        request,
        subjects: &subjects,
        processors: crew.hellos().iter().map(|hello| hello.processors).min().unwrap_or(1),
        record,
        session,
        partial,
        watch,
        interrupt,
        random: schedule::random(0),
        started_ns,
        set_up_ns: 0,
        done: 0,
        planned: 0,
        asked,
        earlier_ns: 0,
        writes,
    };
    running.charge_earlier(&work);
    running.earlier_ns = session::time_of_trials(running.session());
    running.random =
        schedule::random(running.session().seed ^ running.session().trials.len() as u64);

    let stopped = measure(&mut running, &mut crew, &mut work);
    match stopped {
        Ok(()) | Err(Stop::Interrupted) => {}
        Err(Stop::Output(error)) => return Err(RunError::Output(error)),
    }
    let interrupted = matches!(stopped, Err(Stop::Interrupted));
    if interrupted && interrupt.count() > running.asked + 1 {
        crew.disband();
        let partial = crate::partial::path_of(&request.output);
        return Err(RunError::Stopped(partial.display().to_string()));
    }
    running.end(&mut crew, &work, interrupted).map_err(RunError::Output)
}

/// Why measuring ended early.
pub(crate) enum Stop {
    /// A person asked for it.
    Interrupted,
    /// Results could not be kept.
    Output(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Facts, pilots, then stage after stage until nothing more is wanted or fits.
fn measure(running: &mut Running<'_>, crew: &mut Crew, work: &mut [Group]) -> Result<(), Stop> {
    running.facts(crew, false);
    running.keep_facts()?;
    if running.request.sustained {
        running.condition(crew)?;
    }
    pilot::run(running, crew, work)?;
    let runs = work.iter().map(|group| group.alive().count()).sum();
    let left_out = running.session().cells.len() - runs;
    running.watch.planned(runs, left_out);
    loop {
        search::step(running, crew, work)?;
        let looked_at =
            |group: &Group| group.alive().all(|member| member.figures.len() >= stats::LOOKS[0]);
        if work.iter().all(looked_at) {
            pilot::admit_more(running, work)?;
        }
        let views: Vec<_> = work.iter().map(|group| group.view(&running.record)).collect();
        let stage = crate::decide::next_stage(&views, running.left());
        let spent = running.left_ns() == 0 && running.done > 0;
        if stage.is_empty() || spent {
            for group in work.iter_mut() {
                let all: Vec<u32> =
                    group.members.iter().map(|member| running.cell(member.cell).case).collect();
                search::end(running, group, &all)?;
            }
            return Ok(());
        }
        running.planned = running.done
            + stage.iter().map(|&(index, n)| work[index].alive().count() * n).sum::<usize>();
        let first_look = stage.iter().any(|&(index, _)| views[index].rounds < stats::LOOKS[0]);
        carry_out(running, crew, work, stage, first_look)?;
    }
}

/// Runs the rounds of a stage, one of each group in turn, groups in random order.
fn carry_out(
    running: &mut Running<'_>,
    crew: &mut Crew,
    work: &mut [Group],
    mut stage: crate::decide::Stage,
    first_look: bool,
) -> Result<(), Stop> {
    while !stage.is_empty() {
        let order: Vec<usize> = stage.iter().map(|&(index, _)| index).collect();
        for index in schedule::shuffled(&order, &mut running.random) {
            if work[index].alive().next().is_some() {
                running.round(crew, work, index)?;
            }
        }
        for (_, rounds) in &mut stage {
            *rounds -= 1;
        }
        stage.retain(|&(index, rounds)| rounds > 0 && work[index].alive().next().is_some());
        if running.writes.are_spent() {
            stop_writers(running, work, &mut stage)?;
        }
        if first_look {
            drop_what_no_longer_fits(running, work, &stage)?;
        }
        // To complete the first look a little more time may be taken. What a person named may end
        // here with too few trials; it is told as preliminary.
        let slack_ns = if first_look { running.slack_ns() } else { 0 };
        if running.left_ns() + slack_ns <= running.overrun_ns() {
            return Ok(());
        }
    }
    Ok(())
}

/// More was written than was declared, and no more may be: what writes goes on no longer, and is
/// told with the trials that it has.
fn stop_writers(
    running: &mut Running<'_>,
    work: &mut [Group],
    stage: &mut crate::decide::Stage,
) -> Result<(), Stop> {
    let writes = |group: &Group| group.round().written_bytes > 0;
    for &(index, _) in stage.iter() {
        if !writes(&work[index]) {
            continue;
        }
        for member in work[index].members.iter_mut().filter(|member| member.alive) {
            member.alive = false;
            let status = status_after(member.figures.len(), StopReason::Budget);
            running.set_status(member.cell, status)?;
        }
    }
    stage.retain(|&(index, _)| work[index].alive().next().is_some());
    Ok(())
}

/// Estimates may have been wrong: the most expensive of what no longer fits is left out whole, so
/// that as much as can be of the rest gets all its trials.
fn drop_what_no_longer_fits(
    running: &mut Running<'_>,
    work: &mut [Group],
    stage: &crate::decide::Stage,
) -> Result<(), Stop> {
    let cost = |work: &[Group]| -> u64 {
        stage.iter().map(|&(index, rounds)| work[index].round().ns * rounds as u64).sum()
    };
    while cost(work) + running.overrun_ns() > running.left_ns() + running.slack_ns() {
        let worst = stage
            .iter()
            .map(|&(index, _)| index)
            .filter(|&index| !work[index].named && work[index].alive().next().is_some())
            .max_by_key(|&index| work[index].round().ns);
        let Some(worst) = worst else { return Ok(()) };
        let cells: Vec<(usize, u64)> =
            work[worst].alive().map(|member| (member.cell, member.trial_ns)).collect();
        for (cell, trial_ns) in cells {
            let reason = running.budget_reason(cell, trial_ns, Lack::Time);
            running.set_status(cell, Status::Skipped { reason })?;
        }
        work[worst].members.iter_mut().for_each(|member| member.alive = false);
    }
    Ok(())
}

fn plan_record(request: &Request) -> Plan {
    let labelled = |label: Option<&str>, what: &str| {
        label.map_or_else(|| what.to_owned(), |label| format!("{label}={what}"))
    };
    Plan {
        profile: request.profile.name().to_owned(),
        selectors: request.selectors.clone(),
        parameters: request
            .parameters
            .iter()
            .map(|(name, values)| format!("{name}={}", values.join(",")))
            .collect(),
        places: request
            .places
            .iter()
            .map(|place| labelled(place.label.as_deref(), &place.path.display().to_string()))
            .collect(),
        targets: request
            .targets
            .iter()
            .map(|target| labelled(target.label.as_deref(), &target.name))
            .collect(),
        label: request.label.clone(),
        load_from: request.load_from.clone(),
        server_address: request.server_address.map(|address| address.to_string()),
        programs: request
            .programs
            .iter()
            .map(|program| format!("{}={}", program.label, program.command))
            .collect(),
        budget_ns: request.budget_ns,
        written_limit_bytes: request.written_limit_bytes,
        sustained: request.sustained,
    }
}

/// A directory that a person named, or a benchmark that one named, must fit; otherwise the run is
/// refused before anything is touched.
fn refuse_what_cannot_fit(request: &Request, cells: &[plan::PlannedCell]) -> Result<(), RunError> {
    let explicit = request.places_named || !request.selectors.is_empty();
    let short = cells.iter().find_map(|cell| {
        let reason = cell.no_room.as_ref()?;
        Some(format!("{}: {reason}", cell.planned.case.benchmark))
    });
    match short {
        Some(what) if explicit => Err(RunError::Refused(what)),
        _ => Ok(()),
    }
}

fn warn_of_places(crew: &Crew, request: &Request, watch: &mut dyn Watch) {
    for opened in crew.opened().iter().flatten() {
        if let (Some(kind), Some(place)) = (&opened.not_a_disk, request.places.get(opened.place)) {
            watch.note(&format!(
                "{} lies on {kind}: file figures tell of memory or of an unknown mix, not of a \
                 disk; choose another directory with --in DIR",
                place.path.display()
            ));
        }
    }
}

/// The status of a cell that has this many trials.
fn status_after(trials: usize, stop: StopReason) -> Status {
    if trials >= stats::LOOKS[0] {
        Status::Measured { stop }
    } else {
        Status::Preliminary { trials: trials as u32, stop }
    }
}

impl From<LinkError> for RunError {
    fn from(error: LinkError) -> Self {
        Self::Refused(error.to_string())
    }
}
