//! A lock on a file that its holder's death releases: who holds it is alive.
//!
//! `flock(2)` through the standard library; the lock belongs to the open file, so a child that
//! inherited the descriptor would keep it, which is why it is opened close-on-exec.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

/// A held lock.
#[derive(Debug)]
pub struct Lease(#[expect(dead_code, reason = "held until dropped")] File);

/// Creates the file if need be and takes its lock; `None` where somebody else holds it.
pub fn take(path: &Path) -> io::Result<Option<Lease>> {
    let file = File::options().create(true).truncate(false).write(true).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(Lease(file))),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lease_is_held_by_one_and_ends_with_it() {
        let path = std::env::temp_dir().join(format!("sys-lease-{}", std::process::id()));
        let held = take(&path).unwrap();
        assert!(held.is_some());
        assert!(take(&path).unwrap().is_none());
        drop(held);
        assert!(take(&path).unwrap().is_some());
        std::fs::remove_file(&path).unwrap();
    }
}
