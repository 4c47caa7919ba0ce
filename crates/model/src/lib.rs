//! The vocabulary of whichos and its versioned result format.
//!
//! Every serialised type of the project lives here and nowhere else: what this crate derives
//! `Serialize` for is a promise to the readers of result files. The crate knows no clock, file,
//! environment or random source.
#![forbid(unsafe_code)]

mod case;
mod check;
mod definition;
mod facts;
mod flag;
mod lean;
mod observation;
mod record;
mod session;
mod subject;
mod tally;
mod trial;

pub use case::{Case, Value, ValueError, parse_bytes};
pub use definition::{
    Better, Definition, Id, Metric, Named, Parameter, Role, Scale, Shape, System, ThresholdClass,
    Unit, Uses,
};
pub use facts::{Fact, FactKind, FactValue, Facts};
pub use flag::Flag;
pub use observation::{Histogram, Measured, Observation, Values};
pub use record::{FORMAT, Foreign, Origin, Plan, ReadError, RunRecord, schema};
pub use session::{
    Build, Cell, Conditioning, RoundState, Session, Span, Spent, Status, StopReason, SubjectFacts,
    Written,
};
pub use subject::Subject;
pub use tally::{Tallies, Tally};
pub use trial::{Failure, Outcome, Stage, Trial, TrialState};
