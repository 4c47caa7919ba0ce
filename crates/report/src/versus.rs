//! What every table of a comparison shows, before it takes a form: for each candidate against its
//! baseline both medians, the difference, the ratio with its interval, and the verdict.

use std::collections::{BTreeMap, BTreeSet};

use analysis::{Contest, Entry, Findings, Kind, Pair, Verdict};
use model::{Better, Metric, Unit};

use crate::number::{self, Format};
use crate::words;

/// One candidate against its baseline.
pub(crate) struct Versus<'a> {
    pub(crate) contest: &'a Contest,
    pub(crate) pair: &'a Pair,
    /// Index into the findings' contestants.
    pub(crate) contestant: usize,
    /// Subject, workload and the method that all share, in words.
    pub(crate) case: String,
    /// The same, and where methods differ which stands against which.
    pub(crate) full_case: String,
    pub(crate) candidate: String,
    pub(crate) baseline: String,
    pub(crate) baseline_median: String,
    pub(crate) candidate_median: String,
    /// `+64 %`, `×6.20`, `−42 %`: of the metric's value.
    pub(crate) difference: String,
    pub(crate) ratio: String,
    pub(crate) interval: String,
    pub(crate) verdict: Word,
}

impl Versus<'_> {
    /// How large the difference is: for sorting.
    pub(crate) fn size(&self) -> f64 {
        self.pair.ratio.map_or(0.0, |ratio| ratio.value.ln().abs())
    }
}

/// A verdict as tables show it: a mark and a word, so that color is never alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) mark: &'static str,
    pub(crate) text: &'static str,
    pub(crate) tone: Tone,
}

/// What a verdict says of the candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tone {
    Better,
    Worse,
    Same,
    Open,
    Barred,
}

impl std::fmt::Display for Word {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} {}", self.mark, self.text)
    }
}

/// The pairs of all contests, grouped by benchmark in the order of contests. What one of the two
/// has not measured is no row: [`unmeasured`] tells it.
pub(crate) fn by_benchmark(findings: &Findings) -> Vec<(&Contest, Vec<Versus<'_>>)> {
    let mut blocks: Vec<(&Contest, Vec<Versus<'_>>)> = Vec::new();
    let mut places: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for contest in &findings.contests {
        let rows = rows(findings, contest);
        if rows.is_empty() {
            continue;
        }
        let place = places
            .entry((contest.benchmark.as_str(), contest.metric.name.as_str()))
            .or_insert(blocks.len());
        match blocks.get_mut(*place) {
            Some((_, all)) => all.extend(rows),
            None => blocks.push((contest, rows)),
        }
    }
    blocks
}

/// What one of two has not measured: a line for each benchmark, by who has not and why. Of each
/// reason at most `named` cases are named.
pub(crate) fn unmeasured(findings: &Findings, named: usize) -> Vec<String> {
    let mut benchmarks: Vec<(&str, Vec<Unmeasured<'_>>)> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for contest in &findings.contests {
        for pair in &contest.pairs {
            let Some((candidate, status, reason)) = pair.unmeasured() else { continue };
            let (Some(first), Some(other)) =
                (contest.entries.first(), contest.entries.get(pair.candidate))
            else {
                continue;
            };
            // What neither has measured is told where each system's results are.
            if first.median.is_none() && other.median.is_none() {
                continue;
            }
            let absent = if candidate { other } else { first };
            let (who, what) = match findings.kind {
                Kind::Methods => (subject(findings, absent), words::clean(&absent.label)),
                Kind::Files | Kind::Subjects => {
                    let case = case(findings, contest, other, false);
                    (words::clean(&absent.label), if case.is_empty() { "all".into() } else { case })
                }
            };
            let place = *places.entry(contest.benchmark.as_str()).or_insert(benchmarks.len());
            if benchmarks.len() == place {
                benchmarks.push((contest.benchmark.as_str(), Vec::new()));
            }
            let reasons = &mut benchmarks[place].1;
            let known = reasons
                .iter_mut()
                .find(|known| known.who == who && known.status == status && known.reason == reason);
            match known {
                Some(known) if known.what.contains(&what) => {}
                Some(known) => known.what.push(what),
                None => reasons.push(Unmeasured { who, status, reason, what: vec![what] }),
            }
        }
    }
    benchmarks
        .into_iter()
        .map(|(benchmark, reasons)| {
            let mut leads: Vec<(String, Vec<String>)> = Vec::new();
            for one in &reasons {
                let (lead, text) = (one.lead(), one.describe(named));
                match leads.iter_mut().find(|(known, _)| *known == lead) {
                    Some((_, texts)) => texts.push(text),
                    None => leads.push((lead, vec![text])),
                }
            }
            let parts = leads.iter().map(|(lead, texts)| format!("{lead}: {}", texts.join("; ")));
            format!("{}: {}", words::clean(benchmark), parts.collect::<Vec<_>>().join("; "))
        })
        .collect()
}

/// Cases that one has not measured, for one reason.
struct Unmeasured<'a> {
    /// Subject or file; empty where there is one only.
    who: String,
    status: &'static str,
    reason: &'a str,
    what: Vec<String>,
}

