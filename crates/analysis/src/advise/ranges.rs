//! From single workloads to ranges, and where the advice changes between them.

use std::collections::BTreeMap;

use model::{Better, Definition, Id, Metric, Role, Value};

use super::condense::condense;
use super::point::{Limits, Pick, Ruled, Ruling, rule};
use super::{AdvicePoint, AdviceRange, AdviceTable, Crossover};
use crate::compare::marked_invalid;
use crate::groups::axes;
use crate::{Conditions, Group, Member, Source, Thresholds};

/// What the points of one table have in common.
#[derive(Clone, PartialEq)]
struct Common {
    definition: usize,
    benchmark: Id,
    subject: usize,
    conditions: Conditions,
    metric: Metric,
    fixed: Vec<(String, Value)>,
    axis: Option<String>,
}

/// The tables of all benchmarks that have a method to choose.
pub(crate) fn tables(source: &Source<'_>, tolerance: f64) -> Vec<AdviceTable> {
    let mut found: Vec<(Common, Vec<AdvicePoint>)> = Vec::new();
    let along = axes_of(source);
    for group in &source.summary.groups {
        let definition = source.definition(group);
        if !definition.parameters.iter().any(|parameter| parameter.role == Role::Method) {
            continue;
        }
        let axis = along[group.definition].as_ref();
        for (common, members) in parts(source, group, definition, axis) {
            let point = point(source, &common, &members, group, tolerance);
            match found.iter_mut().rev().find(|(known, _)| *known == common) {
                Some((_, points)) => points.push(point),
                None => found.push((common, vec![point])),
            }
        }
    }
    found.into_iter().map(|(common, points)| table(source, common, points)).collect()
}

/// For each definition the axis along which ranges are merged.
fn axes_of(source: &Source<'_>) -> Vec<Option<String>> {
    let of = |definition: &Definition| {
        let cases =
            source.record.cases.iter().filter(|case| {
                case.benchmark == definition.id && case.revision == definition.revision
            });
        axes(definition, cases)
            .into_iter()
            .find(|parameter| parameter.role == Role::Workload)
            .map(|parameter| parameter.name.clone())
    };
    source.record.definitions.iter().map(of).collect()
}

/// The members of a group by subject and conditions, with the row that decides.
fn parts<'a>(
    source: &Source<'a>,
    group: &'a Group,
    definition: &Definition,
    axis: Option<&String>,
) -> Vec<(Common, Vec<(&'a Member, usize)>)> {
    let mut by_subject: BTreeMap<usize, Vec<&Member>> = BTreeMap::new();
    for member in &group.members {
        by_subject.entry(member.subject).or_default().push(member);
    }
    let mut parts = Vec::new();
    for (subject, members) in by_subject {
        let Some(metric) = metric(source, definition, &members) else { continue };
        let mut by_conditions: BTreeMap<Conditions, Vec<(&Member, usize)>> = BTreeMap::new();
        let mut unmeasured = Vec::new();
        for member in members {
            let row = source.row(member, &metric.name).unwrap_or(member.rows.start);
            let known = source.at(row);
            if known.estimate.is_some() {
                by_conditions.entry(known.conditions.clone()).or_default().push((member, row));
            } else {
                unmeasured.push((member, row));
            }
        }
        if by_conditions.is_empty() {
            by_conditions.insert(Conditions::new(), Vec::new());
        }
        let fixed = group.workload.iter().filter(|(name, _)| Some(*name) != axis);
        let fixed: Vec<(String, Value)> =
            fixed.map(|(name, value)| (name.clone(), value.clone())).collect();
        for (conditions, mut members) in by_conditions {
            members.extend(unmeasured.iter().copied());
            let common = Common {
                definition: group.definition,
                benchmark: group.benchmark.clone(),
                subject,
                conditions,
                metric: metric.clone(),
                fixed: fixed.clone(),
                axis: axis.cloned(),
            };
            parts.push((common, members));
        }
    }
    parts
}

/// The first metric, headline first, that no member marks as invalid.
fn metric<'a>(
    source: &Source<'_>,
    definition: &'a Definition,
    members: &[&Member],
) -> Option<&'a Metric> {
    definition.metrics.iter().find(|metric| {
        let valid = |member: &&Member| {
            source.row(member, &metric.name).is_none_or(|row| !marked_invalid(source.at(row)))
        };
        metric.better != Better::Diagnostic && members.iter().all(valid)
    })
}

