//! What every Unix answers alike.

use std::ffi::{CStr, c_char, c_int};
use std::mem::MaybeUninit;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use super::{Limit, Names, Place, Resource};
use crate::{Error, Result};

pub(super) fn names() -> Result<Names> {
    let mut found = MaybeUninit::<libc::utsname>::zeroed();
    // SAFETY: the pointer is to memory of the right size that outlives the call.
    if unsafe { libc::uname(found.as_mut_ptr()) } < 0 {
        return Err(Error::last("uname"));
    }
    // SAFETY: all fields are arrays of characters, for which zeroes are valid, and were filled.
    let found = unsafe { found.assume_init() };
    Ok(Names {
        system: text(&found.sysname),
        release: text(&found.release),
        version: text(&found.version),
        machine: text(&found.machine),
    })
}

/// The text in an array of characters, up to its first zero.
fn text(characters: &[c_char]) -> String {
    let bytes: Vec<u8> =
        characters.iter().map(|character| *character as u8).take_while(|byte| *byte != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

pub(super) fn limit(resource: Resource) -> Result<Limit> {
    let number = match resource {
        Resource::OpenFiles => libc::RLIMIT_NOFILE,
        Resource::Stack => libc::RLIMIT_STACK,
        Resource::FileSize => libc::RLIMIT_FSIZE,
        Resource::Core => libc::RLIMIT_CORE,
        #[cfg(not(any(target_os = "illumos", target_os = "solaris")))]
        Resource::Processes => libc::RLIMIT_NPROC,
        #[cfg(not(any(target_os = "illumos", target_os = "solaris")))]
        Resource::LockedMemory => libc::RLIMIT_MEMLOCK,
        #[cfg(not(target_os = "openbsd"))]
        Resource::AddressSpace => libc::RLIMIT_AS,
        #[allow(unreachable_patterns, reason = "some systems have them all")]
        _ => return Err(Error::Unsupported("this system has no such limit")),
    };
    let mut found = MaybeUninit::<libc::rlimit>::zeroed();
    // SAFETY: the pointer is to memory of the right size that outlives the call.
    if unsafe { libc::getrlimit(number, found.as_mut_ptr()) } < 0 {
        return Err(Error::last("getrlimit"));
    }
    // SAFETY: both fields are integers and were filled.
    let found = unsafe { found.assume_init() };
    #[allow(clippy::unnecessary_cast, reason = "the type differs between systems")]
    let bounded = |value| (value != libc::RLIM_INFINITY).then_some(value as u64);
    Ok(Limit { soft: bounded(found.rlim_cur), hard: bounded(found.rlim_max) })
}

pub(super) fn processors() -> Result<u64> {
    configured(libc::_SC_NPROCESSORS_ONLN)
}

pub(super) fn page_bytes() -> Result<u64> {
    configured(libc::_SC_PAGESIZE)
}

pub(super) fn clock_ticks() -> Result<u64> {
    configured(libc::_SC_CLK_TCK)
}

fn configured(name: c_int) -> Result<u64> {
    // SAFETY: takes and returns integers.
    let found = unsafe { libc::sysconf(name) };
    u64::try_from(found).map_err(|_| Error::last("sysconf"))
}

pub(super) fn clock_resolution_ns() -> Result<u64> {
    let mut found = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a timespec that outlives the call.
    if unsafe { libc::clock_getres(libc::CLOCK_MONOTONIC, &raw mut found) } < 0 {
        return Err(Error::last("clock_getres"));
    }
    #[allow(clippy::unnecessary_cast, reason = "the types differ between systems")]
    Ok(found.tv_sec as u64 * 1_000_000_000 + found.tv_nsec as u64)
}

#[expect(clippy::unnecessary_wraps, reason = "other back ends cannot answer")]
pub(super) fn privileged() -> Result<bool> {
    // SAFETY: takes nothing, returns an integer, cannot fail.
    Ok(unsafe { libc::geteuid() } == 0)
}

/// What `statvfs` tells of a directory.
pub(super) fn place(directory: &Path) -> Result<Place> {
    let path = directory.canonicalize().map_err(|source| Error::Os { call: "realpath", source })?;
    let name = c_path(&path)?;
    let mut found = MaybeUninit::<libc::statvfs>::zeroed();
    // SAFETY: the name ends in a zero, and the pointer is to memory of the right size; both
    // outlive the call.
    if unsafe { libc::statvfs(name.as_ptr(), found.as_mut_ptr()) } < 0 {
        return Err(Error::last("statvfs"));
    }
    // SAFETY: all fields are integers and were filled.
    let found = unsafe { found.assume_init() };
    #[allow(clippy::useless_conversion, reason = "the types differ between systems")]
    Ok(Place {
        path,
        mount: None,
        device: (0, 0),
        magic: 0,
        block_bytes: u64::from(found.f_bsize),
        total_bytes: u64::from(found.f_blocks).saturating_mul(u64::from(found.f_frsize)),
        available_bytes: u64::from(found.f_bavail).saturating_mul(u64::from(found.f_frsize)),
        total_inodes: u64::from(found.f_files),
        free_inodes: u64::from(found.f_favail),
        read_only: found.f_flag & libc::ST_RDONLY != 0,
        direct_alignment_bytes: None,
        direct_memory_alignment_bytes: None,
    })
}

/// A path as C wants it.
pub(super) fn c_path(path: &Path) -> Result<std::ffi::CString> {
    std::ffi::CString::new(path.as_os_str().as_bytes())
        .map_err(|_| Error::Unsupported("a path with a zero byte"))
}

/// The text that a C library keeps for as long as the process lives.
#[cfg_attr(not(all(target_os = "linux", target_env = "gnu")), expect(dead_code, reason = "glibc"))]
pub(super) fn constant(text: *const c_char) -> Option<String> {
    if text.is_null() {
        return None;
    }
    // SAFETY: the callers hand in text that ends in a zero and is never freed or changed.
    Some(unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
}
