//! Arguments: what can be asked of the program.

use std::path::PathBuf;

use analysis::{Factor, FailOn};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::commands::{compare, export, import};

/// Which operating system, kernel, file system or method is fastest for this work, by how much,
/// and how sure are we?
#[derive(Parser, Debug)]
#[command(name = "whichos", version, max_term_width = 100, disable_help_subcommand = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What the program can do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Measure; without arguments the quick profile of everything, in ninety seconds
    Run(Box<Run>),
    /// Compare result files, or the subjects and methods of one
    Compare(Compare),
    /// Write a report of result files: one page that opens anywhere
    Report(ReportArguments),
    /// Say which method is best for which work on the system of a result file
    Advise(Advise),
    /// Join the sessions of one system into one file
    Merge(Merge),
    /// Read another program's results as a result file
    Import(Import),
    /// Write results in another program's format
    Export(Export),
    /// List the benchmarks
    List(List),
    /// Say what a benchmark times, call by call, and what it does not tell
    Show(Show),
    /// Say what on this system will spoil figures, and what to do about it
    Doctor(Doctor),
    /// Remove what a killed run left behind
    Clean(Clean),
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page, or write the pages of all commands to a directory
    Man {
        /// Where to write them
        #[arg(value_name = "DIR")]
        directory: Option<PathBuf>,
    },
    /// Serve a harness over standard input and output; started by `run`
    #[command(hide = true)]
    Agent,
}

/// Arguments of `run`.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command line are bools")]
pub struct Run {
    /// Suites, benchmarks or patterns: thread, process.create, 'file.*' [default: everything]
    #[arg(value_name = "SELECTOR")]
    pub selectors: Vec<String>,
    /// The headline cases, 90 s in all, 60 s where up to three selectors are given (the default)
    #[arg(long, group = "profile")]
    pub quick: bool,
    /// The cases that questions are usually about, 10 minutes
    #[arg(long, group = "profile")]
    pub standard: bool,
    /// Every case, 1 hour
    #[arg(long, group = "profile")]
    pub full: bool,
    /// Time for the whole run, such as 60s or 5min [default: the profile's]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub budget: Option<u64>,
    /// Data that the whole run may write, such as 500MiB or 4GiB [default: 2 GiB quick, 20 GiB
    /// standard, 200 GiB full, and at most a tenth of the free space]
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub max_write: Option<u64>,
    /// Write to the device of every directory until it keeps its speed, and measure then; without
    /// it short runs measure bursts, which its cache takes. Uses up to half of --max-write and of
    /// --budget
    #[arg(long)]
    pub sustained: bool,
    /// A directory whose file system is measured; repeat it to compare several [default: .]
    #[arg(long = "in", value_name = "[LABEL=]DIR")]
    pub places: Vec<String>,
    /// File systems to make for this run and compare: ext4,xfs,btrfs,… each in an image file in
    /// the current directory, mounted where only the run sees it (needs root)
    #[arg(
        long = "fs",
        value_name = "KIND[,KIND]",
        value_delimiter = ',',
        conflicts_with = "places"
    )]
    pub file_systems: Vec<String>,
    /// A state of the system that you have set, such as "antivirus off"
    #[arg(long, value_name = "TEXT")]
    pub label: Option<String>,
    /// Values that replace the profile's
    #[arg(long = "param", value_name = "NAME=VALUE[,VALUE]")]
    pub parameters: Vec<String>,
    /// Where to measure; repeat it to compare several [default: local]
    #[arg(long = "on", value_name = "[LABEL=]TARGET")]
    pub targets: Vec<String>,
    /// Run the load of servers on another target, such as ssh:HOST or netns:NAME
    #[arg(long, value_name = "TARGET")]
    pub load_from: Option<String>,
    /// The address of this machine that servers listen on, with --load-from
    #[arg(long = "server", value_name = "ADDRESS", requires = "load_from")]
    pub server_address: Option<std::net::IpAddr>,
    /// A program that runs the same cases beside our own trials (see docs/trial-protocol.md)
    #[arg(long = "program", value_name = "LABEL=COMMAND")]
    pub programs: Vec<String>,
    /// Seed of the order of trials [default: random]
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u64>,
    /// Where the result goes [default: the data folder]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print the result document instead of tables
    #[arg(long)]
    pub json: bool,
    /// Finish an interrupted run; takes its result or .partial file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["selectors", "profile", "places", "file_systems",
        "label", "parameters", "targets", "sustained", "load_from", "programs", "seed", "output"])]
    pub resume: Option<PathBuf>,
}

