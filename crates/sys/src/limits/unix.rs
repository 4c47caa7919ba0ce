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
    let mut answer = MaybeUninit::<libc::rlimit>::uninit();
    // SAFETY: `answer` is a valid place.
    if unsafe { libc::getrlimit(resource, answer.as_mut_ptr()) } != 0 {
        return None;
    }
    // SAFETY: success means that it was written.
    let limit = unsafe { answer.assume_init() }.rlim_cur;
    (limit != libc::RLIM_INFINITY).then_some(limit as u64)
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
