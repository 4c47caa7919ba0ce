//! How good the measurements are, measured: against stand-alone C programs that make the same
//! calls, against fio, cp and dd, against themselves, and against a cost that is known; and how
//! fast results are read. Every command line and figure is printed, so that anyone can
//! repeat and doubt them. Nothing here asserts a figure: that is for who reads it.

mod aa;
mod alone;
mod cases;
mod figures;
mod known_cost;
mod made_up;
mod measuring;
mod parity;
mod program;
mod reading;
mod storage;

use anyhow::Result;
use clap::{Args, Subcommand};

/// A bench of the measurements.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Ours against a C program of the same calls, in one group and each on its own.
    Parity(parity::Options),
    /// The same case as two subjects: how often are they called different?
    Aa(aa::Options),
    /// Files and journals against fio, cp and dd, in one group.
    Storage(storage::Options),
    /// One trial of another program, for a harness that is not this.
    #[command(hide = true)]
    Member(storage::Member),
    /// Programs that cost 10 % and 0.5 % more than another: is that found, and how much?
    KnownCost(known_cost::Options),
    /// Time and memory of the commands that read full result files.
    Reading(reading::Options),
}

/// What every bench passes on to `whichos run`.
#[derive(Args)]
struct Run {
    /// The directory whose file system is measured.
    #[arg(long = "in", value_name = "DIR")]
    directory: Option<std::path::PathBuf>,
    /// Seed of every order; each run of the bench counts it up.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// More arguments for every `whichos run`.
    #[arg(last = true)]
    more: Vec<String>,
}

/// Runs a bench.
pub(crate) fn run(command: &Command) -> Result<()> {
    match command {
        Command::Parity(options) => parity::run(options),
        Command::Aa(options) => aa::run(options),
        Command::Storage(options) => storage::run(options),
        Command::Member(options) => storage::speak(options),
        Command::KnownCost(options) => known_cost::run(options),
        Command::Reading(options) => reading::run(options),
    }
}
