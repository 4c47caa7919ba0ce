//! From single workloads to ranges, and where the advice changes between them.

use std::collections::BTreeMap;

use model::{Better, Definition, Id, Metric, Role, Value};

use super::condense::condense;
use super::crossover::crossover;
use super::family::{families, family_of};
use super::point::{Limits, Pick, Ruled, Ruling, rule};
use super::{AdvicePoint, AdviceRange, AdviceTable};
use crate::compare::marked_invalid;
use crate::groups::{axes, value_in_words};
use crate::{Conditions, Group, Member, Source, Thresholds};

/// What the points of one table have in common.
#[derive(Clone, PartialEq)]
struct Common {
    definition: usize,
    benchmark: Id,
    subject: usize,
    conditions: Conditions,
    family: Option<String>,
    metric: Metric,
    fixed: Vec<(String, Value)>,
    axis: Option<String>,
}

/// The tables of all benchmarks that have a method to choose.
pub(crate) fn tables(source: &Source<'_>, tolerance: f64) -> Vec<AdviceTable> {
    let mut found: Vec<(Common, Vec<AdvicePoint>)> = Vec::new();
    let along = axes_of(source);
    let families: Vec<Vec<String>> = source
        .record
        .definitions
        .iter()
        .map(|definition| families(source.record, definition))
        .collect();
    for group in &source.summary.groups {
        let definition = source.definition(group);
        if !definition.parameters.iter().any(|parameter| parameter.role == Role::Method) {
            continue;
        }
        let axis = along[group.definition].as_ref();
        let parts = parts(source, group, definition, axis);
        let families = &families[group.definition];
        let parts =
            parts.into_iter().flat_map(|part| by_family(source, definition, part, families));
        for (common, members) in parts {
            let point = point(source, &common, &members, group, tolerance);
            match found.iter_mut().rev().find(|(known, _)| *known == common) {
                Some((_, points)) => points.push(point),
                None => found.push((common, vec![point])),
            }
        }
    }
    let all: Vec<Common> = found.iter().map(|(common, _)| common.clone()).collect();
    let told = found.into_iter().filter(|(common, _)| !is_all(common, &all));
    told.map(|(common, points)| table(source, common, points)).collect()
}

/// Whether the methods of a family are all that there are, so that its table would say twice
/// what that of all methods says.
fn is_all(common: &Common, all: &[Common]) -> bool {
    let without = Common { family: None, ..common.clone() };
    let beside = |other: &&Common| {
        other.family.is_some() && Common { family: None, ..(*other).clone() } == without
    };
    common.family.is_some() && all.iter().filter(beside).count() < 2
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

/// Members of one workload that are ruled on together, each with the row that decides.
type Part<'a> = (Common, Vec<(&'a Member, usize)>);

/// All methods together, then each family by itself that has a figure.
fn by_family<'a>(
    source: &Source<'_>,
    definition: &Definition,
    (all, members): Part<'a>,
    families: &[String],
) -> Vec<Part<'a>> {
    let mut parts = vec![(all.clone(), members.clone())];
    for family in families {
        let of_family = |(member, _): &&(&Member, usize)| {
            let case = &source.record.cases[member.case];
            family_of(case, definition).as_ref() == Some(family)
        };
        let own: Vec<_> = members.iter().filter(of_family).copied().collect();
        if own.iter().any(|&(_, row)| source.at(row).estimate.is_some()) {
            parts.push((Common { family: Some(family.clone()), ..all.clone() }, own));
        }
    }
    parts
}

/// The members of a group by subject and conditions, with the row that decides.
fn parts<'a>(
    source: &Source<'a>,
    group: &'a Group,
    definition: &Definition,
    axis: Option<&String>,
) -> Vec<Part<'a>> {
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
                family: None,
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
        .filter_map(|(name, value)| {
            let parameter = definition.parameter(name)?;
            Some(value_in_words(definition, parameter, value))
        })
        .collect();
    AdviceTable {
        crossovers: ranges.windows(2).filter_map(|pair| crossover(&ranges, pair)).collect(),
        benchmark: common.benchmark,
        subject: source.subject_label(common.subject).to_owned(),
        metric: common.metric,
        conditions: common.conditions,
        family: common.family,
        fixed: fixed.join(", "),
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
        let sentence = sentence(source, &ruling, open.len(), common.family.is_some());
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

fn sentence(source: &Source<'_>, ruling: &Ruling, open: usize, of_family: bool) -> String {
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
            picks[0].words
        ),
        Ruling::OnlyOne(_) if of_family => {
            format!("Only one method of the family was measured: {}.", methods())
        }
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
