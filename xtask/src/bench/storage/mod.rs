//! Files against fio, cp and dd, which take part in our groups as members, and cold reads by
//! different means against each other.

mod copy;
mod fio;
mod member;
mod source;

use anyhow::{Context, Result, ensure};
use clap::Args;
use stats::RatioEstimate;

use super::Run;
use super::figures::{Compared, Rounds, center, compared_by, ratio, time};
use super::measuring::Measuring;
use crate::{packages, shell};

pub(super) use member::{Options as Member, run as speak};

/// What to compare.
#[derive(Args)]
pub(crate) struct Options {
    /// Only the comparisons whose name holds this.
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Size of the files.
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 30)]
    size: u64,
    /// Commits to the journal in a trial.
    #[arg(long, default_value_t = 16_384)]
    commits: u64,
    #[command(flatten)]
    run: Run,
}

/// Whom ours is compared with.
#[derive(Clone, Copy)]
enum Against {
    Fio,
    /// The better of cp and dd, with the best of our methods.
    Tools,
    /// Ours in another state of the cache.
    Cache {
        ours: &'static str,
        other: &'static str,
    },
}

struct Comparison {
    name: &'static str,
    benchmark: &'static str,
    /// `SIZE` and `COMMITS` stand for what was asked for.
    values: &'static [(&'static str, &'static str)],
    /// Index of the metric.
    metric: u16,
    /// Where the ratio of ours over theirs is to lie, as times.
    band: (f64, f64),
    against: Against,
}

const PARITY: (f64, f64) = (0.93, 1.07);
const JOURNAL: (f64, f64) = (0.90, 1.10);

/// A read as fio's `psync` engine does it.
const READ: [(&str, &str); 6] = [
    ("call", "pread"),
    ("size", "SIZE"),
    ("work", "none"),
    ("data", "random"),
    ("buffer", "1048576"),
    ("advice", "none"),
];

const fn read<const N: usize>(
    more: [(&'static str, &'static str); N],
) -> [(&'static str, &'static str); 8] {
    let [call, size, work, data, buffer, advice] = READ;
    [call, size, work, data, buffer, advice, more[0], more[1]]
}

const COLD: [(&str, &str); 8] = read([("cache", "cold"), ("direct", "none")]);
const DIRECT: [(&str, &str); 8] = read([("cache", "cold"), ("direct", "source")]);
const CACHES: [(&str, &str); 8] = read([("cache", "cold,dropped"), ("direct", "none")]);
const WRITE: [(&str, &str); 8] = write("existing");
const NEW: [(&str, &str); 8] = write("new");

const fn write(onto: &'static str) -> [(&'static str, &'static str); 8] {
    [
        ("call", "pwrite"),
        ("size", "SIZE"),
        ("work", "none"),
        ("buffer", "1048576"),
        ("preallocate", "none"),
        ("direct", "none"),
        ("end", "durable"),
        ("onto", onto),
    ]
}

/// Our copy at which cp and dd take part.
const COPY_BESIDE: &str = "copy-file-range";
/// Clones share blocks and are another work: they are not among them.
const COPY: [(&str, &str); 7] = [
    ("call", "copy-file-range,read-write,sendfile,splice,mmap"),
    ("size", "SIZE"),
    ("cache", "warm"),
    ("end", "closed"),
    ("buffer", "262144,1048576"),
    ("direct", "none"),
    ("preallocate", "none,fallocate"),
];

const fn journal(technique: &'static str) -> [(&'static str, &'static str); 6] {
    [
        ("technique", technique),
        ("file", "zeroed"),
        ("group", "off"),
        ("transaction", "16384"),
        ("writers", "1"),
        ("commits", "COMMITS"),
    ]
}

const FDATASYNC: [(&str, &str); 6] = journal("fdatasync");
const DSYNC: [(&str, &str); 6] = journal("o-dsync");

const fn with_fio(
    name: &'static str,
    benchmark: &'static str,
    values: &'static [(&'static str, &'static str)],
    metric: u16,
    band: (f64, f64),
) -> Comparison {
    Comparison { name, benchmark, values, metric, band, against: Against::Fio }
}

const COMPARISONS: [Comparison; 9] = [
    with_fio("cold read, fio psync", "io.read", &COLD, 0, PARITY),
    with_fio("direct read, fio psync", "io.read", &DIRECT, 0, PARITY),
    with_fio("durable overwrite, fio psync", "io.write", &WRITE, 0, PARITY),
    with_fio("durable write, fio psync", "io.write", &NEW, 0, PARITY),
    with_fio("journal p50 fdatasync, fio", "journal.commit", &FDATASYNC, 1, JOURNAL),
    with_fio("journal p50 o-dsync, fio", "journal.commit", &DSYNC, 1, JOURNAL),
    with_fio("journal rate fdatasync, fio", "journal.commit", &FDATASYNC, 0, JOURNAL),
    Comparison {
        name: "best copy, better of cp and dd",
        benchmark: "io.copy",
        values: &COPY,
        metric: 0,
        band: (0.0, 1.0),
        against: Against::Tools,
    },
    Comparison {
        name: "cold by advice, by drop_caches",
        benchmark: "io.read",
        values: &CACHES,
        metric: 0,
        band: (0.90, 1.10),
        against: Against::Cache { ours: "cold", other: "dropped" },
    },
];

