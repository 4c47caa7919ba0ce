//! The whole in counts. Never one score: a lead is named only where it is separated.

use super::contrast::SessionNoise;
use super::findings::{Contest, Contestant};
use super::verdict::Verdict;

/// The whole in counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Overall {
    /// For each contestant after the baseline (for methods: one entry for all pairs).
    pub counts: Vec<Counts>,
    /// Who leads.
    pub lead: Lead,
    /// The same in a sentence; empty for methods, which are advised on one by one.
    pub sentence: String,
}

/// Verdicts on one candidate, counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts {
    /// Index into the contestants.
    pub candidate: usize,
    /// Cases on which it is better.
    pub faster: usize,
    /// Cases on which it is worse.
    pub slower: usize,
    /// Cases on which it is the same within the threshold.
    pub indistinguishable: usize,
    /// Cases that are not settled.
    pub inconclusive: usize,
    /// Cases that must not be compared.
    pub not_comparable: usize,
    /// Of these, cases that one of the two has not measured: it cannot, or it was left out.
    pub unmeasured: usize,
    /// Geometric mean of the cost ratios (below 1: the candidate needs less) over all cases with
    /// evidence. It hides changes of sign: show it beside the counts or not at all.
    pub mean_ratio: Option<f64>,
}

/// Who leads over all contests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lead {
    /// Faster than every other in at least one contest, behind in none. Index into the
    /// contestants.
    Winner(usize),
    /// Nobody is separated from these.
    Tie(Vec<usize>),
    /// It depends on the case: contestants and the number of contests that each wins alone.
    Mixed(Vec<(usize, usize)>),
    /// There is nothing to say it of.
    Unknown,
}

/// Counts the verdicts of all contests.
pub(crate) fn overall(contestants: &[Contestant], contests: &[Contest]) -> Overall {
    if contestants.is_empty() {
        let counts = vec![count(0, contests, |_| true)];
        return Overall { counts, lead: Lead::Unknown, sentence: String::new() };
    }
    let counts: Vec<Counts> = (1..contestants.len())
        .map(|candidate| count(candidate, contests, |contestant| contestant == candidate))
        .collect();
    let lead = lead(contestants.len(), contests);
    let sentence = capped(sentence(contestants, contests, &lead), contests);
    Overall { counts, lead, sentence }
}

fn count(candidate: usize, contests: &[Contest], of: impl Fn(usize) -> bool) -> Counts {
    let mut counts = Counts { candidate, ..Counts::default() };
    let (mut logarithms, mut ratios) = (0.0, 0_usize);
    for contest in contests {
        for pair in &contest.pairs {
            if !of(contest.entries[pair.candidate].contestant) {
                continue;
            }
            *match &pair.verdict {
                Verdict::Faster { .. } => &mut counts.faster,
                Verdict::Slower { .. } => &mut counts.slower,
                Verdict::Indistinguishable => &mut counts.indistinguishable,
                Verdict::Inconclusive(_) => &mut counts.inconclusive,
                Verdict::NotComparable(_) => &mut counts.not_comparable,
            } += 1;
            counts.unmeasured += usize::from(pair.unmeasured().is_some());
            if let Some(evidence) = &pair.evidence {
                logarithms += libm::log(evidence.cost.ratio);
                ratios += 1;
            }
        }
    }
    counts.mean_ratio = (ratios > 0).then(|| libm::exp(logarithms / ratios as f64));
    counts
}

fn lead(contestants: usize, contests: &[Contest]) -> Lead {
    // ahead[a][b]: contests in which a is best and separated from b; level[a]: not behind.
    let mut ahead = vec![vec![0_usize; contestants]; contestants];
    let mut wins = vec![0_usize; contestants];
    let mut behind = vec![false; contestants];
    let mut ranked = vec![false; contestants];
    for contest in contests {
        let Some(standing) = &contest.standing else { continue };
        let who = |entry: usize| contest.entries[entry].contestant;
        ranked[who(standing.best)] = true;
        standing.tied.iter().chain(&standing.behind).for_each(|&entry| ranked[who(entry)] = true);
        for &entry in &standing.behind {
            ahead[who(standing.best)][who(entry)] += 1;
            behind[who(entry)] = true;
        }
        if let Some(winner) = standing.winner() {
            wins[who(winner)] += 1;
        }
    }
    let present: Vec<usize> = (0..contestants).filter(|&one| ranked[one]).collect();
    if present.len() < 2 {
        return Lead::Unknown;
    }
    let unbeaten: Vec<usize> = present.iter().copied().filter(|&one| !behind[one]).collect();
    let separated = |one: usize| present.iter().all(|&other| other == one || ahead[one][other] > 0);
    match unbeaten.as_slice() {
        [one] if separated(*one) => Lead::Winner(*one),
        [] => Lead::Mixed(present.into_iter().map(|one| (one, wins[one])).collect()),
        _ => Lead::Tie(unbeaten),
    }
}

/// A sentence that rests on verdicts without a measure of the noise between sessions says so.
fn capped(sentence: String, contests: &[Contest]) -> String {
    let pairs = contests.iter().flat_map(|contest| &contest.pairs);
    let unmeasured = |noise: SessionNoise| noise == SessionNoise::Unmeasured;
    if pairs.filter_map(|pair| pair.evidence).any(|known| unmeasured(known.noise)) {
        format!("{sentence} This holds for these sessions; noise between sessions is not measured.")
    } else {
        sentence
    }
}

fn sentence(contestants: &[Contestant], contests: &[Contest], lead: &Lead) -> String {
    let label = |&one: &usize| contestants[one].label.as_str();
    let ranked = contests.iter().filter(|contest| contest.standing.is_some()).count();
    match lead {
        Lead::Winner(one) => {
            let wins = contests
                .iter()
                .filter_map(|contest| {
                    let winner = contest.standing.as_ref()?.winner()?;
                    (contest.entries[winner].contestant == *one).then_some(())
                })
                .count();
            format!("{} leads: ahead in {wins} of {ranked} cases, behind in none.", label(one))
        }
        Lead::Tie(tied) if tied.len() == 1 => format!(
            "{} is behind in none of {ranked} cases, but not separated from all others.",
            label(&tied[0])
        ),
        Lead::Tie(tied) => {
            let names: Vec<&str> = tied.iter().map(label).collect();
            format!("A tie of {}: over {ranked} cases nothing separates them.", names.join(", "))
        }
        Lead::Mixed(wins) => {
            let parts: Vec<String> =
                wins.iter().map(|(one, wins)| format!("{} in {wins}", label(one))).collect();
            format!("It depends on the case: of {ranked}, {} alone ahead.", parts.join(", "))
        }
        Lead::Unknown => "No case can be ranked.".to_owned(),
    }
}
