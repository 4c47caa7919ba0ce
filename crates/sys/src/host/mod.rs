//! What a system says of itself: names, limits, file systems, its C library and its processor.
//!
//! None of this is measured; it is asked before and after a run and has no side effects. Nothing
//! here reads a name of the host or of a user.
//!
//! Every back end gives: `names`, `limit`, `processors`, `page_bytes`, `clock_ticks`,
//! `clock_resolution_ns`, `privileged`, `place`, `library`, `vdso`, `dynamically_linked`,
//! `security_modules`, `kernel_log`, `calls`, `discipline`, `wine`, `wear_log`.

use std::path::{Path, PathBuf};

use crate::Result;

#[cfg(unix)]
mod posix;
mod processor;
mod wear;

#[cfg_attr(target_os = "linux", path = "linux.rs")]
#[cfg_attr(all(unix, not(target_os = "linux")), path = "unix.rs")]
#[cfg_attr(not(unix), path = "unsupported.rs")]
mod imp;

pub use processor::{Processor, processor};
pub use wear::{Wear, wear};

/// What a kernel calls itself, without the name of the host.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// `Linux`, `FreeBSD`, `Darwin`.
    pub system: String,
    /// `6.1.0-23-amd64`.
    pub release: String,
    /// `#1 SMP PREEMPT_DYNAMIC Debian 6.1.99-1 (2024-07-15)`.
    pub version: String,
    /// `x86_64`.
    pub machine: String,
}

/// What the kernel calls itself.
///
/// Manual: `uname(2)`.
pub fn names() -> Result<Names> {
    imp::names()
}

/// Something that the system gives a process only so much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "each is its own explanation")]
pub enum Resource {
    Processes,
    OpenFiles,
    LockedMemory,
    Stack,
    AddressSpace,
    FileSize,
    Core,
}

/// How much of a resource a process may use; `None` is without limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit {
    /// What is enforced now.
    pub soft: Option<u64>,
    /// How far the process may raise it.
    pub hard: Option<u64>,
}

/// The limit on a resource of this process.
///
/// Manual: `getrlimit(2)`.
pub fn limit(resource: Resource) -> Result<Limit> {
    imp::limit(resource)
}

/// Processors that are online.
///
/// Manual: `sysconf(3)`, `_SC_NPROCESSORS_ONLN`.
pub fn processors() -> Result<u64> {
    imp::processors()
}

/// Bytes of a page of memory.
pub fn page_bytes() -> Result<u64> {
    imp::page_bytes()
}

/// Ticks per second of the times that the kernel counts for processes.
pub fn clock_ticks() -> Result<u64> {
    imp::clock_ticks()
}

/// The resolution that the system claims for its monotonic clock.
///
/// Manual: `clock_getres(2)`.
pub fn clock_resolution_ns() -> Result<u64> {
    imp::clock_resolution_ns()
}

/// What one reading of the monotonic clock costs: the cheapest of nine batches of 1,000.
pub fn clock_read_ns() -> Result<u64> {
    const READINGS: u64 = 1_000;
    let mut cheapest = u64::MAX;
    for _ in 0..9 {
        let start = crate::clock::now_ns();
        crate::clock::read_many(crate::clock::Clock::Monotonic, READINGS)?;
        cheapest = cheapest.min(crate::clock::now_ns().saturating_sub(start));
    }
    Ok(cheapest / READINGS)
}

/// Whether this process may do what only an administrator may.
pub fn privileged() -> Result<bool> {
    imp::privileged()
}

/// A directory and what its file system says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Its path without links.
    pub path: PathBuf,
    /// The mount it is on, as `/proc/self/mountinfo` counts them.
    pub mount: Option<u64>,
    /// Major and minor number of the device that files there claim to be on; 0 where not asked.
    pub device: (u32, u32),
    /// The number by which the kernel knows the type of file system; where it has none, 0.
    pub magic: u64,
    /// Bytes of a block.
    pub block_bytes: u64,
    /// Size.
    pub total_bytes: u64,
    /// What this user may still write.
    pub available_bytes: u64,
    /// Files that there is room for in all; 0 where the file system sets no number.
    pub total_inodes: u64,
    /// Files that this user may still create.
    pub free_inodes: u64,
    /// Whether it refuses all writes.
    pub read_only: bool,
    /// What offsets of direct input and output must be multiples of; 0: none possible.
    pub direct_alignment_bytes: Option<u64>,
    /// What addresses of memory must be multiples of for that; 0: none possible.
    pub direct_memory_alignment_bytes: Option<u64>,
}

