//! One workload on one subject: which methods are as good as the best.

use model::{Better, Metric};
use stats::{Conclusion, RatioEstimate};

use super::foreign::reported;
use crate::compare::contrast;
use crate::{Bar, Member, Source};

/// What holds for a workload or a range of them.
#[derive(Clone, Debug, PartialEq)]
pub enum Ruling {
    /// One method is better than all others.
    Best(Pick),
    /// These are as good as the best, simplest first. In a range of workloads: at each of them, so
    /// that there may be one only.
    Tie(Vec<Pick>),
    /// Nothing was measured beside it.
    OnlyOne(Pick),
    /// No method has a usable figure.
    NoData {
        /// Why not.
        why: String,
    },
    /// One seems the best, and these, simplest first, may be as good or much worse.
    Inconclusive {
        /// The methods.
        candidates: Vec<Pick>,
        /// About how many more trials of each would tell; `None` where that is not known.
        more: Option<usize>,
    },
}

/// A method and how it stands to the best.
#[derive(Clone, Debug, PartialEq)]
pub struct Pick {
    /// As `name=value`.
    pub method: String,
    /// The same as sentences and tables say it.
    pub words: String,
    /// Index into the record's cases.
    pub case: usize,
    /// Its median in base units.
    pub median: f64,
    /// What it costs over what the best costs: 1.05 is 5 % more.
    pub cost: f64,
    /// The 95 % interval of that; `None` for the best itself and where no spread is known.
    pub interval: Option<(f64, f64)>,
}

impl Ruling {
    /// The word for it in tables and documents.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Best(_) => "best",
            Self::Tie(_) => "tie",
            Self::OnlyOne(_) => "only one method was measured",
            Self::NoData { .. } => "no data",
            Self::Inconclusive { .. } => "inconclusive",
        }
    }

    /// The methods that it speaks of, simplest first.
    pub fn picks(&self) -> &[Pick] {
        match self {
            Self::Best(pick) | Self::OnlyOne(pick) => std::slice::from_ref(pick),
            Self::Tie(picks) | Self::Inconclusive { candidates: picks, .. } => picks,
            Self::NoData { .. } => &[],
        }
    }
}

/// How a method stands to the best.
enum Standing {
    AsGood,
    Open { more: Option<usize> },
    Worse,
}

/// What is to be said of one workload.
pub(crate) struct Ruled {
    pub(crate) ruling: Ruling,
    /// Every method with a usable figure, best first.
    pub(crate) picks: Vec<Pick>,
    /// Methods of which it cannot be told whether they are as good, simplest first.
    pub(crate) open: Vec<Pick>,
}

/// How far from the best a method may be.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// What counts as equal.
    pub(crate) tolerance: f64,
    /// What matters.
    pub(crate) threshold: f64,
}

/// The ruling on some methods of one workload.
///
/// A method is worse where that is significant, corrected for all comparisons with the best, by at
/// least the tolerance. It is as good where its 90 % interval lies within the tolerance, or where
/// its median does and its 95 % interval ends below what matters. The rest is open. Where nothing
/// is as good as the best and something is open, the best itself is in doubt.
pub(crate) fn rule(
    source: &Source<'_>,
    members: &[(&Member, usize)],
    metric: &Metric,
    limits: Limits,
) -> Ruled {
    let usable: Vec<Usable<'_>> =
        members.iter().filter_map(|&(member, row)| usable(source, member, row, metric)).collect();
    let Some(best) = usable.iter().min_by(|one, other| one.cost.total_cmp(&other.cost)) else {
        let ruling = Ruling::NoData { why: why_no_data(source, members) };
        return Ruled { ruling, picks: Vec::new(), open: Vec::new() };
    };
    let against: Vec<Option<RatioEstimate>> = usable
        .iter()
        .map(|one| if one.row == best.row { None } else { ratio(source, one, best, metric) })
        .collect();
    let adjusted = adjusted(&against);
    let mut picks: Vec<Pick> =
        usable.iter().zip(&against).map(|(one, ratio)| pick(one, best, *ratio)).collect();
    let (mut good, mut open, mut more) = (Vec::new(), Vec::new(), Some(0));
    for (((one, ratio), p), pick) in usable.iter().zip(&against).zip(adjusted).zip(&picks) {
        let standing = if one.row == best.row {
            Standing::AsGood
        } else {
            standing(pick, ratio.map(|ratio| (ratio, p)), limits)
        };
        match standing {
            Standing::Worse => {}
            Standing::AsGood => good.push(pick.clone()),
            Standing::Open { more: needed } => {
                open.push(pick.clone());
                more = more.zip(needed).map(|(more, needed): (usize, usize)| more.max(needed));
            }
        }
    }
    let ruling = match (good.len(), usable.len()) {
        (_, 1) => Ruling::OnlyOne(good.remove(0)),
        (1, _) if open.is_empty() => Ruling::Best(good.remove(0)),
        (1, _) => {
            let candidates = picks.iter().filter(|pick| good.contains(pick) || open.contains(pick));
            Ruling::Inconclusive { candidates: candidates.cloned().collect(), more }
        }
        _ => Ruling::Tie(good),
    };
    if matches!(ruling, Ruling::Inconclusive { .. }) {
        open.clear();
    }
    picks.sort_by(|one, other| one.cost.total_cmp(&other.cost));
    Ruled { ruling, picks, open }
}

