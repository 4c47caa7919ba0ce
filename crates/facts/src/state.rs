//! What may change from one round to the next, read cheaply.

use crate::Source;
use crate::topics::{frequency, load};

/// What may change from one round to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Load average over one minute, in thousandths.
    pub load_milli: Option<u64>,
    /// Time that the hypervisor took from all processors since boot.
    pub steal_ns: Option<u64>,
    /// Time that all processors worked since boot.
    pub busy_ns: Option<u64>,
    /// Highest current frequency of a processor.
    pub frequency_khz: Option<u64>,
}

/// Samples what may change from one round to the next: a few small files, no more.
pub fn state(source: &Source) -> State {
    let times = load::Times::read(source).ok();
    State {
        load_milli: load::average_milli(source, 0).ok(),
        steal_ns: times.as_ref().map(|times| times.steal_ns),
        busy_ns: times.as_ref().map(|times| times.busy_ns),
        frequency_khz: frequency::current_khz(source).ok(),
    }
}
