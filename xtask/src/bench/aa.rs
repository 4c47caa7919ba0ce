//! The same case as two subjects that are the same: whatever is called different is called so
//! wrongly.

use anyhow::{Result, ensure};
use clap::Args;
use stats::{Conclusion, RatioEstimate, conclude, holm};

use super::Run;
use super::figures::{Compared, compared, ratio};
use super::measuring::Measuring;

/// What to compare.
#[derive(Args)]
pub(crate) struct Options {
    /// How many cases, at most.
    #[arg(long, default_value_t = 40)]
    cells: usize,
    #[command(flatten)]
    run: Run,
}

pub(super) fn run(options: &Options) -> Result<()> {
    let measuring = Measuring::build(&options.run)?;
    let subjects = ["--standard", "--on=a=local", "--on=b=local"].map(str::to_owned);
    let record = measuring.run(&subjects)?;
    let cases = compared(&record);
    let found: Vec<(&Compared<'_>, RatioEstimate)> =
        cases.iter().filter_map(|case| Some((case, pair(case)?))).take(options.cells).collect();
    ensure!(!found.is_empty(), "no case was measured on both subjects");

    let p: Vec<f64> = found.iter().map(|(_, ratio)| ratio.p).collect();
    let adjusted = holm(&p);
    let (mut before, mut after) = (Count::default(), Count::default());
    println!("\n a/b    interval         p       holm   n  before → after correction");
    for (((case, ratio), p), adjusted) in found.iter().zip(&p).zip(&adjusted) {
        let threshold = case.class.default_threshold();
        let (raw, corrected) =
            (conclude(ratio, *p, threshold), conclude(ratio, *adjusted, threshold));
        before.add(raw);
        after.add(corrected);
        println!(
            "{:.3}  {:.3} – {:.3}  {p:7.4} {adjusted:7.4} {:>3}  {} → {}  {}",
            ratio.ratio,
            ratio.low,
            ratio.high,
            ratio.replicates.0,
            word(raw),
            word(corrected),
            case.name,
        );
    }
    println!("\n{} cells of two equal subjects", found.len());
    println!("before correction: {before}");
    println!("after correction:  {after}");
    if found.len() < options.cells {
        println!("{} cells were wanted; a larger budget gives more", options.cells);
    }
    Ok(())
}

fn pair(case: &Compared<'_>) -> Option<RatioEstimate> {
    ratio(&case.subjects.get("a")?.1, &case.subjects.get("b")?.1)
}

#[derive(Default)]
struct Count {
    faster: usize,
    slower: usize,
    same: usize,
    inconclusive: usize,
}

impl Count {
    fn add(&mut self, conclusion: Conclusion) {
        match conclusion {
            Conclusion::Faster => self.faster += 1,
            Conclusion::Slower => self.slower += 1,
            Conclusion::Indistinguishable => self.same += 1,
            Conclusion::Inconclusive { .. } => self.inconclusive += 1,
        }
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { faster, slower, same, inconclusive } = self;
        write!(
            formatter,
            "{} called different ({faster} faster, {slower} slower), {same} indistinguishable, \
             {inconclusive} inconclusive",
            faster + slower
        )
    }
}

fn word(conclusion: Conclusion) -> &'static str {
    match conclusion {
        Conclusion::Faster => "FASTER",
        Conclusion::Slower => "SLOWER",
        Conclusion::Indistinguishable => "indistinguishable",
        Conclusion::Inconclusive { .. } => "inconclusive",
    }
}