impl Unmeasured<'_> {
    fn describe(&self, named: usize) -> String {
        let shown: Vec<&str> = self.what.iter().take(named).map(String::as_str).collect();
        let rest = match self.what.len().saturating_sub(named) {
            0 => String::new(),
            rest => format!(" and {rest} more"),
        };
        let reason = match words::clean(self.reason) {
            reason if reason.is_empty() => reason,
            reason => format!(" ({reason})"),
        };
        format!("{}{rest}{reason}", shown.join(", "))
    }

    /// What did not happen, and where.
    fn lead(&self) -> String {
        match (self.status, self.who.is_empty()) {
            ("unsupported", true) => "not on this system".to_owned(),
            ("unsupported", false) => format!("not on {}", self.who),
            (status, true) => status.to_owned(),
            (status, false) => format!("{status} on {}", self.who),
        }
    }
}

fn rows<'a>(findings: &'a Findings, contest: &'a Contest) -> Vec<Versus<'a>> {
    let Some(baseline) = contest.entries.first() else { return Vec::new() };
    let pairs = contest.pairs.iter().filter_map(|pair| {
        let candidate = contest.entries.get(pair.candidate)?;
        // What one has not measured is told in a line of its own, what neither has by the count.
        if pair.unmeasured().is_some() {
            return None;
        }
        baseline.median.or(candidate.median)?;
        let format = Format::of_row(
            &contest.metric,
            baseline.median.or(candidate.median).unwrap_or(0.0),
            None,
        );
        let median = |median: Option<f64>| {
            median.map_or_else(|| words::NOTHING.to_owned(), |median| format.figure(median))
        };
        let ratio = pair.ratio;
        Some(Versus {
            contest,
            pair,
            contestant: candidate.contestant,
            case: case(findings, contest, candidate, false),
            full_case: case(findings, contest, candidate, true),
            candidate: words::clean(&candidate.label),
            baseline: words::clean(&baseline.label),
            baseline_median: median(baseline.median),
            candidate_median: median(candidate.median),
            difference: ratio
                .map_or_else(|| words::NOTHING.to_owned(), |ratio| difference(ratio.value)),
            ratio: ratio
                .map_or_else(|| words::NOTHING.to_owned(), |ratio| number::ratio(ratio.value)),
            interval: ratio.and_then(|ratio| ratio.interval).map_or_else(
                || words::NOTHING.to_owned(),
                |(low, high)| format!("{} – {}", number::ratio(low), number::ratio(high)),
            ),
            verdict: word(&contest.metric, &pair.verdict),
        })
    });
    pairs.collect()
}

