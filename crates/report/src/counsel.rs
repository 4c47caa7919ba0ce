//! What every form of advice shows: ranges of the workload, what to take there, the evidence, and
//! where the advice changes.

use analysis::{Advice, AdvicePoint, AdviceTable, Crossover, Source};
use model::{Metric, Parameter, Scale, Unit, Value};

use crate::number;
use crate::words;

/// Advice on one benchmark.
pub(crate) struct Table {
    pub(crate) benchmark: String,
    /// What the figures are.
    pub(crate) quantity: String,
    /// What the ranges are of.
    pub(crate) axis: String,
    pub(crate) rows: Vec<Row>,
    pub(crate) crossovers: Vec<String>,
}

/// A range of the workload.
pub(crate) struct Row {
    /// Subject, the rest of the workload, conditions; may be empty.
    pub(crate) what: String,
    /// Empty where there is no axis.
    pub(crate) range: String,
    pub(crate) sentence: String,
    /// For each workload the best methods with their figures.
    pub(crate) evidence: Vec<String>,
}

/// So many methods are named for each workload.
const NAMED: usize = 4;

/// The tables of an advice on a source, one for each benchmark and axis.
pub(crate) fn tables(source: &Source<'_>, advice: &Advice) -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    for one in &advice.tables {
        let (benchmark, axis) = (words::clean(one.benchmark.as_str()), one.axis.clone());
        let axis = axis.unwrap_or_default();
        let known = tables.iter().position(|it| it.benchmark == benchmark && it.axis == axis);
        let place = known.unwrap_or_else(|| {
            let quantity = number::quantity(&one.metric);
            tables.push(Table { benchmark, quantity, axis, rows: vec![], crossovers: vec![] });
            tables.len() - 1
        });
        add(&mut tables[place], source, one);
    }
    tables
}

fn add(into: &mut Table, source: &Source<'_>, table: &AdviceTable) {
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
    let subject = if several { words::clean(&table.subject) } else { String::new() };
    let parts: Vec<String> = [subject, words::clean(&table.fixed)]
        .into_iter()
        .chain(conditions)
        .filter(|part| !part.is_empty())
        .collect();
    let what = parts.join(", ");
    into.rows.extend(table.ranges.iter().map(|range| {
        Row {
            what: what.clone(),
            range: range.span_text.clone(),
            sentence: words::clean(&range.sentence),
            evidence: range
                .points
                .iter()
                .filter(|point| !point.picks.is_empty())
                .map(|point| evidence(axis, &table.metric, point))
                .collect(),
        }
    }));
    let lead = if what.is_empty() { String::new() } else { format!("{what}: ") };
    let crossovers = table.crossovers.iter();
    into.crossovers.extend(crossovers.map(|one| format!("{lead}{}", crossover(axis, one))));
}

impl Row {
    /// What and range in one label; `all` where there is neither.
    pub(crate) fn label(&self) -> String {
        match (self.what.is_empty(), self.range.is_empty()) {
            (true, true) => "all".to_owned(),
            (true, false) => self.range.clone(),
            (false, true) => self.what.clone(),
            (false, false) => format!("{}, {}", self.what, self.range),
        }
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
