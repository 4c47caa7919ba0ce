//! From a request to a result: plan, agents, trials, looks, result file.
//!
//! Decisions (what to run, in which order, when to stop) are pure functions in `plan`, `schedule`
//! and `decide`; `run` is the thin shell that carries them out through agents. Measured processes
//! are entered through [`trial::enter`], agents through [`agent::serve`], both of the same
//! executable.
#![forbid(unsafe_code)]

pub mod agent;
mod budget;
mod decide;
pub mod file_systems;
mod lines;
pub mod partial;
pub mod plan;
mod protocol;
mod run;
mod schedule;
pub mod scratch;
mod search;
mod steady;
mod target;
pub mod trial;

pub use agent::file_digest;
pub use plan::find_benchmark;
pub use plan::{Place, PlanError, Program, Request, TargetName};
pub use run::{Ended, RunError, Step, Watch, run};
