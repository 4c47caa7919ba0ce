//! Cells: every chosen case on every subject that it concerns, and whether it can run at all.

use std::collections::BTreeMap;

use benchmarks::{Choice, Leaves, Machine, Planned};
use model::{Definition, Flag, Role, Scale, Status, Subject, System, Uses, Value};

use super::{Chosen, PlanError, Request};
use crate::protocol::{Hello, Opened};

/// A subject with what is needed to run on it.
pub(crate) struct SubjectPlan {
    pub(crate) subject: Subject,
    /// Index of its target in the request.
    pub(crate) target: usize,
    /// Number of its place at the target's agent.
    pub(crate) place: Option<usize>,
    /// The foreign program that stands in for our own trials.
    pub(crate) program: Option<String>,
    /// Whether benchmarks that use no directory run on it too.
    pub(crate) runs_placeless: bool,
    /// Why its directory cannot be had.
    pub(crate) unavailable: Option<String>,
}

/// A case on a subject, before anything has run.
pub(crate) struct PlannedCell {
    /// Index into the chosen benchmarks.
    pub(crate) chosen: usize,
    pub(crate) planned: Planned,
    pub(crate) subject: usize,
    /// What becomes of its trials' files.
    pub(crate) leaves: Leaves,
    /// Why it cannot run, where that is known already.
    pub(crate) bar: Option<Status>,
    /// What of its directory does not suffice, with the numbers.
    pub(crate) no_room: Option<String>,
    /// What is suspicious about it already.
    pub(crate) flags: Vec<Flag>,
}

/// All subjects of a request: targets × directories × (our own trials and foreign programs).
///
/// Benchmarks that use no directory run once a target, however many directories there are: on
/// its first subject if that is the only one, else on a subject without directory.
pub(crate) fn subjects(
    request: &Request,
    hellos: &[Hello],
    opened: &[Vec<Opened>],
    wants_placeless: bool,
    wants_places: bool,
) -> Vec<SubjectPlan> {
    let mut all = Vec::new();
    for (target, name) in request.targets.iter().enumerate() {
        let places: Vec<Option<usize>> =
            (0..request.places.len()).filter(|_| wants_places).map(Some).collect();
        let alone = places.len() + request.unavailable.len() <= 1;
        let apart = (!alone && wants_placeless).then_some(None);
        let places = if places.is_empty() { vec![None] } else { places };
        for place in apart.into_iter().chain(places) {
            let mut labels: Vec<String> = Vec::new();
            if request.targets.len() > 1 || name.label.is_some() || (place.is_none() && !alone) {
                labels.push(name.label.clone().unwrap_or_else(|| name.name.clone()));
            }
            let path = place.map(|index| &request.places[index]);
            if let Some(path) = path {
                if let Some(label) = &path.label {
                    labels.push(label.clone());
                } else if !alone {
                    labels.push(path.path.display().to_string());
                }
            }
            labels.extend(request.label.clone());
            let programs = std::iter::once(None).chain(request.programs.iter().map(Some));
            for program in programs {
                let mut labels = labels.clone();
                labels.extend(program.map(|program| program.label.clone()));
                let mut settings = BTreeMap::new();
                if let Some(label) = &request.label {
                    settings.insert("label".to_owned(), Value::name(label));
                }
                if request.sustained && path.is_some() {
                    settings.insert("sustained".to_owned(), Value::name("yes"));
                }
                if let Some(program) = program {
                    settings.insert("program".to_owned(), Value::name(&program.label));
                }
                all.push(SubjectPlan {
                    subject: Subject {
                        label: if labels.is_empty() { name.name.clone() } else { labels.join(" ") },
                        target: name.name.clone(),
                        place: path.map(|place| place.path.display().to_string()),
                        partners: partners(request),
                        settings,
                        binary: program.map_or_else(
                            || hellos[target].binary.clone(),
                            |program| program_digest(&program.command),
                        ),
                    },
                    target,
                    place: place.and_then(|index| opened[target].get(index)).map(|o| o.place),
                    program: program.map(|program| program.command.clone()),
                    runs_placeless: place.is_none() || alone,
                    unavailable: None,
                });
            }
        }
        all.extend(request.unavailable.iter().filter(|_| wants_places).map(|(label, why)| {
            let subject = Subject {
                label: label.clone(),
                target: name.name.clone(),
                place: None,
                partners: BTreeMap::new(),
                settings: BTreeMap::new(),
                binary: hellos[target].binary.clone(),
            };
            SubjectPlan {
                subject,
                target,
                place: None,
                program: None,
                runs_placeless: false,
                unavailable: Some(why.clone()),
            }
        }));
    }
    all
}

/// Which target runs a role that the subjects do not run themselves.
fn partners(request: &Request) -> BTreeMap<String, String> {
    request.load_from.iter().map(|target| (LOAD.to_owned(), target.clone())).collect()
}

/// The role that another target may run.
const LOAD: &str = "load";

/// SHA-256 of a foreign program's file; empty where the command's first word is no file.
fn program_digest(command: &str) -> String {
    let file = command.split_whitespace().next().unwrap_or_default();
    crate::agent::file_digest(file.as_ref()).unwrap_or_default()
}

