//! Calling `whichos run` and reading its result.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use model::RunRecord;

use super::Run;
use super::cases::Pair;
use crate::test::cargo;
use crate::{shell, workspace};

/// A release build of whichos and where it measures.
pub(super) struct Measuring<'a> {
    program: PathBuf,
    run: &'a Run,
    folder: tempfile::TempDir,
    runs: std::cell::Cell<u64>,
}

impl<'a> Measuring<'a> {
    pub(super) fn build(run: &'a Run) -> Result<Self> {
        cargo(&["build", "--locked", "--release", "--package", "whichos"])?;
        Ok(Self {
            program: workspace::metadata()?.target.join("release/whichos"),
            run,
            folder: tempfile::tempdir()?,
            runs: std::cell::Cell::new(0),
        })
    }

    /// The directory under test.
    pub(super) fn place(&self) -> &Path {
        self.run.directory.as_deref().unwrap_or(Path::new("."))
    }

    /// Runs one case.
    pub(super) fn case(&self, pair: &Pair, arguments: &[String]) -> Result<RunRecord> {
        let values = pair.values.iter().map(|(name, value)| format!("--param={name}={value}"));
        let first = std::iter::once(pair.benchmark.to_owned());
        self.run(&first.chain(values).chain(arguments.iter().cloned()).collect::<Vec<_>>())
    }

    /// Runs what the arguments select.
    pub(super) fn run(&self, arguments: &[String]) -> Result<RunRecord> {
        let number = self.runs.replace(self.runs.get() + 1);
        let output = self.folder.path().join(format!("{number}.json"));
        let mut command = shell::program(&self.program);
        command.arg("run").args(arguments).args(&self.run.more);
        command.arg(format!("--seed={}", self.run.seed + number));
        if let Some(directory) = &self.run.directory {
            command.arg("--in").arg(directory);
        }
        command.arg("--output").arg(&output);
        println!("$ {}", shell::line(&command));
        let run = command.output().context("cannot start whichos")?;
        // Flags and cells that did not finish end it with a status of their own; the figures are
        // there all the same.
        let text = std::fs::read(&output).map_err(|_| {
            let said = String::from_utf8_lossy(&run.stderr);
            anyhow::anyhow!("whichos ended without a result, {}:\n{}", run.status, said.trim_end())
        })?;
        Ok(RunRecord::from_json(&text)?)
    }
}