/// Workload and method of a contest; in full, where methods differ, which stands against which.
fn case(findings: &Findings, contest: &Contest, candidate: &Entry, full: bool) -> String {
    let baseline = contest.entries.first();
    let same = baseline.is_some_and(|baseline| baseline.method == candidate.method);
    let baseline = baseline.map_or("", |entry| entry.method_words.as_str());
    let method = match findings.kind {
        _ if !contest.method.is_empty() || same => contest.method_words.clone(),
        Kind::Methods if !full => String::new(),
        Kind::Methods => format!("against {baseline}"),
        Kind::Files | Kind::Subjects => format!(
            "{}: {} against {baseline}",
            candidate.matched.describe(),
            candidate.method_words
        ),
    };
    let subject = subject(findings, candidate);
    let parts = [subject.as_str(), contest.workload_words.as_str(), method.as_str()];
    let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    words::clean(&parts.join(", "))
}

/// The subject of an entry, where methods of several subjects are compared.
pub(crate) fn subject(findings: &Findings, entry: &Entry) -> String {
    if findings.kind != Kind::Methods || findings.contestants.len() < 2 {
        return String::new();
    }
    findings
        .contestants
        .get(entry.contestant)
        .map_or_else(String::new, |contestant| words::clean(&contestant.label))
}

/// The sentence of a pair.
pub(crate) fn sentence(row: &Versus<'_>) -> String {
    words::clean(&row.pair.sentence)
}

/// What a ratio changes: in percent where that reads well, as a factor beyond.
pub(crate) fn difference(ratio: f64) -> String {
    match ratio {
        ratio if !ratio.is_finite() || ratio <= 0.0 => words::NOTHING.to_owned(),
        ratio if (0.5..2.0).contains(&ratio) => number::signed_percent(ratio - 1.0),
        ratio if ratio < 0.01 => format!("÷{}", number::ratio(1.0 / ratio)),
        ratio => format!("×{}", number::ratio(ratio)),
    }
}

/// A verdict as tables show it, in the words of its metric.
pub(crate) fn word(metric: &Metric, verdict: &Verdict) -> Word {
    match verdict {
        Verdict::Faster { clearly } => {
            Word { mark: "▲", text: direction(metric, true, *clearly), tone: Tone::Better }
        }
        Verdict::Slower { clearly } => {
            Word { mark: "▼", text: direction(metric, false, *clearly), tone: Tone::Worse }
        }
        Verdict::Indistinguishable => {
            Word { mark: "≈", text: "indistinguishable", tone: Tone::Same }
        }
        Verdict::Inconclusive(_) => Word { mark: "?", text: "inconclusive", tone: Tone::Open },
        Verdict::NotComparable(_) => {
            Word { mark: "∅", text: "not comparable", tone: Tone::Barred }
        }
    }
}

/// What better or worse means for a metric.
fn direction(metric: &Metric, better: bool, clearly: bool) -> &'static str {
    let is_second = |unit: &Unit| matches!(unit, Unit::Count(noun) if noun == "second");
    let of_time = [&metric.amount, &metric.per]
        .iter()
        .any(|unit| **unit == Unit::Nanoseconds || is_second(unit));
    match (of_time, better == (metric.better == Better::More), better, clearly) {
        (true, _, true, false) => "faster",
        (true, _, true, true) => "clearly faster",
        (true, _, false, false) => "slower",
        (true, _, false, true) => "clearly slower",
        (false, true, _, false) => "higher",
        (false, true, _, true) => "clearly higher",
        (false, false, _, false) => "lower",
        (false, false, _, true) => "clearly lower",
    }
}

/// Who stands against whom: `xfs against ext4`.
pub(crate) fn title(findings: &Findings) -> String {
    let labels: Vec<String> =
        findings.contestants.iter().map(|one| words::clean(&one.label)).collect();
    match (findings.kind, labels.split_first()) {
        (Kind::Methods, _) | (_, None) => "Methods, each against the simplest".to_owned(),
        (_, Some((baseline, []))) => baseline.clone(),
        (_, Some((baseline, others))) => format!("{} against {baseline}", others.join(", ")),
    }
}

