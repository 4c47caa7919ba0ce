//! Whether a comparison passes a gate, re-running nothing and guessing nothing.

use stats::Conclusion;

use crate::{Contest, Findings, Pair, Verdict};

/// What a gate fails on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FailOn {
    /// A candidate that is slower by at least this fraction; `None`: by the thresholds of the
    /// comparison.
    pub slower: Option<f64>,
}

impl FailOn {
    /// Reads `slower` or `slower:5%`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is no gate: use slower, or slower:5%");
        let rest = text.strip_prefix("slower").ok_or_else(wrong)?;
        if rest.is_empty() {
            return Ok(Self { slower: None });
        }
        let percent = rest.strip_prefix(':').ok_or_else(wrong)?;
        let percent = percent.strip_suffix('%').unwrap_or(percent).trim();
        let percent: f64 = percent.parse().map_err(|_| wrong())?;
        if percent.is_finite() && percent > 0.0 {
            Ok(Self { slower: Some(percent / 100.0) })
        } else {
            Err(wrong())
        }
    }
}

/// What a gate says.
#[derive(Clone, Debug, PartialEq)]
pub struct GateResult {
    /// The word.
    pub outcome: GateOutcome,
    /// Pairs that fail, as (contest, pair).
    pub failed: Vec<(usize, usize)>,
    /// Pairs of which it cannot be told.
    pub unsettled: Vec<(usize, usize)>,
    /// Cases that the baseline has figures of and a candidate lacks: indices into `unpaired`.
    pub missing: Vec<usize>,
}

/// The word of a gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GateOutcome {
    /// Every pair was settled, and none is slower.
    Pass,
    /// At least one is slower.
    Fail,
    /// None is known to be slower, but not all could be settled, or there was nothing to compare.
    Inconclusive,
}

/// Puts a comparison before a gate.
pub fn gate(findings: &Findings, fail_on: FailOn) -> GateResult {
    let (mut failed, mut unsettled) = (Vec::new(), Vec::new());
    for (place, contest) in findings.contests.iter().enumerate() {
        for (index, pair) in contest.pairs.iter().enumerate() {
            match slower(contest, pair, fail_on) {
                Some(true) => failed.push((place, index)),
                Some(false) => {}
                None => unsettled.push((place, index)),
            }
        }
    }
    let missing: Vec<usize> = findings
        .unpaired
        .iter()
        .enumerate()
        .filter(|(_, unpaired)| unpaired.contestant == 0 && unpaired.measured)
        .map(|(index, _)| index)
        .collect();
    let empty = findings.contests.is_empty();
    let outcome = if !failed.is_empty() {
        GateOutcome::Fail
    } else if empty || !unsettled.is_empty() || !missing.is_empty() {
        GateOutcome::Inconclusive
    } else {
        GateOutcome::Pass
    };
    GateResult { outcome, failed, unsettled, missing }
}

/// Whether a pair is slower; `None` where it cannot be told.
///
/// Equality is not asked for: an interval that lies wholly below the gate passes, however far it
/// reaches the other way.
fn slower(contest: &Contest, pair: &Pair, fail_on: FailOn) -> Option<bool> {
    match &pair.verdict {
        Verdict::NotComparable(_) => return None,
        Verdict::Inconclusive(need) if need.disturbed => return None,
        _ => {}
    }
    let evidence = pair.evidence?;
    let threshold = fail_on.slower.unwrap_or(contest.threshold);
    let limit = 1.0 + threshold;
    match stats::conclude(&evidence.cost, evidence.p_adjusted, threshold) {
        Conclusion::Slower => Some(true),
        Conclusion::Faster | Conclusion::Indistinguishable => Some(false),
        // Not equal for sure, but for sure not slower by so much.
        Conclusion::Inconclusive { .. } => (evidence.cost.high_90 < limit).then_some(false),
    }
}
