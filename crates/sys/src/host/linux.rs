//! Linux, and what takes itself for it.

use std::ffi::{c_int, c_long, c_ulong};
use std::mem::MaybeUninit;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use super::wear::LOG_BYTES;
use super::{Call, Discipline, Library, Place, Wine};
use crate::{Error, Result};

pub(super) use super::posix::{
    clock_resolution_ns, clock_ticks, limit, names, page_bytes, privileged, processors,
};

pub(super) fn place(directory: &Path) -> Result<Place> {
    let mut place = super::posix::place(directory)?;
    let device =
        std::fs::metadata(&place.path).map_err(|source| Error::Os { call: "stat", source })?.dev();
    place.device = (libc::major(device), libc::minor(device));
    let name = super::posix::c_path(&place.path)?;
    let mut found = MaybeUninit::<libc::statfs>::zeroed();
    // SAFETY: the name ends in a zero, and the pointer is to memory of the right size; both
    // outlive the call.
    if unsafe { libc::statfs(name.as_ptr(), found.as_mut_ptr()) } == 0 {
        // SAFETY: all fields are integers and were filled.
        let found = unsafe { found.assume_init() };
        #[allow(clippy::unnecessary_cast, reason = "the type differs between C libraries")]
        let magic = found.f_type as u32;
        place.magic = u64::from(magic);
    }
    place.mount = statx(&name, libc::STATX_MNT_ID).and_then(|found| mount(&found));
    let alignment = direct_alignment(&place.path);
    place.direct_alignment_bytes = alignment.map(|(offset, _)| offset);
    place.direct_memory_alignment_bytes = alignment.map(|(_, memory)| memory);
    Ok(place)
}

fn statx(name: &std::ffi::CStr, wanted: u32) -> Option<libc::statx> {
    let mut found = MaybeUninit::<libc::statx>::zeroed();
    // SAFETY: the name ends in a zero, and the pointer is to memory of the right size; both
    // outlive the call.
    let code = unsafe { libc::statx(libc::AT_FDCWD, name.as_ptr(), 0, wanted, found.as_mut_ptr()) };
    // SAFETY: all fields are integers, for which zeroes are valid, and were filled.
    (code == 0).then(|| unsafe { found.assume_init() })
}

/// What offsets and memory must be aligned to for direct input and output. Directories do not tell, files do, so any
/// file of the same directory is asked.
fn direct_alignment(directory: &Path) -> Option<(u64, u64)> {
    let files = std::fs::read_dir(directory).ok()?.take(64).filter_map(std::result::Result::ok);
    let mut files = files.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let name = super::posix::c_path(&files.next()?.path()).ok()?;
    let found = statx(&name, libc::STATX_DIOALIGN | libc::STATX_MNT_ID)?;
    // Who passes the kernel's mask on but not its younger fields leaves no number of a mount.
    let told = found.stx_mask & libc::STATX_DIOALIGN != 0 && mount(&found).is_some();
    told.then(|| (found.stx_dio_offset_align.into(), found.stx_dio_mem_align.into()))
}

/// The number of the mount. No mount has 0.
fn mount(found: &libc::statx) -> Option<u64> {
    let told = found.stx_mask & libc::STATX_MNT_ID != 0 && found.stx_mnt_id != 0;
    told.then_some(found.stx_mnt_id)
}

#[cfg(target_env = "gnu")]
#[expect(clippy::unnecessary_wraps, reason = "other back ends cannot answer")]
pub(super) fn library() -> Result<Library> {
    // SAFETY: takes nothing and returns text that lives as long as the process.
    let version = super::posix::constant(unsafe { libc::gnu_get_libc_version() });
    Ok(Library { name: "glibc".to_owned(), version })
}

#[cfg(target_env = "musl")]
#[expect(clippy::unnecessary_wraps, reason = "other back ends cannot answer")]
pub(super) fn library() -> Result<Library> {
    Ok(Library { name: "musl".to_owned(), version: None })
}