/// The differences, those first that stand for a benchmark and a candidate: the largest of each.
/// Second: how many these are.
pub(crate) fn differing(findings: &Findings) -> (Vec<Versus<'_>>, usize) {
    let mut all: Vec<Versus<'_>> = by_benchmark(findings)
        .into_iter()
        .flat_map(|(_, rows)| rows)
        .filter(|row| row.pair.verdict.differs())
        .collect();
    all.sort_by(|one, other| other.size().total_cmp(&one.size()));
    let mut seen = BTreeSet::new();
    let (first, rest): (Vec<_>, Vec<_>) = all.into_iter().partition(|row| {
        seen.insert((row.contest.benchmark.clone(), row.candidate.clone(), row.verdict.tone))
    });
    let count = first.len();
    (first.into_iter().chain(rest).collect(), count)
}

/// What only one side has, a line for each benchmark and side; of each at most `named` cases are
/// named.
pub(crate) fn unpaired(findings: &Findings, named: usize) -> Vec<String> {
    let label = |index: usize| {
        findings.contestants.get(index).map_or_else(String::new, |one| words::clean(&one.label))
    };
    let mut lines: BTreeMap<(usize, usize, &str), Vec<String>> = BTreeMap::new();
    for one in &findings.unpaired {
        let key = (one.contestant, one.missing, one.benchmark.as_str());
        lines.entry(key).or_default().push(words::clean(&one.what));
    }
    lines
        .into_iter()
        .map(|((contestant, missing, benchmark), what)| {
            let shown: Vec<&str> =
                what.iter().take(named).map(String::as_str).filter(|one| !one.is_empty()).collect();
            let rest = match what.len().saturating_sub(named) {
                0 => String::new(),
                rest => format!(" and {rest} more"),
            };
            let gap = if shown.is_empty() { "" } else { " " };
            format!(
                "only {} has {benchmark}{gap}{}{rest}; {} has not",
                label(contestant),
                shown.join("; "),
                label(missing)
            )
        })
        .collect()
}

/// How the verdicts were guarded: family and thresholds, in a sentence.
pub(crate) fn terms(findings: &Findings) -> String {
    let thresholds = &findings.thresholds;
    let own: Vec<String> = thresholds
        .benchmarks
        .iter()
        .map(|(id, share)| format!("{id} {}", number::limit(*share)))
        .collect();
    let own = if own.is_empty() { String::new() } else { format!(", {}", own.join(", ")) };
    format!(
        "Verdicts are guarded together over a family of {} {} (Holm, 5 %); differences below the \
         threshold do not matter: {} for processor work, {} for the system{own}.",
        number::count(findings.family as u64),
        number::plural("comparison", findings.family as u64),
        number::limit(thresholds.processor),
        number::limit(thresholds.system),
    )
}

/// Verdicts of one candidate, counted in words.
pub(crate) fn counts(counts: &analysis::Counts) -> String {
    let parts = [
        (counts.faster, "better"),
        (counts.slower, "worse"),
        (counts.indistinguishable, "indistinguishable"),
        (counts.inconclusive, "inconclusive"),
        (counts.not_comparable.saturating_sub(counts.unmeasured), "not comparable"),
        (counts.unmeasured, "not measured"),
    ];
    let parts: Vec<String> = parts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    if parts.is_empty() { "nothing to compare".to_owned() } else { parts.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_says_its_direction() {
        for (ratio, text) in [
            (1.64, "+64 %"),
            (1.0, "0 %"),
            (1.003, "+0.3 %"),
            (0.58, "−42 %"),
            (6.2, "×6.20"),
            (0.21, "×0.210"),
            (0.001, "÷1,000"),
            (f64::NAN, "–"),
        ] {
            assert_eq!(difference(ratio), text);
        }
    }
}
