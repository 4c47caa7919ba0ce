//! Where facts come from.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::{Calls, Found, Here, Reason};

/// A system to ask: the running one, or one recorded in a folder.
pub struct Source {
    root: PathBuf,
    calls: Box<dyn Calls>,
}

impl Source {
    /// The running system.
    pub fn here() -> Self {
        Self::new("/", Here)
    }

    /// A system whose `/proc`, `/sys`, `/etc` and so on lie below `root` and whose answers to
    /// calls are `calls`.
    pub fn new(root: impl Into<PathBuf>, calls: impl Calls + 'static) -> Self {
        Self { root: root.into(), calls: Box::new(calls) }
    }

    /// What no file tells.
    pub(crate) fn calls(&self) -> &dyn Calls {
        self.calls.as_ref()
    }

    fn at(&self, path: &str) -> PathBuf {
        self.root.join(path.trim_start_matches('/'))
    }

    /// The bytes of a file.
    pub(crate) fn bytes(&self, path: &str) -> Found<Vec<u8>> {
        std::fs::read(self.at(path)).map_err(|error| reason(path, error.kind()))
    }

    /// The text of a file without blanks around it. An empty file tells nothing.
    pub(crate) fn text(&self, path: &str) -> Found<String> {
        let bytes = self.bytes(path)?;
        let text = String::from_utf8_lossy(&bytes).replace('\0', " ").trim().to_owned();
        if text.is_empty() { Err(format!("/{path} is empty")) } else { Ok(text) }
    }

    /// Gives a file a new text.
    pub(crate) fn write(&self, path: &str, text: &str) -> Found<()> {
        let file = self.at(path);
        std::fs::write(&file, text).map_err(|error| format!("writing {}: {error}", file.display()))
    }

    /// The number that is all a file holds.
    pub(crate) fn number(&self, path: &str) -> Found<u64> {
        let text = self.text(path)?;
        text.parse().map_err(|_| format!("/{path} holds no number"))
    }

    /// The switch that is all a file holds.
    pub(crate) fn switch(&self, path: &str) -> Found<bool> {
        match self.text(path)?.as_str() {
            "1" | "Y" | "y" => Ok(true),
            "0" | "N" | "n" => Ok(false),
            _ => Err(format!("/{path} holds no switch")),
        }
    }

    /// The choice in brackets: `always [madvise] never`. Without brackets all of it is the choice.
    pub(crate) fn choice(&self, path: &str) -> Found<String> {
        let text = self.text(path)?;
        let chosen = text.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
        Ok(chosen.map_or(text.as_str(), |(chosen, _)| chosen).to_owned())
    }

    /// Whether something is there.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.at(path).symlink_metadata().is_ok()
    }

    /// The names in a folder, in order; empty where there is none.
    pub(crate) fn names(&self, path: &str) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(self.at(path)) else { return Vec::new() };
        let mut names: Vec<String> = entries
            .filter_map(Result::ok)
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// The last part of where a link points.
    pub(crate) fn link(&self, path: &str) -> Found<String> {
        let target =
            std::fs::read_link(self.at(path)).map_err(|error| reason(path, error.kind()))?;
        last(&target).ok_or_else(|| format!("/{path} points nowhere"))
    }
}

/// The last part of a path.
fn last(path: &Path) -> Option<String> {
    path.file_name().map(|name| name.to_string_lossy().into_owned())
}

fn reason(path: &str, kind: ErrorKind) -> Reason {
    let path = path.trim_start_matches('/');
    match kind {
        ErrorKind::NotFound => format!("no /{path}"),
        ErrorKind::PermissionDenied => format!("/{path} is for administrators"),
        kind => format!("/{path}: {kind}"),
    }
}
