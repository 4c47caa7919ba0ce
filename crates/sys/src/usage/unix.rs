//! `getrusage`.

use std::mem::MaybeUninit;

use super::Usage;

pub(super) fn of_family() -> Option<Usage> {
    let (own, children) = (read(libc::RUSAGE_SELF)?, read(libc::RUSAGE_CHILDREN)?);
    Some(Usage {
        user_ns: own.user_ns + children.user_ns,
        system_ns: own.system_ns + children.system_ns,
        minor_faults: own.minor_faults + children.minor_faults,
        major_faults: own.major_faults + children.major_faults,
        voluntary_switches: own.voluntary_switches + children.voluntary_switches,
        involuntary_switches: own.involuntary_switches + children.involuntary_switches,
    })
}

pub(super) fn of_children() -> Option<Usage> {
    read(libc::RUSAGE_CHILDREN)
}

#[allow(clippy::useless_conversion, reason = "these fields have other types on other systems")]
fn read(who: libc::c_int) -> Option<Usage> {
    let mut answer = MaybeUninit::<libc::rusage>::uninit();
    // SAFETY: `answer` is a valid place.
    if unsafe { libc::getrusage(who, answer.as_mut_ptr()) } != 0 {
        return None;
    }
    // SAFETY: success means that it was written.
    let answer = unsafe { answer.assume_init() };
    let ns = |time: libc::timeval| time.tv_sec as u64 * 1_000_000_000 + time.tv_usec as u64 * 1_000;
    Some(Usage {
        user_ns: ns(answer.ru_utime),
        system_ns: ns(answer.ru_stime),
        minor_faults: answer.ru_minflt as u64,
        major_faults: answer.ru_majflt as u64,
        voluntary_switches: answer.ru_nvcsw as u64,
        involuntary_switches: answer.ru_nivcsw as u64,
    })
}
