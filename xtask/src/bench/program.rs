//! The C programs of benches/parity: building them, and running one on its own.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use super::cases::{PAIRS, Pair};
use crate::{shell, workspace};

/// Built C programs, in a folder that goes away with this.
pub(super) struct Programs {
    folder: tempfile::TempDir,
}

/// File name of the program that one of them launches.
const CHILD: &str = "child";

impl Programs {
    /// Compiles all of them with `-O2` and nothing else, and the child that one of them launches as
    /// whichos does, for when nobody lends it one. They lie on the file system under test, where
    /// whichos puts its child as well.
    pub(super) fn build(place: &Path) -> Result<Self> {
        let place = place.canonicalize()?;
        let folder = tempfile::Builder::new().prefix("whichos-parity-").tempdir_in(place)?;
        let programs = Self { folder };
        let root = workspace::root();
        let mut built: Vec<&str> = PAIRS.iter().map(|pair| pair.program).collect();
        built.dedup();
        for name in built {
            let source = root.join("benches/parity").join(name).with_extension("c");
            programs.compile(&["-O2"], &source, name)?;
        }
        programs.compile(&["-O2", "-s"], &root.join("crates/benchmarks/c/child.c"), CHILD)?;
        Ok(programs)
    }

    /// The word that runs one of them, for a shell.
    pub(super) fn command(&self, pair: &Pair) -> String {
        shell::quoted(&self.path(pair.program).to_string_lossy())
    }

    fn path(&self, program: &str) -> PathBuf {
        self.folder.path().join(program)
    }

    fn compile(&self, flags: &[&str], source: &Path, name: &str) -> Result<()> {
        let mut compiler = Command::new("cc");
        compiler.args(flags).arg("-o").arg(self.path(name)).arg(source);
        shell::run(&mut compiler)
    }
}

/// How much a trial does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Work {
    /// In each timed batch.
    pub(super) operations: u64,
    /// Timed batches.
    pub(super) samples: u64,
    /// Batches before them.
    pub(super) warm_up: u64,
}

/// Runs a program on its own; the nanoseconds of each operation, one figure for each batch.
pub(super) fn run(programs: &Programs, pair: &Pair, work: Work) -> Result<Vec<f64>> {
    let scratch = tempfile::tempdir_in(programs.folder.path())?;
    let mut command = shell::program(programs.path(pair.program));
    for (name, value) in pair.values {
        let name = name.to_uppercase().replace('-', "_");
        command.env(format!("WHICHOS_PARAM_{name}"), value);
    }
    command
        .env("WHICHOS_BENCHMARK", pair.benchmark)
        .env("WHICHOS_OPERATIONS", work.operations.to_string())
        .env("WHICHOS_SAMPLES", work.samples.to_string())
        .env("WHICHOS_WARM_UP", work.warm_up.to_string())
        .env("WHICHOS_SEED", "1")
        .env("WHICHOS_DIRECTORY", scratch.path())
        .env("WHICHOS_CHILD", programs.path(CHILD))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    converse(&mut command, work).with_context(|| format!("trial of {}", pair.name()))
}

/// The harness's side of the protocol.
fn converse(command: &mut Command, work: Work) -> Result<Vec<f64>> {
    let mut process = command.spawn().with_context(|| shell::line(command))?;
    let mut input = process.stdin.take().context("no pipe to the program")?;
    let mut lines = BufReader::new(process.stdout.take().context("no pipe from it")?).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    ensure!(first == "ready", "it says {first:?} instead of \"ready\"");
    input.write_all(b"go\n")?;
    let mut heard = Heard::default();
    for line in lines {
        heard.hear(&line?)?;
    }
    let status = process.wait()?;
    ensure!(status.success() && heard.done, "it ended before it was done: {status}");
    heard.figures(work)
}

/// What a program has said after `go`.
#[derive(Default)]
struct Heard {
    elapsed_ns: Vec<u64>,
    operations: u64,
    done: bool,
}

impl Heard {
    fn hear(&mut self, line: &str) -> Result<()> {
        let words: Vec<&str> = line.split(' ').collect();
        match words.as_slice() {
            ["sample", "0", _, elapsed] => self.elapsed_ns.push(elapsed.parse()?),
            ["tally", operations, "0"] => self.operations = operations.parse()?,
            ["done"] => self.done = true,
            _ => bail!("it says {line:?}"),
        }
        Ok(())
    }

    /// Checks the tally as the harness does.
    fn figures(&self, work: Work) -> Result<Vec<f64>> {
        let wanted = (work.warm_up + work.samples) * work.operations;
        ensure!(self.operations == wanted, "it did {} operations of {wanted}", self.operations);
        let batches = self.elapsed_ns.len() as u64;
        ensure!(batches == work.samples, "it timed {batches} batches of {}", work.samples);
        let operations = work.operations as f64;
        Ok(self.elapsed_ns.iter().map(|&elapsed| elapsed as f64 / operations).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where 65,534 files are no burden.
    fn place() -> PathBuf {
        let memory = PathBuf::from("/dev/shm");
        if tempfile::tempdir_in(&memory).is_ok() { memory } else { std::env::temp_dir() }
    }

    /// Operations of a program's smallest batch.
    fn pass(pair: &Pair) -> u64 {
        match pair.program {
            "memory_alloc" => 1_000_000,
            "file_create" => 65_534,
            _ => 100,
        }
    }

    #[test]
    fn every_program_speaks_the_protocol() {
        let programs = Programs::build(&place()).unwrap();
        for pair in &PAIRS {
            let work = Work { operations: pass(pair), samples: 2, warm_up: 1 };
            let figures = run(&programs, pair, work).unwrap();
            assert!(
                figures.len() == 2 && figures.iter().all(|&figure| figure > 0.0),
                "{figures:?}"
            );
        }
    }

    #[test]
    fn programs_refuse_what_they_do_not_do() {
        let programs = Programs::build(&place()).unwrap();
        let fork = &PAIRS[1];
        let other = Pair { values: &[("call", "vfork")], ..*fork };
        let part = Work { operations: pass(fork) + 1, samples: 1, warm_up: 0 };
        let work = Work { operations: pass(fork), ..part };
        for (pair, work, wanted) in [(&other, work, "no such method"), (fork, part, "multiple")] {
            let error = run(&programs, pair, work).unwrap_err();
            let said = format!("{error:#}");
            assert!(said.contains("failed set_up") && said.contains(wanted), "{said}");
        }
    }

    #[test]
    fn a_program_without_a_harness_ends_silently() {
        let programs = Programs::build(&place()).unwrap();
        let mut command = Command::new(programs.path("thread_create"));
        let numbers = [("OPERATIONS", "100"), ("SAMPLES", "1"), ("WARM_UP", "0")];
        command.envs(numbers.map(|(name, value)| (format!("WHICHOS_{name}"), value)));
        let output = command.stdin(Stdio::null()).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), &b"ready\n"[..]));
    }
}
