//! Several files of one system become one.

use std::collections::BTreeMap;

use model::{Build, Case, Definition, FactKind, Origin, RunRecord, Session, Subject};

use crate::confounders::moves;

/// Why files were not merged. Names are those that were handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeError {
    /// There is no file.
    Nothing,
    /// A fact of the machine or its system differs: these are not sessions of one system.
    OtherSystem {
        /// The file.
        name: String,
        /// The fact.
        fact: String,
        /// What it is in the files before.
        was: String,
        /// What it is in this one.
        is: String,
    },
    /// Other programs measured.
    OtherBuild {
        /// The file.
        name: String,
    },
    /// Another tool's figures, or another's beside ours.
    OtherOrigin {
        /// The file.
        name: String,
    },
    /// A benchmark is defined in two ways under one revision.
    OtherDefinition {
        /// The file.
        name: String,
        /// The benchmark.
        benchmark: String,
    },
    /// Two sessions have one identity and different content.
    SessionChanged {
        /// The file.
        name: String,
        /// The session.
        session: String,
    },
}

impl std::fmt::Display for MergeError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Nothing => formatter.write_str("no file to merge"),
            Self::OtherSystem { name, fact, was, is } => {
                write!(formatter, "{name} is of another system: {fact} is {is} and was {was}")
            }
            Self::OtherBuild { name } => {
                write!(formatter, "{name} was measured by another build of whichos")
            }
            Self::OtherOrigin { name } => write!(formatter, "{name} was measured by another tool"),
            Self::OtherDefinition { name, benchmark } => {
                write!(formatter, "{name} defines {benchmark} differently")
            }
            Self::SessionChanged { name, session } => write!(
                formatter,
                "{name} holds another version of session {session}: one of them was changed"
            ),
        }
    }
}

impl std::error::Error for MergeError {}

/// Joins the sessions of one system. A session that two files hold is kept once.
///
/// Subjects are equal where label, target, directory, partners and settings are. Facts of kind
/// identity and treatment must not be known to differ for one subject; states may. Sessions are
/// put in order of time.
pub fn merge(files: &[(&str, &RunRecord)]) -> Result<RunRecord, MergeError> {
    let Some(((_, first), rest)) = files.split_first() else { return Err(MergeError::Nothing) };
    let mut whole = (*first).clone();
    for (name, record) in rest {
        add(&mut whole, name, record)?;
    }
    whole.sessions.sort_by_key(|session| session.time_unix_ms.start);
    Ok(whole)
}

fn add(whole: &mut RunRecord, name: &str, record: &RunRecord) -> Result<(), MergeError> {
    let same_origin = match (&whole.origin, &record.origin) {
        (Origin::Ours(_), Origin::Ours(_)) => true,
        (Origin::Foreign(one), Origin::Foreign(other)) => one.tool == other.tool,
        _ => false,
    };
    if !same_origin {
        return Err(MergeError::OtherOrigin { name: name.to_owned() });
    }
    add_definitions(whole, name, record)?;
    let cases = places(&mut whole.cases, &record.cases, Case::eq);
    let subjects = places(&mut whole.subjects, &record.subjects, same_subject);
    for session in &record.sessions {
        let session = moved(session, &cases, &subjects);
        if let Some(known) =
            whole.sessions.iter().find(|known| !known.id.is_empty() && known.id == session.id)
        {
            if *known != session {
                let (name, session) = (name.to_owned(), session.id);
                return Err(MergeError::SessionChanged { name, session });
            }
            continue;
        }
        refuse_other_system(whole, name, &session)?;
        whole.sessions.push(session);
    }
    Ok(())
}

fn add_definitions(
    whole: &mut RunRecord,
    name: &str,
    record: &RunRecord,
) -> Result<(), MergeError> {
    for definition in &record.definitions {
        let same = |known: &&Definition| {
            known.id == definition.id && known.revision == definition.revision
        };
        match whole.definitions.iter().find(same) {
            Some(known) if known == definition => {}
            Some(_) => {
                let (name, benchmark) = (name.to_owned(), definition.id.to_string());
                return Err(MergeError::OtherDefinition { name, benchmark });
            }
            None => whole.definitions.push(definition.clone()),
        }
    }
    Ok(())
}

/// Where each of `items` is in `known`, which gets what it lacks.
fn places<T: Clone>(known: &mut Vec<T>, items: &[T], same: impl Fn(&T, &T) -> bool) -> Vec<u32> {
    items
        .iter()
        .map(|item| {
            let place = known.iter().position(|other| same(other, item));
            place.unwrap_or_else(|| {
                known.push(item.clone());
                known.len() - 1
            }) as u32
        })
        .collect()
}

fn same_subject(one: &Subject, other: &Subject) -> bool {
    let binary = String::new();
    Subject { binary: binary.clone(), ..one.clone() } == Subject { binary, ..other.clone() }
}

/// A session whose indices point into the whole.
fn moved(session: &Session, cases: &[u32], subjects: &[u32]) -> Session {
    let mut session = session.clone();
    for cell in &mut session.cells {
        cell.case = cases[cell.case as usize];
        cell.subject = subjects[cell.subject as usize];
    }
    for facts in &mut session.facts {
        facts.subject = subjects[facts.subject as usize];
    }
    session
}

fn refuse_other_system(whole: &RunRecord, name: &str, session: &Session) -> Result<(), MergeError> {
    let same_build = |known: &Build| {
        known.sha256 == session.build.sha256
            || Build { sha256: String::new(), ..known.clone() }
                == Build { sha256: String::new(), ..session.build.clone() }
    };
    if !whole.sessions.iter().all(|known| same_build(&known.build)) {
        return Err(MergeError::OtherBuild { name: name.to_owned() });
    }
    let mut known: BTreeMap<(u32, &str), String> = BTreeMap::new();
    for facts in whole.sessions.iter().flat_map(|known| &known.facts) {
        for fact in &facts.start.0 {
            if let Some(value) = facts.start.get(&fact.key) {
                known.entry((facts.subject, &fact.key)).or_insert_with(|| value.to_string());
            }
        }
    }
    for facts in &session.facts {
        let lasting = |kind| matches!(kind, FactKind::Identity | FactKind::Treatment);
        for fact in facts.start.0.iter().filter(|fact| lasting(fact.kind) && !moves(&fact.key)) {
            let Some(value) = facts.start.get(&fact.key) else { continue };
            let Some(was) = known.get(&(facts.subject, fact.key.as_str())) else { continue };
            let is = value.to_string();
            if *was != is {
                return Err(MergeError::OtherSystem {
                    name: name.to_owned(),
                    fact: fact.key.clone(),
                    was: was.clone(),
                    is,
                });
            }
        }
    }
    Ok(())
}
