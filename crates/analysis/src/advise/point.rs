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
    /// These are as good as the best, simplest first, and all others are worse.
    Tie(Vec<Pick>),
    /// Nothing was measured beside it.
    OnlyOne(Pick),
    /// No method has a usable figure.
    NoData {
        /// Why not.
        why: String,
    },
    /// These may be the best, simplest first, and some of them may be much worse.
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
    /// In words.
    pub method: String,
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

/// The ruling on some methods of one workload, with all picks (best first).
///
/// A method is worse where that is significant, corrected for all comparisons with the best, by at
/// least the tolerance. It is as good where its 90 % interval
/// lies within the tolerance. The rest is open; a tie may hold open methods only as long as none
/// can cost more than `threshold` beyond the best.
pub(crate) fn rule(
    source: &Source<'_>,
    members: &[(&Member, usize)],
    metric: &Metric,
    tolerance: f64,
    threshold: f64,
) -> (Ruling, Vec<Pick>) {
    let usable: Vec<Usable<'_>> =
        members.iter().filter_map(|&(member, row)| usable(source, member, row, metric)).collect();
    let Some(best) = usable.iter().min_by(|one, other| one.cost.total_cmp(&other.cost)) else {
        return (Ruling::NoData { why: why_no_data(source, members) }, Vec::new());
    };
    let against: Vec<Option<RatioEstimate>> = usable
        .iter()
        .map(|one| if one.row == best.row { None } else { ratio(source, one, best, metric) })
        .collect();
    let adjusted = adjusted(&against);
    let picks: Vec<Pick> =
        usable.iter().zip(&against).map(|(one, ratio)| pick(one, best, *ratio)).collect();
    let mut set = Vec::new();
    let (mut open, mut more, mut told) = (false, 0, true);
    for (((one, ratio), p), pick) in usable.iter().zip(&against).zip(adjusted).zip(&picks) {
        let standing = if one.row == best.row {
            Standing::AsGood
        } else {
            standing(pick, ratio.map(|ratio| (ratio, p)), tolerance)
        };
        match standing {
            Standing::Worse => continue,
            Standing::AsGood => {}
            Standing::Open { more: needed } => {
                open |= pick.interval.is_none_or(|(_, high)| high > 1.0 + threshold.max(tolerance));
                told &= needed.is_some();
                more = more.max(needed.unwrap_or(0));
            }
        }
        set.push(pick.clone());
    }
    let mut ordered = picks;
    ordered.sort_by(|one, other| one.cost.total_cmp(&other.cost));
    let ruling = match (set.len(), usable.len()) {
        (_, 1) => Ruling::OnlyOne(set.remove(0)),
        (1, _) => Ruling::Best(set.remove(0)),
        _ if open => Ruling::Inconclusive { candidates: set, more: told.then_some(more) },
        _ => Ruling::Tie(set),
    };
    (ruling, ordered)
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
        Some(Bar::Preliminary { .. }) => foreign,
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
        case: one.member.case,
        median: one.median,
        cost: ratio.map_or(one.cost / best.cost, |ratio| ratio.ratio),
        interval: ratio.map(|ratio| (ratio.low, ratio.high)),
    }
}

fn standing(pick: &Pick, ratio: Option<(RatioEstimate, f64)>, tolerance: f64) -> Standing {
    let Some((ratio, p)) = ratio else {
        // Means alone: nearness is all that they can tell, and distance proves nothing.
        let near = pick.cost <= 1.0 + tolerance;
        return if near { Standing::AsGood } else { Standing::Open { more: None } };
    };
    match stats::conclude(&ratio, p, tolerance) {
        Conclusion::Slower => Standing::Worse,
        Conclusion::Indistinguishable => Standing::AsGood,
        // By the median of differences it may be the better one: the order of two that differ
        // within rounds and not in their medians is open.
        Conclusion::Faster => Standing::Open { more: None },
        Conclusion::Inconclusive { more, .. } => Standing::Open { more: Some(more) },
    }
}

fn why_no_data(source: &Source<'_>, members: &[(&Member, usize)]) -> String {
    let bars = members.iter().filter_map(|&(_, row)| source.at(row).bar.as_ref());
    bars.map(ToString::to_string).next().unwrap_or_else(|| "nothing was measured".to_owned())
}