/// Arguments of `compare`.
#[derive(Args, Debug)]
pub struct Compare {
    /// Result files; the first is the baseline
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// What of one file is compared [default: subjects, then methods]
    #[arg(long, value_enum)]
    pub by: Option<Against>,
    /// The subject or method that the others are compared with [default: the first]
    #[arg(long, value_name = "NAME")]
    pub baseline: Option<String>,
    /// What is being compared: os, kernel, filesystem, …; everything else that differs is listed
    #[arg(long, value_parser = compare::parse_factor)]
    pub factor: Option<Factor>,
    /// The smallest difference that a verdict may rest on [default: 2 % or 5 %, by class,
    /// or what whichos/config.toml in the configuration folder says]
    #[arg(long, value_name = "PERCENT", value_parser = compare::parse_percent)]
    pub threshold: Option<f64>,
    /// Exit with 3 if anything is slower (by more than a percentage), with 4 if it cannot be told
    #[arg(long, value_name = "slower[:PERCENT]", value_parser = compare::parse_fail_on)]
    pub fail_on: Option<FailOn>,
    /// Print a JSON document
    #[arg(long)]
    pub json: bool,
}

/// What of one file is compared.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Against {
    /// Where and under what settings it ran.
    Subjects,
    /// The ways to do the same work.
    Methods,
}

/// Arguments of `report`.
#[derive(Args, Debug)]
pub struct ReportArguments {
    /// Result files
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Where to write it [default: standard output]; for svg a folder
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// What to write
    #[arg(long, value_enum, default_value_t = ReportFormat::Html)]
    pub format: ReportFormat,
}

/// Formats of a report.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ReportFormat {
    /// One self-contained page.
    Html,
    /// Markdown.
    Md,
    /// A row for each case and metric.
    Csv,
    /// A file for each chart.
    Svg,
}

/// Arguments of `advise`.
#[derive(Args, Debug)]
pub struct Advise {
    /// Result files
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// How far from the best a method may be and still count as good
    #[arg(long, value_name = "PERCENT", default_value = "1%", value_parser = compare::parse_percent)]
    pub tolerance: f64,
    /// How to print it
    #[arg(long, value_enum, default_value_t = AdviseFormat::Text)]
    pub format: AdviseFormat,
}

/// Formats of advice.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum AdviseFormat {
    /// Tables.
    Text,
    /// Markdown.
    Md,
    /// A document for programs.
    Json,
    /// A header of constants for C programs.
    C,
}

/// Arguments of `merge`.
#[derive(Args, Debug)]
pub struct Merge {
    /// Result files of one system
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Where the joined file goes
    #[arg(short, long, value_name = "FILE", required = true)]
    pub output: PathBuf,
    /// Replace a file that exists
    #[arg(long)]
    pub force: bool,
}

/// Arguments of `import`.
#[derive(Args, Debug)]
pub struct Import {
    /// Files of hyperfine, Google Benchmark, fio, `go test -bench`, `pg_test_fsync`, or the IO article
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Their format [default: recognized by the content]
    #[arg(long, value_parser = import::parse_format)]
    pub format: Option<::import::Format>,
    /// How many trials each mean was taken over, where the file does not say
    #[arg(long, value_name = "NUMBER")]
    pub trials: Option<u32>,
    /// What the measured system is called
    #[arg(long, value_name = "TEXT")]
    pub label: Option<String>,
    /// Where the result goes [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace a file that exists
    #[arg(long)]
    pub force: bool,
}