#[cfg(not(any(target_env = "gnu", target_env = "musl")))]
pub(super) fn library() -> Result<Library> {
    Err(Error::Unsupported("a C library that this build does not know"))
}

#[expect(clippy::unnecessary_wraps, reason = "other back ends cannot answer")]
pub(super) fn vdso() -> Result<bool> {
    Ok(auxiliary(libc::AT_SYSINFO_EHDR) != 0)
}

#[expect(clippy::unnecessary_wraps, reason = "other back ends cannot answer")]
pub(super) fn dynamically_linked() -> Result<bool> {
    Ok(auxiliary(libc::AT_BASE) != 0)
}

/// A word that the kernel handed this program at its start, or 0.
fn auxiliary(kind: c_ulong) -> c_ulong {
    // SAFETY: takes and returns integers; an unknown kind gives 0.
    unsafe { libc::getauxval(kind) }
}

/// Numbers of system calls that are equal on all processors, since Linux 5.1.
mod number {
    use super::c_long;

    pub(super) const CLOSE_RANGE: c_long = 436;
    pub(super) const EPOLL_PWAIT2: c_long = 441;
    pub(super) const FUTEX_WAITV: c_long = 449;
    pub(super) const STATMOUNT: c_long = 457;
    pub(super) const LSM_LIST_MODULES: c_long = 461;
}

/// The kernel's numbers of its security modules, and their names.
const MODULES: &[(u64, &str)] = &[
    (100, "capability"),
    (101, "selinux"),
    (102, "smack"),
    (103, "tomoyo"),
    (104, "apparmor"),
    (105, "yama"),
    (106, "loadpin"),
    (107, "safesetid"),
    (108, "lockdown"),
    (109, "bpf"),
    (110, "landlock"),
    (111, "ima"),
    (112, "evm"),
    (113, "ipe"),
];

pub(super) fn security_modules() -> Result<Vec<String>> {
    let mut ids = [0_u64; 64];
    let mut bytes = size_of_val(&ids) as u32;
    // SAFETY: the first pointer is to as many bytes as the second says; both outlive the call.
    let count =
        unsafe { libc::syscall(number::LSM_LIST_MODULES, ids.as_mut_ptr(), &raw mut bytes, 0_u32) };
    let count = usize::try_from(count).map_err(|_| Error::last("lsm_list_modules"))?;
    Ok(ids.iter().take(count).map(|id| module(*id)).collect())
}

fn module(id: u64) -> String {
    let known = MODULES.iter().find(|(number, _)| *number == id);
    known.map_or_else(|| format!("number {id}"), |(_, name)| (*name).to_owned())
}

pub(super) fn kernel_log() -> Result<String> {
    const SIZE: c_int = 10;
    const READ_ALL: c_int = 3;
    // SAFETY: this action ignores the pointer and returns an integer.
    let size = unsafe { libc::klogctl(SIZE, std::ptr::null_mut(), 0) };
    // The size is the kernel's own choice at its start; the bound only guards against nonsense.
    let size = usize::try_from(size).map_err(|_| Error::last("syslog"))?.clamp(1 << 12, 1 << 24);
    let mut log = vec![0_u8; size];
    // SAFETY: the pointer is to as many bytes as the last argument says, and outlives the call.
    let length = unsafe { libc::klogctl(READ_ALL, log.as_mut_ptr().cast(), size as c_int) };
    let length = usize::try_from(length).map_err(|_| Error::last("syslog"))?;
    Ok(String::from_utf8_lossy(&log[..length.min(size)]).into_owned())
}

#[expect(clippy::unnecessary_wraps, reason = "other back ends cannot answer")]
pub(super) fn calls() -> Result<Vec<Call>> {
    // Each gets a descriptor or a range that it must refuse, and no memory to write to.
    let probes = [
        ("close_range", (5, 9), number::CLOSE_RANGE, [1, 0, 0]),
        ("epoll_pwait2", (5, 11), number::EPOLL_PWAIT2, [-1, 0, 0]),
        ("futex_waitv", (5, 16), number::FUTEX_WAITV, [0, 0, 0]),
        ("statmount", (6, 8), number::STATMOUNT, [0, 0, 0]),
    ];
    let known = |call, arguments| known(call, arguments);
    Ok(probes
        .into_iter()
        .map(|(name, since, call, arguments)| Call {
            name: name.to_owned(),
            since,
            present: known(call, arguments),
        })
        .collect())
}