pub(super) fn run(options: &Options) -> Result<()> {
    packages::STORAGE.ensure()?;
    let measuring = Measuring::build(&options.run)?;
    let mut rows = Vec::new();
    let mut broken = 0;
    for one in COMPARISONS.iter().filter(|one| one.name.contains(&options.only)) {
        if benchmarks::find(one.benchmark).is_none() {
            println!("{}: left out, this build has no {}", one.name, one.benchmark);
            continue;
        }
        let row = match compare(&measuring, options, one) {
            Ok(outcome) => outcome.row(one.band),
            Err(error) => {
                broken += 1;
                format!("broken: {error:#}")
            }
        };
        println!("{}: {row}", one.name);
        rows.push(format!("{row}  {}", one.name));
    }
    println!("\nours / theirs, members of one group, interleaved (median, 95 % interval); costs:");
    println!("time per byte or commit, so that less is better");
    println!("{:>11} {:>11}  {:>6}  {:15} {:>4}  band", "ours", "theirs", "ratio", "interval", "n");
    for row in rows {
        println!("{row}");
    }
    ensure!(broken == 0, "{broken} comparisons broke");
    Ok(())
}

/// What came of a comparison.
struct Outcome {
    ours_ns: f64,
    theirs_ns: f64,
    ratio: RatioEstimate,
    who: String,
}

impl Outcome {
    fn of(ours: &Rounds, theirs: &Rounds, who: String) -> Result<Self> {
        let figures = || Some((center(ours)?, center(theirs)?, ratio(ours, theirs)?));
        let (ours_ns, theirs_ns, ratio) = figures().context("too few rounds that both finished")?;
        Ok(Self { ours_ns, theirs_ns, ratio, who })
    }

    fn row(&self, (low, high): (f64, f64)) -> String {
        let Self { ours_ns, theirs_ns, ratio, who } = self;
        let of_medians = ours_ns / theirs_ns;
        let verdict = if (low..=high).contains(&of_medians) { "yes" } else { "NO" };
        let interval = format!("{:.3} – {:.3}", ratio.low, ratio.high);
        format!(
            "{:>11} {:>11}  {of_medians:>6.3}  {interval:15} {:>4}  {low:.2}–{high:.2} {verdict:3} {who}",
            time(*ours_ns),
            time(*theirs_ns),
            ratio.replicates.0,
        )
    }
}

fn compare(measuring: &Measuring<'_>, options: &Options, one: &Comparison) -> Result<Outcome> {
    let value = |value: &str| match value {
        "SIZE" => options.size.to_string(),
        "COMMITS" => options.commits.to_string(),
        other => other.to_owned(),
    };
    let values = one.values.iter().map(|(name, text)| format!("--param={name}={}", value(text)));
    // Enough rounds of such files are more than an unattended run may write.
    let mut arguments = vec![one.benchmark.to_owned(), "--full".to_owned()];
    arguments.push("--max-write=200GiB".to_owned());
    arguments.extend(values);
    let tools: &[&str] = match one.against {
        Against::Fio => &["fio"],
        Against::Tools => &["cp", "dd"],
        Against::Cache { .. } => &[],
    };
    for tool in tools {
        let beside = if matches!(one.against, Against::Tools) {
            format!(" --beside {COPY_BESIDE}")
        } else {
            String::new()
        };
        let this = std::env::current_exe()?;
        let this = shell::quoted(&this.to_string_lossy());
        arguments.push(format!("--program={tool}={this} bench member {tool}{beside}"));
    }
    let record = measuring.run(&arguments)?;
    let cases = compared_by(&record, one.metric);
    ensure!(!cases.is_empty(), "no case was measured");
    judge(&cases, one.against, tools)
}

/// Picks who is compared with whom. Figures are costs, so the least is the best.
fn judge(cases: &[Compared<'_>], against: Against, tools: &[&str]) -> Result<Outcome> {
    let members = |is_tool: bool| {
        let of_case = cases.iter().flat_map(move |case| {
            let subjects =
                case.subjects.iter().filter(move |(label, _)| tools.contains(label) == is_tool);
            subjects.map(move |(label, (cell, rounds))| (case, *label, *cell, rounds))
        });
        of_case.collect::<Vec<_>>()
    };
    let best = |is_tool: bool, holds: &str| -> Result<(String, Rounds)> {
        let all = members(is_tool);
        let own = all.iter().filter(|(case, ..)| case.name.contains(holds));
        let known = own.filter_map(|(case, label, _, rounds)| {
            let name = if is_tool { (*label).to_owned() } else { case.name.clone() };
            Some((center(rounds)?, name, (*rounds).clone()))
        });
        let best = known.min_by(|one, other| one.0.total_cmp(&other.0));
        best.map(|(_, name, rounds)| (name, rounds)).with_context(|| {
            let states = all
                .iter()
                .map(|(case, label, cell, _)| format!("{label}: {} {:?}", case.name, cell.status));
            format!("no figure: {}", states.collect::<Vec<_>>().join("; "))
        })
    };
    match against {
        Against::Fio => Outcome::of(&best(false, "")?.1, &best(true, "")?.1, String::new()),
        Against::Tools => {
            let (ours, theirs) = (best(false, "")?, best(true, "")?);
            Outcome::of(&ours.1, &theirs.1, format!("{} / {}", ours.0, theirs.0))
        }
        Against::Cache { ours, other } => {
            let of = |state: &str| best(false, &format!("cache={state}"));
            Outcome::of(&of(ours)?.1, &of(other)?.1, String::new())
        }
    }
}
