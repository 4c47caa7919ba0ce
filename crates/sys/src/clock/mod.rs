//! Clocks: the one that samples are timed with, and every other that the system has.

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "unsupported.rs")]
mod imp;

use crate::Result;

/// Nanoseconds of the clock that samples are timed with: monotonic, not stepped, cheap to read.
///
/// Linux and the BSDs: `clock_gettime(CLOCK_MONOTONIC)`; macOS: `CLOCK_UPTIME_RAW`.
#[inline]
pub fn now_ns() -> u64 {
    imp::now_ns()
}

/// Sleeps so long, less where a signal comes: `nanosleep(2)`.
#[inline]
pub fn sleep(ns: u64) {
    imp::sleep(ns);
}

/// A clock of some system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is named as its system names it")]
pub enum Clock {
    Monotonic,
    MonotonicRaw,
    MonotonicCoarse,
    Boottime,
    UptimeRaw,
    Realtime,
    RealtimeCoarse,
    Tai,
    ProcessCpu,
    ThreadCpu,
    Gettimeofday,
    Time,
    Rdtsc,
    Rdtscp,
    QueryPerformanceCounter,
    GetTickCount64,
}

/// Reads a clock `times` times in a row and returns the sum of all readings, wrapped, so that no
/// reading can be left out. Unsupported where the system or the processor lacks the clock.
#[inline]
pub fn read_many(clock: Clock, times: u64) -> Result<u64> {
    imp::read_many(clock, times)
}

/// What is known of the sample clock, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quality {
    /// Smallest step seen between two readings that differ.
    pub resolution_ns: u64,
    /// Mean cost of one pair of readings.
    pub pair_ns: u64,
    /// Times that a reading was smaller than the one before: must be 0.
    pub backwards: u64,
}

/// Measures the sample clock: the smallest non-zero step of 1,000 changes, and the cost of 10,001
/// pairs of readings.
pub fn quality() -> Quality {
    const PAIRS: usize = 10_001;
    let mut backwards = 0;
    let mut resolution_ns = u64::MAX;
    for _ in 0..1_000 {
        let first = now_ns();
        let mut second = now_ns();
        while second == first {
            second = now_ns();
        }
        if second < first {
            backwards += 1;
        } else {
            resolution_ns = resolution_ns.min(second - first);
        }
    }
    let start = now_ns();
    for _ in 0..PAIRS {
        std::hint::black_box((now_ns(), now_ns()));
    }
    let pair_ns = now_ns().saturating_sub(start) / PAIRS as u64;
    Quality { resolution_ns, pair_ns, backwards }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sample_clock_never_runs_backwards() {
        let found = quality();
        assert_eq!(found.backwards, 0);
        assert!(found.resolution_ns > 0 && found.resolution_ns < 1_000_000_000);
    }

    #[test]
    fn clocks_of_other_systems_are_refused() {
        assert!(read_many(Clock::GetTickCount64, 1).is_err() || cfg!(windows));
    }
}