/// Arguments of `export`.
#[derive(Args, Debug)]
pub struct Export {
    /// The result file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// csv, parquet, hyperfine, benchfmt, gbench, bmf, prometheus, openmetrics or junit
    #[arg(long, required = true, value_parser = export::parse_format)]
    pub format: ::report::export::Format,
    /// Where it goes [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Arguments of `list`.
#[derive(Args, Debug)]
pub struct List {
    /// Print a JSON document
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `show`.
#[derive(Args, Debug)]
pub struct Show {
    /// The benchmark's name, such as process.create
    #[arg(value_name = "ID")]
    pub id: String,
    /// Print its definition as a JSON document
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `doctor`.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Doctor {
    /// A topic of its own
    #[command(subcommand)]
    pub topic: Option<Topic>,
    /// The directory whose file system and disk are looked at; 1.3 MiB are written there for a
    /// moment, to time a few flushes [default: .]
    #[arg(long = "in", value_name = "DIR")]
    pub place: Option<PathBuf>,
    /// Print all facts too
    #[arg(long)]
    pub facts: bool,
    /// Print a JSON document
    #[arg(long)]
    pub json: bool,
}

/// What `doctor` may look at instead of everything.
#[derive(Subcommand, Debug)]
pub enum Topic {
    /// Tell which settings of the kernel a planned load of a server needs
    Net(Net),
}

/// Arguments of `doctor net`.
#[derive(Args, Debug)]
pub struct Net {
    /// Connections at the same time
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub connections: u64,
    /// Connections a second
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub rate: u64,
    /// What each connection gets [default: neither a process nor a thread]
    #[arg(long, value_enum, value_name = "FAMILY")]
    pub family: Option<ServerFamily>,
    /// Tell the settings of another system, without their values
    #[arg(long, value_name = "NAME", conflicts_with_all = ["apply", "revert"])]
    pub system: Option<String>,
    /// Set now what may be set safely; what was before is remembered
    #[arg(long, conflicts_with = "revert")]
    pub apply: bool,
    /// Put back what --apply has set
    #[arg(long)]
    pub revert: bool,
    /// Print a JSON document
    #[arg(long)]
    pub json: bool,
}

/// How a server is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ServerFamily {
    /// A process for each connection
    Process,
    /// A thread for each connection
    Thread,
    /// A loop for many connections
    Asynchronous,
}

/// Arguments of `clean`.
#[derive(Args, Debug)]
pub struct Clean {
    /// Directories to look into besides those that were measured in
    #[arg(long = "in", value_name = "DIR")]
    pub places: Vec<PathBuf>,
}

/// A time such as `90s`, `5min`, `1h` or a bare number of seconds, in nanoseconds.
fn parse_time(text: &str) -> Result<u64, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: u64 = text[..digits].parse().map_err(|_| format!("{text:?} is no time"))?;
    let seconds = match text[digits..].trim() {
        "" | "s" => 1,
        "m" | "min" => 60,
        "h" => 3_600,
        _ => return Err(format!("{text:?} is no time; write 90s, 5min or 1h")),
    };
    let ns = number.checked_mul(seconds * 1_000_000_000);
    ns.filter(|&ns| ns > 0).ok_or_else(|| format!("{text:?} is no usable time"))
}

fn parse_size(text: &str) -> Result<u64, String> {
    let parsed = model::parse_bytes(text).filter(|&bytes| bytes > 0);
    parsed.ok_or_else(|| format!("{text:?} is no size; write 500MiB or 4GiB"))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes_are_read() {
        assert_eq!(parse_size("4GiB"), Ok(4 << 30));
        assert_eq!(parse_size("500 m"), Ok(500 << 20));
        for text in ["", "0", "-1", "1.5g", "4 apples"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_are_read() {
        assert_eq!(parse_time("90"), Ok(90_000_000_000));
        assert_eq!(parse_time("5min"), Ok(300_000_000_000));
        assert_eq!(parse_time("1h"), Ok(3_600_000_000_000));
        for wrong in ["", "x", "5 weeks", "-1", "0", "99999999999999h"] {
            assert!(parse_time(wrong).is_err(), "{wrong}");
        }
    }
}
