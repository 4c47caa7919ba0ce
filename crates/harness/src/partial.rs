//! The result while it grows: finished trials are appended between trials, so that whatever
//! happens loses none of them.
//!
//! A partial file is lines of JSON: first the record without trials, then one entry a line. A last
//! line that was cut off is ignored.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use model::{Cell, RoundState, RunRecord, Session, SubjectFacts, Trial};
use serde_json::{Value, json};

/// The partial file beside a result file.
pub fn path_of(result: &Path) -> PathBuf {
    let mut name = result.as_os_str().to_owned();
    name.push(".partial");
    PathBuf::from(name)
}

/// Writes a partial file, entry by entry.
pub(crate) struct Partial {
    file: File,
    path: PathBuf,
}

impl Partial {
    /// Starts the file with the record as it is known at the beginning.
    pub(crate) fn create(result: &Path, record: &RunRecord) -> io::Result<Self> {
        let path = path_of(result);
        // In one piece: the file may be the one that is being resumed.
        write_whole(&path, record.to_json().map_err(io::Error::other)?.as_bytes())?;
        Ok(Self { file: File::options().append(true).open(&path)?, path })
    }

    pub(crate) fn trial(&mut self, trial: &Trial) -> io::Result<()> {
        self.append(&json!({ "trial": trial }))
    }

    pub(crate) fn facts(&mut self, facts: &[SubjectFacts]) -> io::Result<()> {
        self.append(&json!({ "facts": facts }))
    }

    pub(crate) fn round(&mut self, round: &RoundState) -> io::Result<()> {
        self.append(&json!({ "round": round }))
    }

    /// A cell whose status or counts have changed.
    pub(crate) fn cell(&mut self, index: usize, cell: &Cell) -> io::Result<()> {
        self.append(&json!({ "index": index, "cell": cell }))
    }

    fn append(&mut self, entry: &Value) -> io::Result<()> {
        let mut line = entry.to_string();
        line.push('\n');
        self.file.write_all(line.as_bytes())
    }

    /// Puts the whole document in its place at once and removes the partial file.
    pub(crate) fn finish(self, result: &Path, record: &RunRecord) -> io::Result<()> {
        write_whole(result, record.to_json().map_err(io::Error::other)?.as_bytes())?;
        std::fs::remove_file(&self.path)
    }
}

/// Writes a file that is there either whole or not at all.
pub fn write_whole(path: &Path, text: &[u8]) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let new = PathBuf::from(name);
    let written = File::create(&new).and_then(|mut file| {
        file.write_all(text)?;
        file.sync_all()
    });
    written.and_then(|()| std::fs::rename(&new, path)).inspect_err(|_| {
        let _ = std::fs::remove_file(&new);
    })
}

/// Why a partial file could not be read.
#[derive(Debug, thiserror::Error)]
pub enum PartialError {
    /// The file itself.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Its first line is no record.
    #[error("{0}")]
    Record(#[from] model::ReadError),
    /// A later line is neither an entry nor cut off.
    #[error("line {0} is damaged")]
    Line(usize),
}

/// Reads a partial file, or a finished document, as a record. The last session of a partial file
/// is not complete.
pub fn read(path: &Path) -> Result<RunRecord, PartialError> {
    let mut lines = BufReader::new(File::open(path)?).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    let mut record = RunRecord::from_json(first.as_bytes())?;
    let rest: Vec<String> = lines.collect::<io::Result<_>>()?;
    let Some(session) = record.sessions.last_mut() else { return Ok(record) };
    let count = rest.len();
    for (index, line) in rest.iter().enumerate() {
        let entry = serde_json::from_str::<Value>(line).ok();
        let taken = entry.and_then(|entry| take(entry, session));
        if taken.is_none() && index + 1 < count {
            return Err(PartialError::Line(index + 2));
        }
    }
    let text = record.to_json().map_err(model::ReadError::Malformed)?;
    Ok(RunRecord::from_json(text.as_bytes())?)
}

/// Adds an entry to the session; `None` where it is none.
fn take(mut entry: Value, session: &mut Session) -> Option<()> {
    if let Some(trial) = entry.get_mut("trial") {
        session.trials.push(serde_json::from_value(trial.take()).ok()?);
    } else if let Some(round) = entry.get_mut("round") {
        session.rounds.push(serde_json::from_value(round.take()).ok()?);
    } else if let Some(facts) = entry.get_mut("facts") {
        session.facts = serde_json::from_value(facts.take()).ok()?;
    } else {
        let index = usize::try_from(entry.get("index")?.as_u64()?).ok()?;
        *session.cells.get_mut(index)? =
            serde_json::from_value(entry.get_mut("cell")?.take()).ok()?;
    }
    Some(())
}
