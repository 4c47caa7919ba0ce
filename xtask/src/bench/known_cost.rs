//! Programs whose cost is known: how often is it found, and does the interval hold it?

use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};
use clap::Args;
use model::RunRecord;
use stats::{Conclusion, RatioEstimate, conclude, holm};

use super::Run;
use super::figures::{compared, ratio};
use super::measuring::Measuring;
use crate::{shell, workspace};

/// The benchmark whose trials the programs stand beside.
const BENCHMARK: &str = "syscall.null";
/// Iterations of one operation of the program that the others are compared with.
const BASE: u32 = 200;
/// Iterations of those that cost 10 % and 0.5 % more.
const MORE: [u32; 2] = [220, 201];

/// How often.
#[derive(Args)]
pub(crate) struct Options {
    /// Runs; each has its own verdicts.
    #[arg(long, default_value_t = 20)]
    runs: u32,
    /// Time for each run, as `whichos run` takes it.
    #[arg(long, default_value = "12s")]
    budget: String,
    #[command(flatten)]
    run: Run,
}

pub(super) fn run(options: &Options) -> Result<()> {
    ensure!(options.runs > 0, "--runs 0 measures nothing");
    let measuring = Measuring::build(&options.run)?;
    let folder = tempfile::tempdir()?;
    let mut arguments = vec![
        BENCHMARK.to_owned(),
        "--param=call=getppid".to_owned(),
        format!("--budget={}", options.budget),
    ];
    for iterations in [BASE].into_iter().chain(MORE) {
        let program = build(folder.path(), iterations)?;
        arguments.push(format!("--program={iterations}={}", shell::quoted(&program)));
    }
    let mut tallies = MORE.map(Tally::new);
    for _ in 0..options.runs {
        let record = measuring.run(&arguments)?;
        add(&record, &mut tallies);
    }
    println!(
        "\n{} iterations against {BASE}, {} runs",
        MORE.map(|n| n.to_string()).join(" and "),
        options.runs
    );
    for tally in &tallies {
        println!("{tally}");
    }
    Ok(())
}

/// Compiles the program with so many iterations; its path.
fn build(folder: &Path, iterations: u32) -> Result<String> {
    let program = folder.join(format!("spin-{iterations}"));
    let source = workspace::root().join("benches/known-cost/spin.c");
    let mut compiler = Command::new("cc");
    compiler.args(["-O2", &format!("-DITERATIONS={iterations}"), "-o"]);
    shell::run(compiler.arg(&program).arg(source))?;
    Ok(program.display().to_string())
}

/// Adds one run's verdicts, corrected as a family, as `whichos compare` does.
fn add(record: &RunRecord, tallies: &mut [Tally]) {
    let cases = compared(record);
    let Some(case) = cases.first() else {
        for tally in tallies {
            tally.absent += 1;
        }
        return;
    };
    let of = |iterations: u32| case.subjects.get(iterations.to_string().as_str());
    let ratios: Vec<Option<RatioEstimate>> =
        tallies.iter().map(|tally| ratio(&of(tally.iterations)?.1, &of(BASE)?.1)).collect();
    let p: Vec<f64> = ratios.iter().flatten().map(|ratio| ratio.p).collect();
    let mut adjusted = holm(&p).into_iter();
    for (tally, ratio) in tallies.iter_mut().zip(ratios) {
        match ratio.and_then(|ratio| Some((ratio, adjusted.next()?))) {
            Some((ratio, p)) => tally.add(&ratio, p, case.class.default_threshold()),
            None => tally.absent += 1,
        }
    }
}

/// What was said of one program.
struct Tally {
    iterations: u32,
    faster: u32,
    slower: u32,
    same: u32,
    inconclusive: u32,
    covered: u32,
    absent: u32,
}

impl Tally {
    fn new(iterations: u32) -> Self {
        Self { iterations, faster: 0, slower: 0, same: 0, inconclusive: 0, covered: 0, absent: 0 }
    }

    fn truth(&self) -> f64 {
        f64::from(self.iterations) / f64::from(BASE)
    }

    fn add(&mut self, ratio: &RatioEstimate, p: f64, threshold: f64) {
        let conclusion = conclude(ratio, p, threshold);
        let covers = (ratio.low..=ratio.high).contains(&self.truth());
        println!(
            "{:.3} found {:.4}, {:.4} – {:.4}, n {}, {conclusion:?}",
            self.truth(),
            ratio.ratio,
            ratio.low,
            ratio.high,
            ratio.replicates.0
        );
        self.covered += u32::from(covers);
        *match conclusion {
            Conclusion::Faster => &mut self.faster,
            Conclusion::Slower => &mut self.slower,
            Conclusion::Indistinguishable => &mut self.same,
            Conclusion::Inconclusive { .. } => &mut self.inconclusive,
        } += 1;
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { faster, slower, same, inconclusive, covered, absent, .. } = self;
        write!(
            formatter,
            "true ratio {:.3}: {faster} faster, {slower} slower, {same} indistinguishable, \
             {inconclusive} inconclusive, {absent} without a figure; the interval held it {covered} \
             times",
            self.truth()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_counts_what_was_said_and_whether_it_was_true() {
        let figures: Vec<f64> = (0..21).map(|trial| 0.0951 + f64::from(trial % 5) * 1e-4).collect();
        let ratio = stats::paired_ratio(&figures).unwrap();
        let mut tally = Tally::new(220);
        tally.add(&ratio, ratio.p, 0.02);
        assert_eq!((tally.slower, tally.covered), (1, 1));
        let mut tally = Tally::new(201);
        tally.add(&ratio, ratio.p, 0.02);
        assert_eq!((tally.slower, tally.covered), (1, 0));
    }
}
