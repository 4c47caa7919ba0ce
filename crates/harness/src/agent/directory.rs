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
            Leaves::Nothing => std::fs::remove_dir_all(own)
                .map_err(|error| format!("removing {}: {error}", own.display()))?,
            Leaves::EmptyFiles => empty_files(own)
                .map_err(|error| format!("emptying the files of {}: {error}", own.display()))?,
        }
        match sys::file::settle(scratch) {
            Ok(()) | Err(sys::Error::Unsupported(_)) => Ok(()),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// Empties every file below a directory; the names stay.
fn empty_files(directory: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(directory)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            empty_files(&entry.path())?;
        } else if kind.is_file() {
            std::fs::OpenOptions::new().write(true).open(entry.path())?.set_len(0)?;
        }
    }
    Ok(())
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
        empty_files(place.path()).unwrap();
        assert_eq!(std::fs::metadata(deep.join("file")).unwrap().len(), 0);
    }
}