/// A method with a figure that may be used.
struct Usable<'a> {
    member: &'a Member,
    row: usize,
    median: f64,
    cost: f64,
    /// Logarithms that stand in for trials that are not known.
    stand_in: Option<Vec<f64>>,
    foreign: bool,
}

/// What the figures of a method tell; those of other programs lack trials, and that alone.
fn usable<'a>(
    source: &Source<'_>,
    member: &'a Member,
    row: usize,
    metric: &Metric,
) -> Option<Usable<'a>> {
    let known = source.at(row);
    let foreign = source.foreign_tool().is_some();
    let median = known.estimate.as_ref()?.median;
    let allowed = match &known.bar {
        None => true,
        Some(Bar::Foreign { .. }) => foreign,
        Some(_) => false,
    };
    if !allowed || median <= 0.0 {
        return None;
    }
    let cost = if metric.better == Better::More { 1.0 / median } else { median };
    let stand_in = reported(source, known).and_then(|known| known.stand_in(metric));
    Some(Usable { member, row, median, cost, stand_in, foreign })
}

fn ratio(
    source: &Source<'_>,
    one: &Usable<'_>,
    best: &Usable<'_>,
    metric: &Metric,
) -> Option<RatioEstimate> {
    if one.foreign {
        return stats::welch_ratio(one.stand_in.as_ref()?, best.stand_in.as_ref()?);
    }
    let sides = (source.side(one.row)?, source.side(best.row)?);
    contrast(sides.0, sides.1, metric.better, None).map(|found| found.estimate)
}

/// p of each, corrected for the comparisons of all with the best; 1 where there is none.
///
/// That the best was chosen by the same figures needs no further correction: leaving out what is
/// worse than the seeming best leaves out the true best no more often than comparing all others
/// with the true best would (J. C. Hsu, "Constrained simultaneous confidence intervals for
/// multiple comparisons with the best", Annals of Statistics 12, 1984).
fn adjusted(against: &[Option<RatioEstimate>]) -> Vec<f64> {
    let compared: Vec<f64> = against.iter().flatten().map(|ratio| ratio.p).collect();
    let mut adjusted = stats::holm(&compared).into_iter();
    let next = |ratio: &Option<RatioEstimate>| ratio.and_then(|_| adjusted.next()).unwrap_or(1.0);
    against.iter().map(next).collect()
}

fn pick(one: &Usable<'_>, best: &Usable<'_>, ratio: Option<RatioEstimate>) -> Pick {
    Pick {
        method: one.member.method.clone(),
        words: one.member.method_words.clone(),
        case: one.member.case,
        median: one.median,
        cost: ratio.map_or(one.cost / best.cost, |ratio| ratio.ratio),
        interval: ratio.map(|ratio| (ratio.low, ratio.high)),
    }
}

fn standing(pick: &Pick, ratio: Option<(RatioEstimate, f64)>, limits: Limits) -> Standing {
    let near = pick.cost <= 1.0 + limits.tolerance;
    let Some((ratio, p)) = ratio else {
        // Means alone: nearness is all that they can tell, and distance proves nothing.
        return if near { Standing::AsGood } else { Standing::Open { more: None } };
    };
    match stats::conclude(&ratio, p, limits.tolerance) {
        Conclusion::Slower => Standing::Worse,
        Conclusion::Indistinguishable => Standing::AsGood,
        _ if near && ratio.high <= 1.0 + limits.threshold => Standing::AsGood,
        // By the differences within rounds it may be the better one, though not by its median.
        Conclusion::Faster => Standing::Open { more: None },
        Conclusion::Inconclusive { more, .. } => Standing::Open { more: Some(more) },
    }
}

fn why_no_data(source: &Source<'_>, members: &[(&Member, usize)]) -> String {
    let bars = members.iter().filter_map(|&(_, row)| source.at(row).bar.as_ref());
    bars.map(ToString::to_string).next().unwrap_or_else(|| "nothing was measured".to_owned())
}
