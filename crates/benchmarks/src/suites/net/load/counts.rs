//! What a thread of the load has counted.

use sys::socket::Trouble;

use super::super::metrics::Found;
use crate::Recorder;

/// Errors by kind, in the order of [`KINDS`].
const KINDS: [(Found, &str); 7] = [
    (Found::Refused, "refused"),
    (Found::Reset, "reset"),
    (Found::Short, "short"),
    (Found::TimedOut, "timed out"),
    (Found::NoAddress, "no address left"),
    (Found::NoDescriptor, "no descriptor left"),
    (Found::Other, "other"),
];

/// Counters of a thread, added up at the end.
#[derive(Default)]
pub(super) struct Counts {
    /// Complete and correct answers, warm-up and all.
    pub(super) answers: u64,
    /// Those of them that count.
    pub(super) counted: u64,
    /// For how long they were counted.
    pub(super) counted_ns: u64,
    /// Answers that were not what they should be.
    pub(super) wrong: u64,
    /// Clients that had no answer when the trial ended.
    pub(super) unfinished: u64,
    /// Clients that began later than planned.
    pub(super) late: u64,
    /// Share of the window that the busiest thread worked.
    pub(super) busiest_ppm: Option<u64>,
    pub(super) latencies: Recorder,
    pub(super) connects: Recorder,
    errors: [u64; KINDS.len()],
}

impl Counts {
    /// Counts an error.
    #[cold]
    pub(super) fn error(&mut self, kind: Found) {
        let place = KINDS.iter().position(|(found, _)| *found == kind);
        self.errors[place.unwrap_or(KINDS.len() - 1)] += 1;
    }

    /// Counts what the system has answered.
    #[cold]
    pub(super) fn trouble(&mut self, error: &sys::Error) {
        self.error(match Trouble::of(error) {
            Trouble::Refused => Found::Refused,
            Trouble::Reset => Found::Reset,
            Trouble::TimedOut => Found::TimedOut,
            Trouble::NoAddress => Found::NoAddress,
            Trouble::NoDescriptor => Found::NoDescriptor,
            Trouble::Other => Found::Other,
        });
    }

    /// Errors by kind.
    pub(super) fn errors(&self) -> impl Iterator<Item = (Found, u64)> {
        KINDS.iter().zip(self.errors).map(|((found, _), count)| (*found, count))
    }

    /// Errors in words.
    pub(super) fn troubles(&self) -> String {
        let told: Vec<String> = KINDS
            .iter()
            .zip(self.errors)
            .chain([(&(Found::Unfinished, "unfinished"), self.unfinished)])
            .filter(|(_, count)| *count > 0)
            .map(|((_, name), count)| format!("{count} {name}"))
            .collect();
        if told.is_empty() { "nothing happened".to_owned() } else { told.join(", ") }
    }

    /// Adds another thread's.
    pub(super) fn add(&mut self, other: &Self) {
        self.answers += other.answers;
        self.counted += other.counted;
        self.counted_ns = self.counted_ns.max(other.counted_ns);
        self.wrong += other.wrong;
        self.unfinished += other.unfinished;
        self.late += other.late;
        self.busiest_ppm = self.busiest_ppm.max(other.busiest_ppm);
        self.latencies.merge(&other.latencies);
        self.connects.merge(&other.connects);
        for (own, more) in self.errors.iter_mut().zip(other.errors) {
            *own += more;
        }
    }
}