fn point(
    source: &Source<'_>,
    common: &Common,
    members: &[(&Member, usize)],
    group: &Group,
    tolerance: f64,
) -> AdvicePoint {
    let threshold = Thresholds::default().of(&common.benchmark, common.metric.class);
    let limits = Limits { tolerance, threshold: threshold.max(tolerance) };
    let Ruled { ruling, picks, open } = rule(source, members, &common.metric, limits);
    let used = |member: &Member| picks.iter().any(|pick| pick.case == member.case);
    let left_out = members
        .iter()
        .filter(|(member, _)| !used(member))
        .map(|(member, row)| {
            let bar = source.at(*row).bar.as_ref();
            (member.method.clone(), bar.map_or_else(String::new, ToString::to_string))
        })
        .collect();
    let value = common.axis.as_ref().and_then(|axis| group.workload.get(axis).cloned());
    AdvicePoint { value, ruling, picks, open, left_out }
}

fn table(source: &Source<'_>, common: Common, mut points: Vec<AdvicePoint>) -> AdviceTable {
    let definition = &source.record.definitions[common.definition];
    points.sort_by(|one, other| one.value.cmp(&other.value));
    let ranges = merge(source, definition, &common, points);
    let fixed: Vec<String> = common
        .fixed
        .iter()
        .filter(|(_, value)| *value != Value::none())
        .map(|(name, value)| format!("{name}={}", display(definition, name, value)))
        .collect();
    AdviceTable {
        crossovers: ranges.windows(2).filter_map(|pair| crossover(&ranges, pair)).collect(),
        benchmark: common.benchmark,
        subject: source.subject_label(common.subject).to_owned(),
        metric: common.metric,
        conditions: common.conditions,
        fixed: fixed.join(" "),
        axis: common.axis,
        ranges,
    }
}

fn display(definition: &Definition, name: &str, value: &Value) -> String {
    match definition.parameter(name) {
        Some(parameter) => value.display(&parameter.scale),
        None => value.display(&model::Scale::Ordered(model::Unit::Nanoseconds)),
    }
}

/// Joins neighbors for which one ruling holds: while best and tied sets share a method, that
/// method serves them all; other rulings join their like.
fn merge(
    source: &Source<'_>,
    definition: &Definition,
    common: &Common,
    points: Vec<AdvicePoint>,
) -> Vec<AdviceRange> {
    let mut runs: Vec<(Ruling, Vec<AdvicePoint>)> = Vec::new();
    for point in points {
        match runs.last_mut() {
            Some((ruling, run)) => match joined(ruling, &point.ruling) {
                Some(both) => {
                    *ruling = both;
                    run.push(point);
                }
                None => runs.push((point.ruling.clone(), vec![point])),
            },
            None => runs.push((point.ruling.clone(), vec![point])),
        }
    }
    let range = |(ruling, points): (Ruling, Vec<AdvicePoint>)| {
        let ends = points.first().zip(points.last());
        let span = ends.and_then(|(first, last)| Some((first.value.clone()?, last.value.clone()?)));
        let axis = common.axis.as_deref().unwrap_or_default();
        let span_text = span.as_ref().map_or_else(String::new, |(from, to)| {
            let (from, to) = (display(definition, axis, from), display(definition, axis, to));
            if from == to { from } else { format!("{from} to {to}") }
        });
        let mut open: Vec<String> = Vec::new();
        for pick in points.iter().flat_map(|point| &point.open) {
            let said = ruling.picks().iter().any(|said| said.method == pick.method);
            if !said && !open.contains(&pick.method) {
                open.push(pick.method.clone());
            }
        }
        let sentence = sentence(source, &ruling, open.len());
        AdviceRange { span, span_text, ruling, sentence, open, points }
    };
    runs.into_iter().map(range).collect()
}

/// The ruling that holds for both, if one does.
fn joined(one: &Ruling, other: &Ruling) -> Option<Ruling> {
    let settled = |ruling: &Ruling| matches!(ruling, Ruling::Best(_) | Ruling::Tie(_));
    if settled(one) && settled(other) {
        let both = common_picks(one.picks(), other.picks());
        return match both.as_slice() {
            [] => None,
            [pick] if matches!((one, other), (Ruling::Best(_), Ruling::Best(_))) => {
                Some(Ruling::Best(pick.clone()))
            }
            _ => Some(Ruling::Tie(both)),
        };
    }
    let methods = |ruling: &Ruling| -> Vec<String> {
        ruling.picks().iter().map(|pick| pick.method.clone()).collect()
    };
    let alike = std::mem::discriminant(one) == std::mem::discriminant(other)
        && methods(one) == methods(other)
        && !settled(one);
    alike.then(|| match (one, other) {
        (
            Ruling::Inconclusive { candidates, more },
            Ruling::Inconclusive { candidates: others, more: needed },
        ) => Ruling::Inconclusive {
            candidates: common_picks(candidates, others),
            more: more.zip(*needed).map(|(one, other)| one.max(other)),
        },
        _ => one.clone(),
    })
}