/// What the file system of a directory says of itself.
///
/// Manual: `realpath(3)`, `statfs(2)`, `statvfs(3)`, `statx(2)`.
pub fn place(directory: &Path) -> Result<Place> {
    imp::place(directory)
}

/// A C library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Library {
    /// `glibc`, `musl`.
    pub name: String,
    /// What it says of its version, if it says anything at run time.
    pub version: Option<String>,
}

/// The C library that this process uses.
pub fn library() -> Result<Library> {
    imp::library()
}

/// Whether the kernel put code for reading clocks into this process.
///
/// Manual: `getauxval(3)`, `vdso(7)`.
pub fn vdso() -> Result<bool> {
    imp::vdso()
}

/// Whether a loader put shared libraries into this process.
pub fn dynamically_linked() -> Result<bool> {
    imp::dynamically_linked()
}

/// The security modules that the kernel consults, by name and in their order.
///
/// Manual: `lsm_list_modules(2)`, since Linux 6.8.
pub fn security_modules() -> Result<Vec<String>> {
    imp::security_modules()
}

/// The kernel's log as far as it still has it. Most systems show it to administrators only.
///
/// Manual: `syslog(2)`, `SYSLOG_ACTION_READ_ALL`.
pub fn kernel_log() -> Result<String> {
    imp::kernel_log()
}

/// A system call that tells which kernel really answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Its name.
    pub name: String,
    /// The version of Linux that brought it.
    pub since: (u32, u32),
    /// Whether the kernel knows it.
    pub present: bool,
}

/// Which of a few younger system calls the kernel knows, asked with arguments that each must
/// refuse. A filter that kills what it does not allow must not be in force.
pub fn calls() -> Result<Vec<Call>> {
    imp::calls()
}

/// How the system's clock is kept in step with others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Discipline {
    /// Whether the kernel believes that it is.
    pub synchronized: bool,
    /// By how much the clock's rate is adjusted now, in parts per thousand million.
    pub rate_ppb: i64,
}

/// How the system's clock is kept in step, read only.
///
/// Manual: `adjtimex(2)`.
pub fn discipline() -> Result<Discipline> {
    imp::discipline()
}

/// Wine, where it is what answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wine {
    /// Its version.
    pub version: String,
    /// The system below it and its release.
    pub host: String,
}

/// Wine's own account of itself, if this is a Windows program that runs on it.
pub fn wine() -> Result<Option<Wine>> {
    imp::wine()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn linux_answers_everything_that_needs_no_rights() {
        assert_eq!(names().unwrap().system, "Linux");
        assert!(processors().unwrap() >= 1);
        assert!(page_bytes().unwrap().is_power_of_two());
        assert!(clock_ticks().unwrap() > 0);
        assert!(clock_resolution_ns().unwrap() > 0);
        assert!(clock_read_ns().unwrap() < 1_000_000);
        assert!(limit(Resource::OpenFiles).unwrap().soft.is_none_or(|files| files > 2));
        assert!(!library().unwrap().name.is_empty());
        privileged().unwrap();
        vdso().unwrap();
        dynamically_linked().unwrap();
        discipline().unwrap();
        assert_eq!(wine().unwrap(), None);
        assert!(wear("no-such-disk").is_err());
    }

    #[test]
    fn a_file_tells_its_alignment() {
        let found = place(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
        let alignments = (found.direct_alignment_bytes, found.direct_memory_alignment_bytes);
        // Kernels before 6.1 and some file systems do not tell; who tells one tells both.
        assert_eq!(alignments.0.is_some(), alignments.1.is_some());
        assert!(alignments.0.is_none_or(|bytes| bytes == 0 || bytes.is_power_of_two()));
    }

    #[test]
    fn a_place_is_on_a_mount() {
        let found = place(Path::new("/")).unwrap();
        assert_eq!(found.path, Path::new("/"));
        assert!(found.block_bytes > 0 && found.total_bytes >= found.available_bytes);
        assert!(place(Path::new("/no/such/place")).is_err());
    }

    #[test]
    fn calls_are_asked_without_harm() {
        let found = calls().unwrap();
        assert!(found.iter().any(|call| call.name == "close_range"));
    }
}
