//! Each on its own: a whole run of ours, then the C program as a process of its own, and so on,
//! as one would who distrusts our scheduling. Runs apart in time differ by more than trials that
//! are interleaved (that is why whichos interleaves), so the interval is wider.

use anyhow::{Context, Result};
use stats::median;

use super::cases::Pair;
use super::figures::{Rounds, center, compared, ratio, work};
use super::measuring::Measuring;
use super::parity::Outcome;
use super::program::{self, Programs, Work};

pub(super) fn compare(
    measuring: &Measuring<'_>,
    programs: &Programs,
    pair: &Pair,
    pairs: u32,
) -> Result<Outcome> {
    // The first run of ours only tells how much work a trial does here.
    let (_, work) = ours_alone(measuring, pair)?;
    let (mut ours, mut theirs) = (Rounds::new(), Rounds::new());
    for number in 0..pairs {
        let mut measure_ours = || -> Result<()> {
            ours.insert(number, ours_alone(measuring, pair)?.0);
            Ok(())
        };
        let mut measure_theirs = || -> Result<()> {
            let figures = program::run(programs, pair, work)?;
            theirs.insert(number, median(&figures).context("no figure")?);
            Ok(())
        };
        // Whoever goes second always would inherit the other's warm caches, or clutter, always.
        if number % 2 == 0 {
            measure_ours().and_then(|()| measure_theirs())?;
        } else {
            measure_theirs().and_then(|()| measure_ours())?;
        }
    }
    let figures = || Some((center(&ours)?, center(&theirs)?, ratio(&ours, &theirs)?));
    let (ours_ns, theirs_ns, ratio) = figures().context("at least 7 pairs are needed")?;
    Ok(Outcome { ours_ns, theirs_ns, ratio })
}

/// The figure of a whole run, and as much work for one process as all its trials did.
fn ours_alone(measuring: &Measuring<'_>, pair: &Pair) -> Result<(f64, Work)> {
    let record = measuring.case(pair, &["--quick".to_owned()])?;
    let cases = compared(&record);
    let found = cases.first().and_then(|case| case.subjects.values().next());
    let (cell, rounds) = found.context("no case was measured")?;
    let figure = center(rounds).with_context(|| format!("no figure: {:?}", cell.status))?;
    let one = work(cell);
    Ok((figure, Work { samples: one.samples * rounds.len() as u64, ..one }))
}
