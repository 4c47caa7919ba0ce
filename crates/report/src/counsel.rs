//! What every form of advice shows: ranges of the workload, what to take there, the evidence, and
//! where the advice changes.

use analysis::{Advice, AdvicePoint, AdviceRange, AdviceTable, Choice, Crossover, Ruling, Source};
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
    /// The method's ordered parameter, such as the buffer; empty where it has none.
    pub(crate) along: String,
    pub(crate) rows: Vec<Row>,
    pub(crate) crossovers: Vec<String>,
}

/// A range of the workload.
pub(crate) struct Row {
    /// Subject, the rest of the workload, conditions; may be empty.
    pub(crate) what: String,
    /// Which methods were looked at: a family of them or `any`; empty where there are no families.
    pub(crate) family: String,
    /// Empty where there is no axis.
    pub(crate) range: String,
    /// The method to take, without its ordered parameter; empty where none can be named.
    pub(crate) method: String,
    /// The values of the ordered parameter with which it is as good as the best.
    pub(crate) along: String,
    /// How sure that is: `best`, `tie of 3`.
    pub(crate) ruling: String,
    pub(crate) sentence: String,
    /// For each workload the best methods with their figures.
    pub(crate) evidence: Vec<String>,
}

/// So many methods are named for each workload.
const NAMED: usize = 4;

/// What stands for all families together.
const ANY: &str = "any";

/// The tables of an advice on a source, one for each benchmark and axis.
pub(crate) fn tables(source: &Source<'_>, advice: &Advice) -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    for one in &advice.tables {
        let (benchmark, axis) = (words::clean(one.benchmark.as_str()), one.axis.clone());
        let axis = axis.unwrap_or_default();
        let known = tables.iter().position(|it| it.benchmark == benchmark && it.axis == axis);
        let place = known.unwrap_or_else(|| {
            let quantity = number::quantity(&one.metric);
            let (along, rows) = (String::new(), Vec::new());
            tables.push(Table { benchmark, quantity, axis, along, rows, crossovers: vec![] });
            tables.len() - 1
        });
        let families = advice
            .tables
            .iter()
            .any(|other| other.benchmark == one.benchmark && other.family.is_some());
        add(&mut tables[place], source, one, families);
    }
    tables
}

fn add(into: &mut Table, source: &Source<'_>, table: &AdviceTable, families: bool) {
    let definition =
        source.record.definitions.iter().find(|definition| definition.id == table.benchmark);
    let axis = table
        .axis
        .as_ref()
        .and_then(|name| definition.and_then(|definition| definition.parameter(name)));
    let what = what(source, table);
    let family = match &table.family {
        Some(family) => words::clean(family),
        None if families => ANY.to_owned(),
        None => String::new(),
    };
    for range in &table.ranges {
        let choice = first_choice(source, range);
        if let Some(along) = choice.as_ref().and_then(|choice| choice.along.as_ref()) {
            into.along.clone_from(along);
        }
        let (method, along) =
            choice.map_or_else(Default::default, |choice| (choice.method, choice.spans));
        into.rows.push(Row {
            what: what.clone(),
            family: family.clone(),
            range: range.span_text.clone(),
            method: words::clean(&method),
            along,
            ruling: ruling(&range.ruling),
            sentence: words::clean(&range.sentence),
            evidence: range
                .points
                .iter()
                .filter(|point| !point.picks.is_empty())
                .map(|point| evidence(axis, &table.metric, point))
                .collect(),
        });
    }
    let lead: Vec<&str> =
        [what.as_str(), &family].into_iter().filter(|part| !part.is_empty()).collect();
    let lead = if lead.is_empty() { String::new() } else { format!("{}: ", lead.join(", ")) };
    let crossovers = table.crossovers.iter();
    into.crossovers.extend(crossovers.map(|one| format!("{lead}{}", crossover(axis, one))));
}

/// Subject, workload and conditions of a table, as far as they tell it from others.
fn what(source: &Source<'_>, table: &AdviceTable) -> String {
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
    parts.join(", ")
}

/// The simplest of the methods that are to be taken, with all values of its ordered parameter
/// that are as good.
fn first_choice(source: &Source<'_>, range: &AdviceRange) -> Option<Choice> {
    let picks = match &range.ruling {
        Ruling::NoData { .. } | Ruling::Inconclusive { .. } => return None,
        settled => settled.picks(),
    };
    let cases = picks.iter().map(|pick| &source.record.cases[pick.case]);
    analysis::choices(source.record, cases).into_iter().next()
}

fn ruling(ruling: &Ruling) -> String {
    match ruling {
        Ruling::Tie(picks) if picks.len() > 1 => format!("tie of {}", picks.len()),
        Ruling::Tie(_) => "best or equal".to_owned(),
        Ruling::OnlyOne(_) => "only one".to_owned(),
        other => other.name().to_owned(),
    }
}

impl Table {
    /// The heads of those columns that hold anything, but for what distinguishes the workloads.
    pub(crate) fn heads(&self) -> Vec<&str> {
        let heads = ["family", &self.axis, "method", &self.along, "ruling"];
        heads.into_iter().zip(self.used()).filter_map(|(head, used)| used.then_some(head)).collect()
    }

    /// The cells of a row below [`Self::heads`].
    pub(crate) fn cells(&self, row: &Row) -> Vec<String> {
        let cells = row.cells().into_iter().zip(self.used());
        cells.filter(|&(_, used)| used).map(|(cell, _)| cell.to_owned()).collect()
    }

    fn used(&self) -> [bool; 5] {
        let used = |column: usize| self.rows.iter().any(|row| !row.cells()[column].is_empty());
        std::array::from_fn(used)
    }

    /// Whether workloads differ in more than the axis.
    pub(crate) fn has_what(&self) -> bool {
        self.rows.iter().any(|row| !row.what.is_empty())
    }
}

impl Row {
    fn cells(&self) -> [&str; 5] {
        [&self.family, &self.range, &self.method, &self.along, &self.ruling]
    }

    /// The sentence, where it says more than the cells.
    pub(crate) fn remark(&self) -> Option<&str> {
        let plain = self.sentence.ends_with(" is best.");
        (!plain).then_some(self.sentence.as_str())
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
            let method = words::clean(&pick.words);
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
