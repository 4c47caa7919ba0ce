//! Files that many trials read: made once a run, in the directory that the run's trials share.

use std::fs::{File, OpenOptions, rename};
use std::io::Write;
use std::path::{Path, PathBuf};

use sys::buffer::Aligned;

use super::content::{Content, Kind};
use crate::{Error, Result};

/// Seed of all source files: trials of a run must agree on it.
const SEED: u64 = 0x5eed_0f10;
/// What is generated at once.
const PIECE: usize = 4 << 20;

/// The stream that a source file of this kind holds.
pub(super) fn content(kind: Kind) -> Content {
    Content::new(kind, SEED)
}

/// The source file of a size and kind: found, or made under another name and then renamed, so that
/// a half-made one is never taken for it.
pub(super) fn file(shared: &Path, size: u64, kind: Kind) -> Result<PathBuf> {
    let name = format!("source-{size}-{kind:?}");
    let path = shared.join(&name);
    if path.metadata().is_ok_and(|found| found.len() == size) {
        return Ok(path);
    }
    let unfinished = shared.join(format!("{name}.{}", sys::process::id()));
    let made = make(&unfinished, size, &content(kind)).and_then(|()| rename(&unfinished, &path));
    made.map_err(|source| {
        let _ = std::fs::remove_file(&unfinished);
        Error::Prepare { what: format!("making a source file of {size} bytes"), source }
    })?;
    Ok(path)
}

/// Writes the file and brings it to the device, since dirty pages cannot be made cold.
pub(super) fn make(path: &Path, size: u64, content: &Content) -> std::io::Result<()> {
    let mut file: File = OpenOptions::new().write(true).create_new(true).open(path)?;
    let mut buffer = Aligned::new(PIECE);
    let mut at = 0;
    while at < size {
        let length = (size - at).min(PIECE as u64) as usize;
        content.fill(at, &mut buffer[..length]);
        file.write_all(&buffer[..length])?;
        at += length as u64;
    }
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_made_once_and_whole() {
        let directory = tempfile::tempdir().unwrap();
        let size = PIECE as u64 + 5;
        let path = file(directory.path(), size, Kind::Random).unwrap();
        let data = std::fs::read(&path).unwrap();
        assert_eq!(data.len() as u64, size);
        assert_eq!(content(Kind::Random).differs(0, &data), None);
        // One that was cut short is made again; nothing else is left.
        std::fs::write(&path, b"short").unwrap();
        assert_eq!(file(directory.path(), size, Kind::Random).unwrap(), path);
        assert_eq!(std::fs::read(&path).unwrap(), data);
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
        assert!(file(&directory.path().join("absent"), 1, Kind::Zero).is_err());
    }
}
