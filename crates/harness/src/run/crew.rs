//! The agents of a run: started, asked, and replaced when they are lost.

use std::path::PathBuf;

use model::Uses;

use super::RunError;
use crate::plan::{Chosen, Request};
use crate::protocol::{Hello, Opened, Reply, Request as Ask};
use crate::scratch::remove_abandoned;
use crate::target::{Link, LinkError, NAMES, target};

/// How often an agent is replaced before its target is given up.
const REPLACEMENTS: u32 = 3;

pub(crate) struct Crew {
    names: Vec<String>,
    /// How many of them are subjects' targets; one more may be their partner.
    subjects: usize,
    links: Vec<Option<Link>>,
    hellos: Vec<Hello>,
    opened: Vec<Vec<Opened>>,
    places: Vec<PathBuf>,
    lost: Vec<u32>,
    wants_places: bool,
}

impl Crew {
    /// Starts an agent on every target and opens every directory there; refuses what cannot be
    /// used before anything is measured.
    pub(crate) fn assemble(request: &Request, chosen: &[Chosen]) -> Result<Self, RunError> {
        // Orphans of an agent that is killed come to us and are ended here.
        sys::process::adopt_orphans();
        let wants_places = chosen.iter().any(|one| one.definition.uses == Uses::Directory);
        let mut crew = Self {
            names: request
                .targets
                .iter()
                .map(|target| target.name.clone())
                .chain(request.load_from.clone())
                .collect(),
            subjects: request.targets.len(),
            links: Vec::new(),
            hellos: Vec::new(),
            opened: Vec::new(),
            places: request.places.iter().map(|place| place.path.clone()).collect(),
            lost: vec![0; request.targets.len() + usize::from(request.load_from.is_some())],
            wants_places,
        };
        for index in 0..crew.names.len() {
            let (link, hello, opened) = crew.start(index)?;
            crew.links.push(Some(link));
            crew.hellos.push(hello);
            crew.opened.push(opened);
        }
        Ok(crew)
    }

    fn start(&self, index: usize) -> Result<(Link, Hello, Vec<Opened>), RunError> {
        let name = &self.names[index];
        let target = target(name).ok_or_else(|| {
            RunError::Refused(format!(
                "no target is called {name:?}; there is {}",
                NAMES.join(", ")
            ))
        })?;
        let (mut link, hello) = Link::open(target.as_ref())?;
        let mut opened = Vec::new();
        let is_partner = index >= self.subjects;
        for place in self.places.iter().filter(|_| self.wants_places && !is_partner) {
            let text = place.display().to_string();
            match link.ask(&Ask::Open { place: text.clone() }) {
                Ok(Reply::Opened(one)) => opened.push(one),
                Ok(_) => {
                    return Err(RunError::Refused(format!("{text}: an answer of another kind")));
                }
                Err(error) => {
                    return Err(RunError::Refused(format!(
                        "cannot measure in {text}: {error}; choose a directory that you may write \
                         to with --in DIR"
                    )));
                }
            }
        }
        Ok((link, hello, opened))
    }

    pub(crate) fn wants_places(&self) -> bool {
        self.wants_places
    }

    pub(crate) fn hellos(&self) -> &[Hello] {
        &self.hellos
    }

    pub(crate) fn opened(&self) -> &[Vec<Opened>] {
        &self.opened
    }

    /// Number of the target that runs the load, where it is not the subject's own.
    pub(crate) fn partner(&self) -> Option<usize> {
        (self.names.len() > self.subjects).then_some(self.subjects)
    }

    pub(crate) fn link(&mut self, target: usize) -> Result<&mut Link, LinkError> {
        self.links[target].as_mut().ok_or_else(|| LinkError::Lost("it was given up".into()))
    }

    /// Clears up after a lost agent and starts another in its place; says whether there is one.
    pub(crate) fn replace(&mut self, target: usize) -> bool {
        self.links[target] = None;
        // What it started are our orphans now, unless other agents still work.
        if self.links.iter().all(Option::is_none) {
            sys::process::kill_descendants(None);
        }
        for place in self.places.iter().filter(|_| self.wants_places) {
            let _ = remove_abandoned(place);
        }
        self.lost[target] += 1;
        if self.lost[target] > REPLACEMENTS {
            return false;
        }
        match self.start(target) {
            Ok((link, _, opened)) => {
                self.links[target] = Some(link);
                self.opened[target] = opened;
                true
            }
            Err(_) => false,
        }
    }

    /// Has every agent clean up and leave, and makes sure that nothing of theirs is left.
    pub(crate) fn disband(&mut self) {
        for link in self.links.iter_mut().filter_map(Option::take) {
            link.close();
        }
        sys::process::kill_descendants(None);
        for place in self.places.iter().filter(|_| self.wants_places) {
            let _ = remove_abandoned(place);
        }
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        self.disband();
    }
}
