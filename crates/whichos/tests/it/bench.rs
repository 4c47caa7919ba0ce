//! A run in a place of its own: a directory under test, a data folder, a result file.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use model::RunRecord;

/// The program.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_whichos");

/// A place where the program is run.
pub(crate) struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("place")).unwrap();
        Self { folder }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The directory under test.
    pub(crate) fn place(&self) -> PathBuf {
        self.path("place")
    }

    /// The result file.
    pub(crate) fn result(&self) -> PathBuf {
        self.path("result.json")
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.other(PROGRAM);
        command.args(arguments);
        command
    }

    /// Another program in the same place, which may start this one.
    pub(crate) fn other(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(self.place())
            .env("XDG_DATA_HOME", self.path("data"))
            .env("XDG_CONFIG_HOME", self.path("config"))
            // Trials keep this variable, so that every process of the run can be found by it.
            .env("LD_LIBRARY_PATH", self.path("libraries"))
            .env("NO_COLOR", "1")
            .env("COLUMNS", "100")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub(crate) fn output(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// `run` with a result file, in the directory under test.
    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        let result = self.result().display().to_string();
        let mut all = vec!["run", "--output", &result];
        all.extend(arguments);
        self.output(&all)
    }

    /// The same, on its own.
    pub(crate) fn start(&self, arguments: &[&str]) -> Child {
        let result = self.result().display().to_string();
        let mut all = vec!["run", "--output", &result];
        all.extend(arguments);
        self.command(&all).spawn().unwrap()
    }

    /// The result document, read and checked.
    pub(crate) fn record(&self) -> RunRecord {
        RunRecord::from_json(&std::fs::read(self.result()).unwrap()).unwrap()
    }

    /// What lies in the directory under test.
    pub(crate) fn left_in_place(&self) -> Vec<PathBuf> {
        std::fs::read_dir(self.place()).unwrap().map(|entry| entry.unwrap().path()).collect()
    }

    /// An executable shell script.
    pub(crate) fn script(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, format!("#!/bin/sh\n{text}")).unwrap();
        sys::program::make_executable(&path).unwrap();
        path
    }

    /// Processes that have this place among their arguments or environment, by number.
    pub(crate) fn processes(&self) -> Vec<i32> {
        let needle = self.folder.path().display().to_string();
        let own = std::process::id() as i32;
        let mentions = |path: &Path| {
            std::fs::read(path).is_ok_and(|bytes| String::from_utf8_lossy(&bytes).contains(&needle))
        };
        std::fs::read_dir("/proc")
            .unwrap()
            .flatten()
            .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path())))
            .filter(|(pid, path)| {
                *pid != own && (mentions(&path.join("cmdline")) || mentions(&path.join("environ")))
            })
            .map(|(pid, _)| pid)
            .collect()
    }
}

/// A run that came to its end; on a busy machine some of its cases may have too few trials.
pub(crate) fn has_ended(output: &Output) {
    assert!(matches!(output.status.code(), Some(0 | 4)), "{}", printed(output));
}

/// Everything that a process printed, for messages.
pub(crate) fn printed(output: &Output) -> String {
    format!(
        "{}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}
