//! Systems whose limits are not asked yet.

use super::Limits;

pub(super) fn raise_open_files() -> Option<(u64, u64)> {
    None
}

pub(super) fn run_on(_: usize) -> crate::Result<()> {
    Err(crate::Error::Unsupported("processors of this system are not chosen yet"))
}

pub(super) fn limits() -> Limits {
    Limits {
        processors: std::thread::available_parallelism().map_or(1, |count| count.get() as u64),
        memory_bytes: None,
        processes: None,
        open_files: None,
    }
}
