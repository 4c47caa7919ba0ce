//! Unix systems without a back end of their own yet: what POSIX promises.

use super::{Call, Discipline, Library, Wine};
use crate::{Error, Result};

pub(super) use super::posix::{
    clock_resolution_ns, clock_ticks, limit, names, page_bytes, place, privileged, processors,
};

const LINUX_ONLY: Error = Error::Unsupported("only asked of Linux");

pub(super) fn library() -> Result<Library> {
    Err(Error::Unsupported("the C library of this system is part of it"))
}

pub(super) fn vdso() -> Result<bool> {
    Err(LINUX_ONLY)
}

pub(super) fn dynamically_linked() -> Result<bool> {
    Err(LINUX_ONLY)
}

pub(super) fn security_modules() -> Result<Vec<String>> {
    Err(LINUX_ONLY)
}

pub(super) fn kernel_log() -> Result<String> {
    Err(LINUX_ONLY)
}

pub(super) fn calls() -> Result<Vec<Call>> {
    Err(LINUX_ONLY)
}

pub(super) fn discipline() -> Result<Discipline> {
    Err(LINUX_ONLY)
}

#[expect(clippy::unnecessary_wraps, reason = "other back ends cannot answer")]
pub(super) fn wine() -> Result<Option<Wine>> {
    Ok(None)
}

pub(super) fn wear_log(_: &str) -> Result<[u8; super::wear::LOG_BYTES]> {
    Err(LINUX_ONLY)
}
