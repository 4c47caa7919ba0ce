//! POSIX clocks, with what Linux and Apple add.

use super::Clock;
use crate::{Error, Result};

/// The clock of samples. Apple's `CLOCK_MONOTONIC` steps by microseconds, its raw uptime does not.
#[cfg(target_vendor = "apple")]
const SAMPLE_CLOCK: libc::clockid_t = libc::CLOCK_UPTIME_RAW;
#[cfg(not(target_vendor = "apple"))]
const SAMPLE_CLOCK: libc::clockid_t = libc::CLOCK_MONOTONIC;

#[inline]
pub(super) fn now_ns() -> u64 {
    read(SAMPLE_CLOCK)
}

#[inline]
pub(super) fn sleep(ns: u64) {
    let time =
        libc::timespec { tv_sec: (ns / 1_000_000_000) as _, tv_nsec: (ns % 1_000_000_000) as _ };
    // SAFETY: the time is valid; null means that nobody asks for the rest.
    unsafe { libc::nanosleep(&raw const time, std::ptr::null_mut()) };
}

/// A clock that exists, as the callers below have found out; 0 if it does not after all.
#[inline]
fn read(clock: libc::clockid_t) -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a valid place for the answer.
    unsafe { libc::clock_gettime(clock, &raw mut time) };
    (time.tv_sec as u64).wrapping_mul(1_000_000_000).wrapping_add(time.tv_nsec as u64)
}

pub(super) fn read_many(clock: Clock, times: u64) -> Result<u64> {
    match clock {
        Clock::Gettimeofday => Ok(sum(times, gettimeofday)),
        Clock::Time => Ok(sum(times, time)),
        Clock::Rdtsc => counter::rdtsc(times),
        Clock::Rdtscp => counter::rdtscp(times),
        other => {
            let id = clock_id(other)
                .ok_or(Error::Unsupported("this system has no clock of that name"))?;
            let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
            // SAFETY: `time` is a valid place for the answer.
            if unsafe { libc::clock_gettime(id, &raw mut time) } != 0 {
                return Err(Error::last("clock_gettime"));
            }
            Ok(sum(times, || read(id)))
        }
    }
}

#[inline]
fn sum(times: u64, read: impl Fn() -> u64) -> u64 {
    (0..times).fold(0, |sum: u64, _| sum.wrapping_add(read()))
}

fn gettimeofday() -> u64 {
    let mut time = libc::timeval { tv_sec: 0, tv_usec: 0 };
    // SAFETY: `time` is a valid place for the answer; the time zone may be null.
    unsafe { libc::gettimeofday(&raw mut time, std::ptr::null_mut()) };
    time.tv_usec as u64
}

fn time() -> u64 {
    // SAFETY: null asks for the return value only.
    unsafe { libc::time(std::ptr::null_mut()) as u64 }
}

fn clock_id(clock: Clock) -> Option<libc::clockid_t> {
    match clock {
        Clock::Monotonic => Some(libc::CLOCK_MONOTONIC),
        Clock::Realtime => Some(libc::CLOCK_REALTIME),
        Clock::ProcessCpu => Some(libc::CLOCK_PROCESS_CPUTIME_ID),
        Clock::ThreadCpu => Some(libc::CLOCK_THREAD_CPUTIME_ID),
        other => own_clock_id(other),
    }
}

#[cfg(target_os = "linux")]
fn own_clock_id(clock: Clock) -> Option<libc::clockid_t> {
    match clock {
        Clock::MonotonicRaw => Some(libc::CLOCK_MONOTONIC_RAW),
        Clock::MonotonicCoarse => Some(libc::CLOCK_MONOTONIC_COARSE),
        Clock::Boottime => Some(libc::CLOCK_BOOTTIME),
        Clock::RealtimeCoarse => Some(libc::CLOCK_REALTIME_COARSE),
        Clock::Tai => Some(libc::CLOCK_TAI),
        _ => None,
    }
}

#[cfg(target_vendor = "apple")]
fn own_clock_id(clock: Clock) -> Option<libc::clockid_t> {
    match clock {
        Clock::MonotonicRaw => Some(libc::CLOCK_MONOTONIC_RAW),
        Clock::UptimeRaw => Some(libc::CLOCK_UPTIME_RAW),
        _ => None,
    }
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn own_clock_id(_: Clock) -> Option<libc::clockid_t> {
    None
}

#[cfg(target_arch = "x86_64")]
mod counter {
    //! The processor's own counter. Never the sample clock: a virtual machine may offset it.
    use core::arch::x86_64::{__cpuid, __rdtscp, _rdtsc};

    use crate::{Error, Result};

    pub(super) fn rdtsc(times: u64) -> Result<u64> {
        // SAFETY: every x86-64 processor has the instruction.
        Ok(super::sum(times, || unsafe { _rdtsc() }))
    }

    pub(super) fn rdtscp(times: u64) -> Result<u64> {
        const RDTSCP: u32 = 1 << 27;
        if __cpuid(0x8000_0001).edx & RDTSCP == 0 {
            return Err(Error::Unsupported("this processor has no rdtscp"));
        }
        let mut processor = 0;
        let mut sum: u64 = 0;
        for _ in 0..times {
            // SAFETY: the processor has the instruction; `processor` takes its second answer.
            sum = sum.wrapping_add(unsafe { __rdtscp(&raw mut processor) });
        }
        Ok(sum)
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod counter {
    use crate::{Error, Result};

    pub(super) fn rdtsc(_: u64) -> Result<u64> {
        Err(Error::Unsupported("only x86-64 processors have rdtsc"))
    }

    pub(super) fn rdtscp(_: u64) -> Result<u64> {
        Err(Error::Unsupported("only x86-64 processors have rdtscp"))
    }
}
