//! What the benchmarks of this suite find out, and how.

use model::{Better, Metric, Tally, ThresholdClass, Unit};
use sys::clock::now_ns;
use sys::usage::of_family;

use crate::{Error, Findings, Result};

/// The metrics of all benchmarks of the suite.
pub(super) fn metrics() -> Vec<Metric> {
    vec![
        Metric {
            name: "bandwidth".into(),
            summary: "Bytes of the file by the time from opening it to the end point.".into(),
            amount: Unit::Bytes,
            per: Unit::Nanoseconds,
            better: Better::More,
            class: ThresholdClass::System,
        },
        Metric {
            name: "processor_ns".into(),
            summary: "Processor time of the process and its threads, in user mode and in the \
                      kernel."
                .into(),
            amount: Unit::Nanoseconds,
            per: Unit::Bytes,
            better: Better::Less,
            class: ThresholdClass::System,
        },
        Metric {
            name: "end_ns".into(),
            summary: "Time from the last byte to the end point: flush, unmapping, closing.".into(),
            amount: Unit::Nanoseconds,
            per: Unit::count("file"),
            better: Better::Less,
            class: ThresholdClass::System,
        },
    ]
}

/// What the work says of itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Done {
    /// Bytes read, written or copied.
    pub(super) bytes: u64,
    /// When the last of them was.
    pub(super) data_ns: u64,
}

/// Does the work between two readings of the clock and adds the figures.
pub(super) fn timed(
    size: u64,
    findings: &mut Findings,
    work: impl FnOnce() -> Result<Done>,
) -> Result<Tally> {
    let before = of_family();
    let begun = now_ns();
    let done = work()?;
    let ended = now_ns();
    let after = of_family();
    if done.bytes != size {
        return Err(Error::Wrong(format!("{} of {size} bytes were done", done.bytes)));
    }
    findings.single(0, size, ended - begun);
    let used = before.zip(after).map_or(0, |(before, after)| {
        let used = after.since(before);
        used.user_ns + used.system_ns
    });
    findings.single(1, used.max(1), size);
    findings.single(2, (ended - done.data_ns).max(1), 1);
    Ok(Tally { operations: size, checksum: 0 })
}
