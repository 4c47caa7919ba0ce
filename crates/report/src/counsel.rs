//! What every form of advice shows: ranges of the workload, what to take there, the evidence, and
//! where the advice changes.

use analysis::{Advice, AdvicePoint, AdviceTable, Crossover, Source};
use model::{Metric, Parameter, Scale, Unit, Value};

use crate::number;
use crate::words;

/// Advice on one benchmark.
pub(crate) struct Table {
    pub(crate) benchmark: String,
    /// Quantity, subject, conditions, the rest of the workload.
    pub(crate) about: String,
    /// What the ranges are of.
    pub(crate) axis: String,
    pub(crate) rows: Vec<Row>,
    pub(crate) crossovers: Vec<String>,
}

/// A range of the workload.
pub(crate) struct Row {
    pub(crate) range: String,
    pub(crate) sentence: String,
    /// For each workload the best methods with their figures.
    pub(crate) evidence: Vec<String>,
}

/// So many methods are named for each workload.
const NAMED: usize = 4;

/// The tables of an advice on a source.
pub(crate) fn tables(source: &Source<'_>, advice: &Advice) -> Vec<Table> {
    advice.tables.iter().map(|table| view(source, table)).collect()
}

fn view(source: &Source<'_>, table: &AdviceTable) -> Table {
    let definition =
        source.record.definitions.iter().find(|definition| definition.id == table.benchmark);
    let axis = table
        .axis
        .as_ref()
        .and_then(|name| definition.and_then(|definition| definition.parameter(name)));
    let conditions = table.conditions.iter().map(|(name, values)| {
        let values: Vec<String> = values.iter().map(|value| plain(None, value)).collect();
        format!("{name} {}", values.join(" or "))
    });
    let several = source.record.subjects.len() > 1;
    let parts = [
        number::quantity(&table.metric),
        if several { words::clean(&table.subject) } else { String::new() },
        words::clean(&table.fixed),
    ];
    let about: Vec<String> =
        parts.into_iter().chain(conditions).filter(|part| !part.is_empty()).collect();
    let rows = table.ranges.iter().map(|range| Row {
        range: if range.span_text.is_empty() { "all".into() } else { range.span_text.clone() },
        sentence: words::clean(&range.sentence),
        evidence: range
            .points
            .iter()
            .filter(|point| !point.picks.is_empty())
            .map(|point| evidence(axis, &table.metric, point))
            .collect(),
    });
    Table {
        benchmark: words::clean(table.benchmark.as_str()),
        about: about.join("; "),
        axis: table.axis.clone().unwrap_or_default(),
        rows: rows.collect(),
        crossovers: table.crossovers.iter().map(|one| crossover(axis, one)).collect(),
    }
}

/// `16 KiB: read 1.09 GB/s, pread +0.4 %, mmap ×2.71`.
fn evidence(axis: Option<&Parameter>, metric: &Metric, point: &AdvicePoint) -> String {
    let picks: Vec<String> = point
        .picks
        .iter()
        .take(NAMED)
        .enumerate()
        .map(|(place, pick)| {
            let method = words::clean(&pick.method);
            if place == 0 {
                format!("{method} {}", number::figure(metric, pick.median))
            } else {
                format!("{method} {}", crate::versus::difference(pick.cost))
            }
        })
        .collect();
    let rest = match point.picks.len().saturating_sub(NAMED) {
        0 => String::new(),
        rest => format!(", and {rest} more"),
    };
    let at =
        point.value.as_ref().map_or_else(String::new, |value| format!("{}: ", plain(axis, value)));
    format!("{at}{}{rest} (cost)", picks.join(", "))
}

fn crossover(axis: Option<&Parameter>, crossover: &Crossover) -> String {
    let show = |value: u64| plain(axis, &Value::Integer(value));
    let place = match (crossover.after, crossover.before) {
        (Some(after), Some(before)) => format!("between {} and {}", show(after), show(before)),
        (Some(after), None) => format!("somewhere above {}", show(after)),
        (None, Some(before)) => format!("somewhere below {}", show(before)),
        (None, None) => "somewhere".to_owned(),
    };
    let about = crossover.estimate.map_or_else(String::new, |value| {
        format!(", the medians cross at about {}", approximate(axis, value))
    });
    format!(
        "{} takes over from {} {place}{about}.",
        words::clean(&crossover.to),
        words::clean(&crossover.from)
    )
}

fn approximate(axis: Option<&Parameter>, value: f64) -> String {
    let whole = value.round().max(0.0) as u64;
    match axis.map(|axis| &axis.scale) {
        Some(Scale::Ordered(Unit::Bytes)) => number::bytes(whole),
        _ => number::count(whole),
    }
}

fn plain(axis: Option<&Parameter>, value: &Value) -> String {
    match (axis, value) {
        (Some(axis), value) => words::value(axis, value),
        (None, Value::Integer(number)) => number::count(*number),
        (None, Value::Name(name)) => words::clean(name),
    }
}
