//! The directories of a trial: made empty before it, brought to rest after it.

use std::io;
use std::path::{Path, PathBuf};

use benchmarks::Leaves;

use super::Agent;
use crate::protocol::TrialOrder;

/// Name of the directory that all trials of a run share, beside their own.
pub(super) const SHARED: &str = "shared";

/// The directories that a trial uses.
#[derive(Clone)]
pub(super) struct Directories {
    /// Its own.
    pub(super) own: PathBuf,
    /// The one that all trials of the run share.
    pub(super) shared: PathBuf,
    leaves: Leaves,
}

impl Directories {
    /// An empty directory for the trial, where it uses one.
    pub(super) fn make(agent: &Agent, order: &TrialOrder) -> Result<Option<Self>, String> {
        let Some(index) = order.place else { return Ok(None) };
        let place = agent.places.get(index).ok_or("no such place was opened")?;
        // A name of its own: file systems choose where a directory lies by its name too.
        let own = place.scratch.path().join(format!("trial-{:016x}", order.seed));
        std::fs::create_dir(&own)
            .map_err(|error| format!("creating {}: {error}", own.display()))?;
        let leaves = benchmarks::lookup(&order.benchmark).map(|benchmark| benchmark.leaves);
        let shared = place.scratch.path().join(SHARED);
        Ok(Some(Self { own, shared, leaves: leaves.unwrap_or_default() }))
    }

    /// Removes or empties what the trial left and waits until the file system has written
    /// everything.
    pub(super) fn settle(&self) -> Result<(), String> {
        let own = &self.own;
        let scratch = own.parent().unwrap_or(own);
        match self.leaves {
            Leaves::Nothing => remove(own)?,
            Leaves::EmptyFiles => {
                let left = empty_files(own)
                    .map_err(|error| format!("emptying the files of {}: {error}", own.display()))?;
                if scarce(left, sys::file::space(scratch).ok().and_then(|space| space.free_inodes))
                {
                    remove(own)?;
                }
            }
        }
        match sys::file::settle(scratch) {
            Ok(()) | Err(sys::Error::Unsupported(_)) => Ok(()),
            Err(error) => Err(error.to_string()),
        }
    }
}

fn remove(directory: &Path) -> Result<(), String> {
    std::fs::remove_dir_all(directory)
        .map_err(|error| format!("removing {}: {error}", directory.display()))
}

/// Whether so many files are too many to be kept, trial after trial: then they are removed like
/// those of other benchmarks. Small file systems have few inodes, and would run out of them.
fn scarce(files: u64, free_inodes: Option<u64>) -> bool {
    /// Trials with a run's most looks, with as many cells again.
    const TRIALS: u64 = 128;
    free_inodes.is_some_and(|free| free < files.saturating_mul(TRIALS))
}

/// Empties every file below a directory, and says how many there are; the names stay.
fn empty_files(directory: &Path) -> io::Result<u64> {
    let mut files = 0;
    for entry in std::fs::read_dir(directory)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            files += empty_files(&entry.path())?;
        } else if kind.is_file() {
            std::fs::OpenOptions::new().write(true).open(entry.path())?.set_len(0)?;
            files += 1;
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emptied_files_keep_their_names() {
        let place = tempfile::tempdir().unwrap();
        let deep = place.path().join("a/b");
        std::fs::create_dir_all(&deep).unwrap();
        std::fs::write(deep.join("file"), "data").unwrap();
        assert_eq!(empty_files(place.path()).unwrap(), 1);
        assert_eq!(std::fs::metadata(deep.join("file")).unwrap().len(), 0);
    }

    #[test]
    fn files_are_kept_only_where_there_is_room_for_many_such_trials() {
        assert!(!scarce(10_000, None), "no number of inodes is set");
        assert!(!scarce(10_000, Some(16_000_000)));
        assert!(scarce(10_000, Some(65_536)), "a file system of one gibibyte");
        assert!(!scarce(0, Some(0)), "nothing is left");
    }
}
