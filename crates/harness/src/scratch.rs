//! Scratch directories: made in the directory under test, held by a lock, removed when the lock
//! is free.
//!
//! Whoever dies loses its lock, so a scratch directory without a holder is nobody's.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sys::lease::Lease;

/// First part of the name of every scratch directory.
const PREFIX: &str = ".whichos-scratch-";
/// The same while it is being made.
const UNHELD: &str = ".whichos-new-";
/// The file whose lock says that the directory is in use.
const LEASE: &str = "lease";
/// A directory without a lease file may be one that is being made just now.
const NEW: Duration = Duration::from_mins(1);

/// A scratch directory that is held; dropping it removes it.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
    _lease: Lease,
}

impl Scratch {
    /// Makes one in `place`, after removing those that nobody holds.
    pub fn create(place: &Path) -> io::Result<Self> {
        remove_abandoned(place)?;
        let name = format!("{}-{:x}", sys::process::id(), sys::clock::now_ns());
        // It gets its name when it is held: until then nobody takes it for abandoned.
        let new = place.join(format!("{UNHELD}{name}"));
        let path = place.join(format!("{PREFIX}{name}"));
        std::fs::create_dir(&new).map_err(|error| {
            let what = format!("a scratch directory cannot be made there: {error}");
            io::Error::new(error.kind(), what)
        })?;
        // File systems that lack the flag place directories as they do for everybody.
        let _ = sys::file::spread_subdirectories(&new);
        let lease = match sys::lease::take(&new.join(LEASE)) {
            Ok(Some(lease)) => std::fs::rename(&new, &path).map(|()| lease),
            Ok(None) => Err(io::Error::other("a new scratch directory is locked by another")),
            Err(error) => Err(error),
        };
        match lease {
            Ok(lease) => Ok(Self { path, _lease: lease }),
            Err(error) => {
                let _ = std::fs::remove_dir_all(&new);
                Err(error)
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed now is found by the next run: its lock is free.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// Removes the scratch directories in `place` that nobody holds, and returns their paths.
pub fn remove_abandoned(place: &Path) -> io::Result<Vec<PathBuf>> {
    let mut removed = Vec::new();
    for entry in std::fs::read_dir(place)? {
        let path = entry?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let ours = name.is_some_and(|name| name.starts_with(PREFIX) || name.starts_with(UNHELD));
        // What is another user's, or was removed by another run just now, is not ours to remove.
        if ours
            && path.is_dir()
            && is_abandoned(&path).unwrap_or(false)
            && std::fs::remove_dir_all(&path).is_ok()
        {
            removed.push(path);
        }
    }
    Ok(removed)
}

fn is_abandoned(scratch: &Path) -> io::Result<bool> {
    let held = scratch.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PREFIX));
    let lease = scratch.join(LEASE);
    if held && lease.exists() {
        return Ok(sys::lease::take(&lease)?.is_some());
    }
    let age = std::fs::metadata(scratch)?.modified()?.elapsed();
    Ok(age.is_ok_and(|age| age > NEW))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_held_directory_stays_and_an_abandoned_one_goes() {
        let place = tempfile::tempdir().unwrap();
        let held = Scratch::create(place.path()).unwrap();
        let abandoned = place.path().join(format!("{PREFIX}1-0"));
        std::fs::create_dir(&abandoned).unwrap();
        std::fs::write(abandoned.join(LEASE), "").unwrap();
        let just_made = place.path().join(format!("{PREFIX}2-0"));
        std::fs::create_dir(&just_made).unwrap();
        let other = place.path().join("precious");
        std::fs::create_dir(&other).unwrap();
        assert_eq!(remove_abandoned(place.path()).unwrap(), [abandoned]);
        assert!(held.path().exists() && just_made.exists() && other.exists());
        let path = held.path().to_owned();
        drop(held);
        assert!(!path.exists());
    }
}