/// The methods of both, each with the worse of its two figures.
fn common_picks(one: &[Pick], other: &[Pick]) -> Vec<Pick> {
    one.iter()
        .filter_map(|pick| {
            let same = other.iter().find(|same| same.method == pick.method)?;
            Some(if same.cost > pick.cost { same.clone() } else { pick.clone() })
        })
        .collect()
}

fn sentence(source: &Source<'_>, ruling: &Ruling, open: usize) -> String {
    let methods = || {
        let cases = ruling.picks().iter().map(|pick| &source.record.cases[pick.case]);
        condense(source.record, cases)
    };
    let others = match open {
        0 => String::new(),
        1 => " Of one more it cannot be told.".to_owned(),
        open => format!(" Of {open} more it cannot be told."),
    };
    match ruling {
        Ruling::Best(_) => format!("{} is best.{others}", methods()),
        Ruling::Tie(picks) if picks.len() == 1 => format!(
            "{} is as good as the best throughout; in parts of the range others are too.{others}",
            methods()
        ),
        Ruling::Tie(picks) => format!(
            "A tie of {} methods: {}. Take {}, the simplest.{others}",
            picks.len(),
            methods(),
            picks[0].method
        ),
        Ruling::OnlyOne(_) => format!("Only one method was measured: {}.", methods()),
        Ruling::NoData { why } => format!("No data: {why}."),
        Ruling::Inconclusive { more, .. } => {
            let more = match more {
                Some(more) => format!("; about {more} more trials of each would tell"),
                None => String::new(),
            };
            format!("Inconclusive between {}{more}.", methods())
        }
    }
}

/// Where the advice changes between two ranges of a table.
fn crossover(all: &[AdviceRange], pair: &[AdviceRange]) -> Option<Crossover> {
    let [below, above] = pair else { return None };
    let settled = |range: &AdviceRange| match &range.ruling {
        Ruling::Best(_) | Ruling::Tie(_) => range.ruling.picks().first().cloned(),
        _ => None,
    };
    let (from, to) = (settled(below)?, settled(above)?);
    let points = || all.iter().flat_map(|range| &range.points);
    let number = |point: &AdvicePoint| match point.value {
        Some(Value::Integer(number)) => Some(number),
        _ => None,
    };
    let holds = |point: &AdvicePoint, method: &str| {
        point.ruling.picks().iter().any(|pick| pick.method == method)
    };
    let ahead =
        |one: &str, other: &str, point: &&AdvicePoint| holds(point, one) && !holds(point, other);
    let edge = below.points.last().and_then(number)?;
    let after = points()
        .filter(|point| ahead(&from.method, &to.method, point))
        .filter_map(number)
        .filter(|&value| value <= edge)
        .max();
    let before = points()
        .filter(|point| ahead(&to.method, &from.method, point))
        .filter_map(number)
        .find(|&value| value > edge);
    let ends = below.points.last().zip(above.points.first());
    let estimate = ends.and_then(|(left, right)| {
        crossing(
            (number(left)?, gap(left, &from.method, &to.method)?),
            (number(right)?, gap(right, &from.method, &to.method)?),
        )
    });
    Some(Crossover { from: from.method, to: to.method, after, before, estimate })
}

/// The logarithm of the cost of one method over another's at a point.
fn gap(point: &AdvicePoint, one: &str, other: &str) -> Option<f64> {
    let cost = |method: &str| {
        point.picks.iter().find(|pick| pick.method == method).map(|pick| libm::log(pick.cost))
    };
    Some(cost(one)? - cost(other)?)
}

/// Where a line through two gaps crosses zero, on a logarithmic axis.
fn crossing(left: (u64, f64), right: (u64, f64)) -> Option<f64> {
    let changes = left.1 <= 0.0 && right.1 >= 0.0 && left.1 < right.1;
    if !changes || left.0 == 0 {
        return None;
    }
    let (from, to) = (libm::log(left.0 as f64), libm::log(right.0 as f64));
    Some(libm::exp(from + (to - from) * (0.0 - left.1) / (right.1 - left.1)))
}