/// Whether the kernel knows a call that refuses these arguments.
fn known(call: c_long, [first, second, third]: [c_long; 3]) -> bool {
    let none: c_long = 0;
    // SAFETY: every caller's arguments are ones that the call refuses before it touches memory.
    let answer = unsafe { libc::syscall(call, first, second, third, none, none, none) };
    answer >= 0 || std::io::Error::last_os_error().raw_os_error() != Some(libc::ENOSYS)
}

pub(super) fn discipline() -> Result<Discipline> {
    let mut found = MaybeUninit::<libc::timex>::zeroed();
    // SAFETY: the pointer is to a structure of zeroes, which ask for no change, and outlives
    // the call.
    if unsafe { libc::adjtimex(found.as_mut_ptr()) } < 0 {
        return Err(Error::last("adjtimex"));
    }
    // SAFETY: all fields are integers, for which zeroes are valid, and were filled.
    let found = unsafe { found.assume_init() };
    // The kernel counts in parts per million, scaled by 2^16.
    #[allow(clippy::unnecessary_cast, clippy::useless_conversion, reason = "32-bit systems differ")]
    let rate_ppb = i64::from(found.freq) * 1_000 / 65_536;
    Ok(Discipline { synchronized: found.status & libc::STA_UNSYNC == 0, rate_ppb })
}

#[expect(clippy::unnecessary_wraps, reason = "other back ends cannot answer")]
pub(super) fn wine() -> Result<Option<Wine>> {
    Ok(None)
}

/// An administrative command for an `NVMe` controller: `struct nvme_passthru_cmd` of
/// `linux/nvme_ioctl.h`.
#[repr(C)]
#[derive(Default)]
struct NvmeCommand {
    opcode: u8,
    flags: u8,
    reserved: u16,
    namespace: u32,
    words_2_3: [u32; 2],
    metadata: u64,
    address: u64,
    metadata_bytes: u32,
    data_bytes: u32,
    words_10_15: [u32; 6],
    timeout_ms: u32,
    result: u32,
}

/// The page on its health that an `NVMe` controller keeps.
pub(super) fn wear_log(controller: &str) -> Result<[u8; LOG_BYTES]> {
    use std::os::fd::AsRawFd;

    const GET_LOG_PAGE: u8 = 0x02;
    const HEALTH: u32 = 0x02;
    const ALL_NAMESPACES: u32 = u32::MAX;

    let device = std::fs::File::open(format!("/dev/{controller}"))
        .map_err(|source| Error::Os { call: "open", source })?;
    let mut log = [0_u8; LOG_BYTES];
    // The length is in words, less one.
    let length = (LOG_BYTES as u32 / 4 - 1) << 16;
    let mut command = NvmeCommand {
        opcode: GET_LOG_PAGE,
        namespace: ALL_NAMESPACES,
        address: log.as_mut_ptr() as u64,
        data_bytes: LOG_BYTES as u32,
        words_10_15: [length | HEALTH, 0, 0, 0, 0, 0],
        timeout_ms: 1_000,
        ..NvmeCommand::default()
    };
    let request = libc::_IOWR::<NvmeCommand>(u32::from(b'N'), 0x41);
    // SAFETY: the command is laid out as the kernel expects, and the memory that it names is as
    // long as it says; both outlive the call.
    let code = unsafe { libc::ioctl(device.as_raw_fd(), request, &raw mut command) };
    match code {
        0 => Ok(log),
        -1 => Err(Error::last("ioctl")),
        _ => Err(Error::Unsupported("the controller refused to tell")),
    }
}
