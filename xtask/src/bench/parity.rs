//! Ours against stand-alone C programs that make the same calls: are our trials as light as a
//! loop in C?

use anyhow::Result;
use clap::Args;
use stats::RatioEstimate;

use super::cases::{PAIRS, Pair};
use super::figures::{center, compared, ratio, time};
use super::measuring::Measuring;
use super::program::Programs;
use super::{Run, alone};

/// How close is close enough.
const BAND: std::ops::RangeInclusive<f64> = 0.95..=1.05;

/// What to compare.
#[derive(Args)]
pub(crate) struct Options {
    /// Only the benchmarks whose id holds this.
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Alternating runs of the second table; odd, and 0 leaves it out.
    #[arg(long, default_value_t = 11)]
    pairs: u32,
    #[command(flatten)]
    run: Run,
}

pub(super) fn run(options: &Options) -> Result<()> {
    let measuring = Measuring::build(&options.run)?;
    let programs = Programs::build(measuring.place())?;
    let chosen: Vec<&Pair> =
        PAIRS.iter().filter(|pair| pair.benchmark.contains(&options.only)).collect();
    let mut together = Table::new("members of one group, interleaved");
    for pair in &chosen {
        together.add(pair, in_one_group(&measuring, &programs, pair));
    }
    let mut apart = Table::new("each on its own, whole runs alternating");
    if options.pairs > 0 {
        for pair in &chosen {
            apart.add(pair, alone::compare(&measuring, &programs, pair, options.pairs));
        }
        apart.print();
    }
    together.print();
    together.finish().and_then(|()| apart.finish())
}

/// What came of a comparison.
pub(super) struct Outcome {
    pub(super) ours_ns: f64,
    pub(super) theirs_ns: f64,
    pub(super) ratio: RatioEstimate,
}

fn in_one_group(measuring: &Measuring<'_>, programs: &Programs, pair: &Pair) -> Result<Outcome> {
    const LABEL: &str = "c";
    let program = format!("--program={LABEL}={}", programs.command(pair));
    let record = measuring.case(pair, &["--standard".to_owned(), program])?;
    let cases = compared(&record);
    let [case] = cases.as_slice() else { anyhow::bail!("{} cases instead of one", cases.len()) };
    let theirs = case.subjects.get(LABEL);
    let ours = case.subjects.iter().find(|(label, _)| **label != LABEL).map(|(_, found)| found);
    let (Some((ours_cell, ours)), Some((theirs_cell, theirs))) = (ours, theirs) else {
        anyhow::bail!("it has no two subjects")
    };
    let figures = || Some((center(ours)?, center(theirs)?, ratio(ours, theirs)?));
    let Some((ours_ns, theirs_ns, ratio)) = figures() else {
        anyhow::bail!("too few trials: ours {:?}, C {:?}", ours_cell.status, theirs_cell.status)
    };
    Ok(Outcome { ours_ns, theirs_ns, ratio })
}

/// One row for each pair.
struct Table {
    title: &'static str,
    rows: Vec<String>,
    broken: usize,
}

impl Table {
    fn new(title: &'static str) -> Self {
        Self { title, rows: Vec::new(), broken: 0 }
    }

    fn add(&mut self, pair: &Pair, outcome: Result<Outcome>) {
        let row = match outcome {
            Ok(outcome) => row(&outcome),
            Err(error) => {
                self.broken += 1;
                format!("broken: {error:#}")
            }
        };
        println!("{}: {row}", pair.name());
        self.rows.push(format!("{row}  {}", pair.name()));
    }

    fn print(&self) {
        println!("\nours / C, {} (median, 95 % interval)", self.title);
        println!(
            "{:>11} {:>11}  {:>6}  {:15} {:>4}  within 0.95–1.05",
            "ours", "C", "ratio", "interval", "n"
        );
        self.rows.iter().for_each(|row| println!("{row}"));
    }

    fn finish(&self) -> Result<()> {
        anyhow::ensure!(self.broken == 0, "{}: {} comparisons broke", self.title, self.broken);
        Ok(())
    }
}

fn row(outcome: &Outcome) -> String {
    let Outcome { ours_ns, theirs_ns, ratio } = outcome;
    let verdict = if BAND.contains(&ratio.ratio) { "yes" } else { "NO" };
    let interval = format!("{:.3} – {:.3}", ratio.low, ratio.high);
    format!(
        "{:>11} {:>11}  {:>6.3}  {interval:15} {:>4}  {verdict:3}",
        time(*ours_ns),
        time(*theirs_ns),
        ratio.ratio,
        ratio.replicates.0,
    )
}
