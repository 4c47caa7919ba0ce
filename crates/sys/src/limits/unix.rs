//! `getrlimit`, and on Linux `/proc`.

use std::mem::MaybeUninit;

use super::Limits;

pub(super) fn limits() -> Limits {
    Limits {
        processors: std::thread::available_parallelism().map_or(1, |count| count.get() as u64),
        memory_bytes: available_memory(),
        processes: processes().map(|limit| limit.saturating_sub(own_tasks())),
        open_files: soft(libc::RLIMIT_NOFILE),
    }
}

#[allow(clippy::unnecessary_cast, reason = "the type of a limit differs between systems")]
pub(super) fn raise_open_files() -> Option<(u64, u64)> {
    let before = read(libc::RLIMIT_NOFILE)?;
    let mut wanted = before;
    wanted.rlim_cur = before.rlim_max;
    // SAFETY: the limit outlives the call. macOS refuses an unlimited one: then nothing changes.
    unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &raw const wanted) };
    Some((before.rlim_cur as u64, read(libc::RLIMIT_NOFILE)?.rlim_cur as u64))
}

#[cfg(target_os = "linux")]
pub(super) fn run_on(processors: usize) -> crate::Result<()> {
    let size = std::mem::size_of::<libc::cpu_set_t>();
    // SAFETY: all zeros is an empty set.
    let mut allowed: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    // SAFETY: the set is as large as said.
    if unsafe { libc::sched_getaffinity(0, size, &raw mut allowed) } != 0 {
        return Err(crate::Error::last("sched_getaffinity"));
    }
    // SAFETY: all zeros is an empty set.
    let mut chosen: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    // SAFETY: the numbers lie within the set.
    let all = (0..size * 8).filter(|&one| unsafe { libc::CPU_ISSET(one, &allowed) });
    for one in all.take(processors.max(1)) {
        // SAFETY: the number lies within the set.
        unsafe { libc::CPU_SET(one, &mut chosen) };
    }
    // SAFETY: the set is as large as said.
    match unsafe { libc::sched_setaffinity(0, size, &raw const chosen) } {
        0 => Ok(()),
        _ => Err(crate::Error::last("sched_setaffinity")),
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn run_on(_: usize) -> crate::Result<()> {
    Err(crate::Error::Unsupported("processors of this system are not chosen yet"))
}

#[cfg(not(any(target_os = "illumos", target_os = "solaris")))]
fn processes() -> Option<u64> {
    soft(libc::RLIMIT_NPROC)
}

#[cfg(any(target_os = "illumos", target_os = "solaris"))]
fn processes() -> Option<u64> {
    // Projects limit them there, not processes.
    None
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
type Resource = libc::__rlimit_resource_t;
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
type Resource = libc::c_int;

#[allow(clippy::unnecessary_cast, reason = "the type of a limit differs between systems")]
fn soft(resource: Resource) -> Option<u64> {
    let limit = read(resource)?.rlim_cur;
    (limit != libc::RLIM_INFINITY).then_some(limit as u64)
}

fn read(resource: Resource) -> Option<libc::rlimit> {
    let mut answer = MaybeUninit::<libc::rlimit>::uninit();
    // SAFETY: `answer` is a valid place.
    if unsafe { libc::getrlimit(resource, answer.as_mut_ptr()) } != 0 {
        return None;
    }
    // SAFETY: success means that it was written.
    Some(unsafe { answer.assume_init() })
}

/// `MemAvailable`, cut to what the control group still allows.
fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    let group = |name: &str| -> Option<u64> {
        std::fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?.trim().parse().ok()
    };
    let left = group("memory.max")
        .map_or(u64::MAX, |max| max.saturating_sub(group("memory.current").unwrap_or(0)));
    Some((kib * 1024).min(left))
}

/// Tasks of all users, which is at least those of this one: the fourth field of `/proc/loadavg`
/// is `running/all`.
fn own_tasks() -> u64 {
    std::fs::read_to_string("/proc/loadavg")
        .ok()
        .and_then(|text| text.split_whitespace().nth(3)?.split_once('/')?.1.parse().ok())
        .unwrap_or(0)
}