/// Every chosen case on every subject that it concerns.
pub(crate) fn cells(
    request: &Request,
    chosen: &[Chosen],
    subjects: &[SubjectPlan],
    hellos: &[Hello],
    opened: &[Vec<Opened>],
) -> Result<Vec<PlannedCell>, PlanError> {
    let mut all = Vec::new();
    let machine = Machine {
        processors: hellos.iter().map(|hello| hello.processors).min().unwrap_or(1),
        memory_bytes: hellos
            .iter()
            .filter_map(|hello| hello.memory_bytes)
            .min()
            .unwrap_or(u64::MAX),
        processes: hellos.iter().filter_map(|hello| hello.processes).min().unwrap_or(u64::MAX),
    };
    for (index, one) in chosen.iter().enumerate() {
        let choice = Choice { profile: request.profile, machine, overrides: &one.overrides };
        let planned = (one.benchmark.cases)(&choice);
        if planned.is_empty() {
            let values: Vec<String> = request
                .parameters
                .iter()
                .map(|(name, texts)| format!("{name}={}", texts.join(",")))
                .collect();
            return Err(PlanError::NoCase(format!(
                "{} with {}",
                one.definition.id,
                values.join(" ")
            )));
        }
        for planned in planned {
            for (number, subject) in subjects.iter().enumerate() {
                let concerned = match one.definition.uses {
                    Uses::Directory => subject.place.is_some() || subject.unavailable.is_some(),
                    Uses::Nothing | Uses::Network => subject.runs_placeless,
                };
                if !concerned {
                    continue;
                }
                let place = subject.place.and_then(|place| opened[subject.target].get(place));
                let unavailable =
                    subject.unavailable.clone().map(|reason| Status::Unsupported { reason });
                let no_room = place.and_then(|place| no_room(&planned, place));
                let bar = not_here(&planned, &one.definition)
                    .or(unavailable)
                    .or_else(|| too_large(&planned, &hellos[subject.target]))
                    .or_else(|| no_room.clone().map(|reason| Status::Skipped { reason }));
                let not_a_disk = place.and_then(|place| place.not_a_disk.clone());
                let flags = not_a_disk
                    .filter(|_| one.definition.uses == Uses::Directory)
                    .map(|file_system| Flag::NotADisk { file_system });
                all.push(PlannedCell {
                    chosen: index,
                    planned: planned.clone(),
                    subject: number,
                    leaves: one.benchmark.leaves,
                    bar,
                    no_room,
                    flags: flags.into_iter().collect(),
                });
            }
        }
    }
    Ok(all)
}

/// Methods that this system does not have.
fn not_here(planned: &Planned, definition: &Definition) -> Option<Status> {
    let here = system();
    planned.case.values_of(definition, Role::Method).find_map(|(parameter, value)| {
        let (Scale::Named(names), Value::Name(name)) = (&parameter.scale, value) else {
            return None;
        };
        let named = names.iter().find(|named| named.name == *name)?;
        let known =
            named.systems.is_empty() || here.is_some_and(|here| named.systems.contains(&here));
        if known {
            return None;
        }
        let systems: Vec<&str> = named.systems.iter().map(|system| system.name()).collect();
        Some(Status::Unsupported { reason: format!("{} only", systems.join(", ")) })
    })
}

/// The system that this build is for.
pub(crate) fn system() -> Option<System> {
    System::of_build(std::env::consts::OS)
}

fn lacks(what: &str, needed: &str, there: &str) -> String {
    format!("needs {needed} of {what}, {there} free")
}

fn mebibytes(bytes: u64) -> String {
    format!("{} MiB", bytes >> 20)
}

/// What a case needs of the machine and there is not, with the numbers.
fn too_large(planned: &Planned, hello: &Hello) -> Option<Status> {
    let cost = &planned.cost;
    if let Some(there) = hello.memory_bytes.filter(|&there| there < cost.memory_bytes) {
        let reason = lacks("memory", &mebibytes(cost.memory_bytes), &mebibytes(there));
        return Some(Status::Skipped { reason });
    }
    let there = hello.processes.filter(|&there| there < cost.processes)?;
    let reason = lacks("processes", &cost.processes.to_string(), &there.to_string());
    Some(Status::Skipped { reason: format!("{reason}; raise the limit with `ulimit -u`") })
}

/// What a case needs of its directory and there is not, with the numbers.
fn no_room(planned: &Planned, place: &Opened) -> Option<String> {
    let cost = &planned.cost;
    let wanted = cost.space_bytes.saturating_add(cost.shared_bytes);
    if place.free_bytes < wanted {
        return Some(lacks("space", &mebibytes(wanted), &mebibytes(place.free_bytes)));
    }
    let there = place.free_inodes.filter(|&there| there < cost.inodes)?;
    Some(lacks("inodes", &cost.inodes.to_string(), &there.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_that_does_not_fit_is_skipped_with_the_numbers() {
        let (benchmark, _) = benchmarks::find("file.create").unwrap();
        let none = BTreeMap::new();
        let machine = Machine { processors: 1, memory_bytes: 1, processes: 1 };
        let choice = Choice { profile: benchmarks::Profile::Quick, machine, overrides: &none };
        let planned = &(benchmark.cases)(&choice)[0];
        let place = |free_bytes, free_inodes| Opened {
            place: 0,
            scratch: String::new(),
            free_bytes,
            free_inodes,
            not_a_disk: None,
        };
        assert_eq!(no_room(planned, &place(1 << 40, None)), None);
        for (place, word) in [(place(1 << 20, None), "space"), (place(1 << 40, Some(9)), "inodes")]
        {
            let reason = no_room(planned, &place).unwrap();
            assert!(reason.contains(word) && reason.contains("free"), "{reason}");
        }
    }
}
