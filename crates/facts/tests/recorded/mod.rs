//! Systems in text files: `=== path` begins a file, `=== path -> target` is a link, `␀` is a zero
//! byte; the file `calls` is [`Recorded`]'s. One file each, since numbers of devices have colons
//! in their paths, which not every system can check out.
#![expect(clippy::unwrap_used, reason = "a test that cannot read its own files has failed")]

use std::path::{Path, PathBuf};

use facts::{Recorded, Source};
use tempfile::TempDir;

/// A recorded system, unpacked into a folder for as long as it lives.
pub(crate) struct System {
    folder: TempDir,
    /// The system's name.
    pub(crate) name: String,
    calls: Recorded,
}

impl System {
    /// Unpacks a system.
    pub(crate) fn unpack(name: &str) -> Self {
        let text = std::fs::read_to_string(fixtures().join(name).with_extension("txt")).unwrap();
        let folder = TempDir::new().unwrap();
        let mut calls = Recorded::default();
        for part in text.split("\n=== ").skip(1) {
            let (head, body) = part.split_once('\n').unwrap_or((part, ""));
            let (path, target) =
                head.split_once(" -> ").map_or((head, None), |(path, target)| (path, Some(target)));
            let at = folder.path().join(path);
            std::fs::create_dir_all(at.parent().unwrap()).unwrap();
            match target {
                Some(target) => std::os::unix::fs::symlink(target, at).unwrap(),
                None if path == "calls" => calls = Recorded::parse(body),
                None => std::fs::write(at, body.replace('␀', "\0")).unwrap(),
            }
        }
        Self { folder, name: name.to_owned(), calls }
    }

    /// Every recorded system.
    pub(crate) fn all() -> Vec<Self> {
        let files = std::fs::read_dir(fixtures()).unwrap().map(|entry| entry.unwrap().path());
        let mut names: Vec<String> =
            files.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
        names.sort();
        assert!(names.len() >= 10);
        names.iter().map(|name| Self::unpack(name)).collect()
    }

    /// The system as it was recorded.
    pub(crate) fn source(&self) -> Source {
        Source::new(self.folder.path(), self.calls.clone())
    }
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}
