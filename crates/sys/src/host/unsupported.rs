//! Systems that are not asked yet.

use std::path::Path;

use super::{Call, Discipline, Library, Limit, Names, Place, Resource, Wine};
use crate::{Error, Result};

const NOT_ASKED: Error = Error::Unsupported("not asked of this system");

pub(super) fn names() -> Result<Names> {
    Err(NOT_ASKED)
}

pub(super) fn limit(_: Resource) -> Result<Limit> {
    Err(NOT_ASKED)
}

pub(super) fn processors() -> Result<u64> {
    Err(NOT_ASKED)
}

pub(super) fn page_bytes() -> Result<u64> {
    Err(NOT_ASKED)
}

pub(super) fn clock_ticks() -> Result<u64> {
    Err(NOT_ASKED)
}

pub(super) fn clock_resolution_ns() -> Result<u64> {
    Err(NOT_ASKED)
}

pub(super) fn privileged() -> Result<bool> {
    Err(NOT_ASKED)
}

pub(super) fn place(_: &Path) -> Result<Place> {
    Err(NOT_ASKED)
}

pub(super) fn library() -> Result<Library> {
    Err(NOT_ASKED)
}

pub(super) fn vdso() -> Result<bool> {
    Err(NOT_ASKED)
}

pub(super) fn dynamically_linked() -> Result<bool> {
    Err(NOT_ASKED)
}

pub(super) fn security_modules() -> Result<Vec<String>> {
    Err(NOT_ASKED)
}

pub(super) fn kernel_log() -> Result<String> {
    Err(NOT_ASKED)
}

pub(super) fn calls() -> Result<Vec<Call>> {
    Err(NOT_ASKED)
}

pub(super) fn discipline() -> Result<Discipline> {
    Err(NOT_ASKED)
}

pub(super) fn wine() -> Result<Option<Wine>> {
    Err(NOT_ASKED)
}

pub(super) fn wear_log(_: &str) -> Result<[u8; super::wear::LOG_BYTES]> {
    Err(NOT_ASKED)
}
