//! What to measure: from selectors, values and directories to cells.

mod cells;
mod select;

pub(crate) use cells::{PlannedCell, SubjectPlan, cells, subjects};
pub use select::find_benchmark;
pub(crate) use select::{Chosen, choose};

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::PathBuf;

use benchmarks::Profile;

/// What a person asks for.
#[derive(Clone, Debug)]
pub struct Request {
    /// Suites, benchmarks or patterns; empty: everything.
    pub selectors: Vec<String>,
    /// How much.
    pub profile: Profile,
    /// Values that replace the profile's, as typed.
    pub parameters: BTreeMap<String, Vec<String>>,
    /// Directories under test; the first one is the current directory where none was named.
    pub places: Vec<Place>,
    /// Whether a person named the directories.
    pub places_named: bool,
    /// Label and reason of directories that were asked for and cannot be had.
    pub unavailable: Vec<(String, String)>,
    /// Where to measure.
    pub targets: Vec<TargetName>,
    /// A state that the person set.
    pub label: Option<String>,
    /// The target that runs the load of a server, instead of the server's own.
    pub load_from: Option<String>,
    /// The address that servers listen on, where their load comes from another target.
    pub server_address: Option<IpAddr>,
    /// Foreign programs that run the same cases beside our own trials.
    pub programs: Vec<Program>,
    /// Time for the whole run.
    pub budget_ns: u64,
    /// Data that the run may write; `None`: the profile's limit, and at most a tenth of the room.
    pub written_limit_bytes: Option<u64>,
    /// Whether the device of every directory is brought to a steady state first.
    pub sustained: bool,
    /// Seed of all orders; `None`: a random one.
    pub seed: Option<u64>,
    /// Where the result goes.
    pub output: PathBuf,
    /// The record of an earlier run that is to be finished.
    pub resume: Option<model::RunRecord>,
    /// The program that measures, without its hash.
    pub build: model::Build,
    /// Milliseconds of Unix time at the start.
    pub started_unix_ms: u64,
}

/// A directory under test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// What the person calls it.
    pub label: Option<String>,
    /// Where it is.
    pub path: PathBuf,
}

/// A target, and what the person calls it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetName {
    /// What the person calls it.
    pub label: Option<String>,
    /// `local`, …
    pub name: String,
}

/// A foreign program, and what the person calls it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// What the person calls it.
    pub label: String,
    /// The command, which speaks the trial protocol.
    pub command: String,
}

/// Why a request cannot be carried out; nothing was touched.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    /// A selector names nothing.
    #[error("no benchmark or suite is called {selector:?}{}", suggest(.nearest))]
    UnknownSelector {
        /// What was typed.
        selector: String,
        /// Names like it.
        nearest: Vec<String>,
    },
    /// No chosen benchmark has the parameter.
    #[error("no chosen benchmark has a parameter {name:?}{}", suggest(.nearest))]
    UnknownParameter {
        /// What was typed.
        name: String,
        /// Names like it.
        nearest: Vec<String>,
    },
    /// A value that a parameter has in none of several benchmarks.
    #[error("no chosen benchmark's {name} can be {text:?}{}", suggest(.nearest))]
    UnknownValue {
        /// The parameter.
        name: String,
        /// What was typed.
        text: String,
        /// Values like it.
        nearest: Vec<String>,
    },
    /// A value that a parameter cannot have.
    #[error(transparent)]
    Value(#[from] model::ValueError),
    /// The values exclude each other.
    #[error("no case of the chosen benchmarks has these values together: {0}")]
    NoCase(String),
}

fn suggest(nearest: &[String]) -> String {
    if nearest.is_empty() {
        "; `whichos list` shows all".to_owned()
    } else {
        format!("; did you mean {}?", nearest.join(" or "))
    }
}
