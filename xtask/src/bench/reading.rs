//! How fast full result files are read: time and memory of the commands that read them.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use clap::Args;
use wait4::Wait4;

use super::made_up::{Make, record};
use crate::test::cargo;
use crate::{shell, workspace};

/// How large the files are.
#[derive(Args)]
pub(crate) struct Options {
    /// Cases of each file.
    #[arg(long, default_value_t = 2_000)]
    cases: u32,
    /// Trials of each case.
    #[arg(long, default_value_t = 61)]
    trials: u32,
    /// How often each command runs; the least time of each kind is told.
    #[arg(long, default_value_t = 3)]
    repeat: u32,
    /// Keep the files here.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
}

pub(super) fn run(options: &Options) -> Result<()> {
    cargo(&["build", "--locked", "--release", "--package", "whichos"])?;
    let program = workspace::metadata()?.target.join("release/whichos");
    let temporary = tempfile::tempdir()?;
    let folder = options.keep.as_deref().unwrap_or(temporary.path());
    std::fs::create_dir_all(folder)?;
    let (one, other) = (folder.join("one.json"), folder.join("other.json"));
    for (path, seed, milli) in [(&one, 1, 1000), (&other, 2, 1100)] {
        let make = Make { seed, milli, cases: options.cases, trials: options.trials };
        std::fs::write(path, record(&make).to_json()?)?;
    }
    let page = folder.join("page.html");
    println!(
        "two files of {} cases, {} trials each, {} MB",
        options.cases,
        options.trials,
        megabytes(std::fs::metadata(&one)?.len())
    );
    println!("{:>8} {:>8} {:>8} {:>9}  command", "wall", "user", "system", "peak");
    let two = [one.as_path(), other.as_path()];
    let words: [(&[&str], &[&Path]); 5] = [
        (&["compare"], &two),
        (&["compare", "--json"], &two),
        (&["compare", "--by", "methods"], &two[..1]),
        (&["advise"], &two[..1]),
        (&["report", "--output"], &[&page, &one, &other]),
    ];
    for (words, files) in words {
        let mut command = shell::program(&program);
        command.args(words).args(files);
        let least = (0..options.repeat.max(1))
            .map(|_| cost(&mut command))
            .reduce(|one, other| Ok(one?.least(other?)))
            .context("nothing ran")??;
        println!("{least}  whichos {}", words.join(" "));
    }
    println!("page: {} MB", megabytes(std::fs::metadata(&page)?.len()));
    Ok(())
}

/// What a command took.
#[derive(Clone, Copy)]
struct Cost {
    wall: Duration,
    user: Duration,
    system: Duration,
    peak_bytes: u64,
}

impl Cost {
    fn least(self, other: Self) -> Self {
        Self {
            wall: self.wall.min(other.wall),
            user: self.user.min(other.user),
            system: self.system.min(other.system),
            peak_bytes: self.peak_bytes.min(other.peak_bytes),
        }
    }
}

impl std::fmt::Display for Cost {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let seconds = |time: Duration| format!("{:.2} s", time.as_secs_f64());
        write!(
            formatter,
            "{:>8} {:>8} {:>8} {:>6} MB",
            seconds(self.wall),
            seconds(self.user),
            seconds(self.system),
            megabytes(self.peak_bytes)
        )
    }
}

fn cost(command: &mut Command) -> Result<Cost> {
    let start = Instant::now();
    let child = command.stdout(Stdio::null()).spawn().with_context(|| shell::line(command))?;
    let ended = child.wait4()?;
    let wall = start.elapsed();
    ensure!(ended.status.success(), "{}: {}", shell::line(command), ended.status);
    let used = ended.rusage;
    Ok(Cost { wall, user: used.utime, system: used.stime, peak_bytes: used.maxrss })
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / 1e6)
}
