//! Sequential reading, writing and copying of large files, by every method.

pub(crate) mod cold;
mod content;
mod copy;
mod copying;
mod ending;
mod metrics;
pub(crate) mod parameters;
mod read;
mod reading;
mod source;
mod supply;
mod tiers;
mod verify;
mod write;
mod writing;

use sys::buffer::Aligned;

use crate::{Error, Suite};

/// Sequential reading, writing and copying of large files, by every method.
pub(crate) const SUITE: Suite = Suite {
    name: "io",
    summary: "Reading, writing and copying large files, by every method.",
    benchmarks: &[&read::BENCHMARK, &write::BENCHMARK, &copy::BENCHMARK],
};

/// What a trial says when a mapping faults; the line is one of the trial protocol.
const FAULT: &str = "failed work SIGBUS: a mapped file became shorter, or its disk is full\n";

/// A file that ends too early: somebody has made it shorter.
#[cold]
fn ended(at: u64, end: u64) -> Error {
    Error::Wrong(format!("the file ended at byte {at} of {end}: it was made shorter"))
}

/// Memory whose every page was written once, so that no transfer pays for its first use.
fn touched(bytes: usize) -> Aligned {
    let mut memory = Aligned::new(bytes);
    memory.fill(1);
    memory
}

#[cfg(test)]
mod tests;
