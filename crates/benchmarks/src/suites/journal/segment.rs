//! The file that a journal is written to: in which state it is found, and what is read from it.

use std::path::Path;

use model::Named;
use sys::buffer::Aligned;
use sys::durable::{File, Opening, sync_directory};

use super::transaction::Checker;
use crate::data::fill;
use crate::parameters::named;
use crate::{Error, Result};

/// Bytes that are prepared by one write.
const CHUNK: usize = 1 << 20;

/// The states as values of the parameter.
pub(super) fn states() -> Vec<Named> {
    vec![
        named("append", "empty: every commit makes it longer"),
        named("fallocate", "room reserved by fallocate, nothing written"),
        named("zeroed", "zeros written and synced before"),
        named("recycled", "an old segment, written over"),
    ]
}

/// Makes the file, brings it to the disk, and has its pages forgotten.
pub(super) fn prepare(path: &Path, state: &str, bytes: u64, seed: u64) -> Result<()> {
    let file = File::open(path, Opening::default())?;
    match state {
        "append" => {}
        "fallocate" => file.allocate(bytes).map_err(no_room_reserved)?,
        "zeroed" => write(&file, bytes, &Aligned::new(CHUNK))?,
        "recycled" => {
            let mut old = Aligned::new(CHUNK);
            // Other data than this trial's own, so that a lost commit leaves no valid one.
            fill(&mut old, !seed);
            write(&file, bytes, &old)?;
        }
        other => return Err(Error::Wrong(format!("no file state {other}"))),
    }
    file.fsync()?;
    forget(&file)?;
    if let Some(directory) = path.parent() {
        sync_directory(directory)?;
    }
    Ok(())
}

/// A file system that cannot reserve room has no such case; any other error is one.
fn no_room_reserved(error: sys::Error) -> sys::Error {
    match error {
        sys::Error::Os { source, .. } if source.kind() == std::io::ErrorKind::Unsupported => {
            sys::Error::Unsupported("this file system reserves no room (fallocate)")
        }
        other => other,
    }
}

fn write(file: &File, bytes: u64, chunk: &[u8]) -> Result<()> {
    let mut offset = 0;
    while offset < bytes {
        let part = chunk.len().min(usize::try_from(bytes - offset).unwrap_or(usize::MAX));
        file.write_at(&chunk[..part], offset)?;
        offset += part as u64;
    }
    Ok(())
}

/// Systems that cannot be asked keep the pages: nothing but the speed of checking depends on it.
fn forget(file: &File) -> Result<()> {
    match file.forget() {
        Ok(()) | Err(sys::Error::Unsupported(_)) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Reads the whole journal from the disk, as far as the system lets go of its cache, and checks
/// every commit; returns how many there are.
pub(super) fn verify(path: &Path, commits: u64, bytes: usize, mut checker: Checker) -> Result<()> {
    let file = File::open(path, Opening::default())?;
    // What was not synced must reach the disk before it can be read from there.
    file.fsync()?;
    forget(&file)?;
    let mut found = Aligned::new(bytes);
    for sequence in 0..commits {
        let count = file.read_at(&mut found, sequence * bytes as u64)?;
        checker.check(&found[..count], sequence)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::transaction::Body;
    use super::*;

    #[test]
    fn a_commit_that_is_missing_is_found_in_every_state() {
        let directory = tempfile::tempdir().unwrap();
        let bytes = 4096;
        for state in ["append", "fallocate", "zeroed", "recycled"] {
            let path = directory.path().join(state);
            match prepare(&path, state, 8 * bytes as u64, 5) {
                Err(Error::System(sys::Error::Unsupported(_))) => continue,
                other => other.unwrap(),
            }
            let file = File::open(&path, Opening::default()).unwrap();
            let mut body = Body::new(bytes, 5, 0);
            for sequence in [0, 1, 3] {
                file.write_at(body.stamped(sequence), sequence * bytes as u64).unwrap();
            }
            let checker = || Checker::new(bytes, 5, 1);
            verify(&path, 2, bytes, checker()).unwrap();
            let missing = verify(&path, 4, bytes, checker()).unwrap_err().to_string();
            assert!(missing.contains("commit 2 is lost"), "{state}: {missing}");
        }
    }
}
