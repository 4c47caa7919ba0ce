//! Every measured workload, one file each, and the registry of them.
//!
//! A benchmark file holds its definition (data), its cases (which values to measure under which
//! profile) and its `prepare`, which sets up and returns the closure that is timed. Nothing but
//! that closure runs between the two readings of the clock.
#![forbid(unsafe_code)]

mod batches;
mod benchmark;
mod choice;
pub mod data;
mod parameters;
mod registry;
mod suites;
mod workload;

pub use benchmark::{Benchmark, Cost, Entry, Grid, Leaves, Lend, Pass, Planned};
pub use choice::{Choice, Machine, Profile};
pub use registry::{SUITES, Suite, digest_input, find, lookup, registry};
pub use workload::{Context, Error, Findings, Recorder, Result, Service, Work, Workload};
