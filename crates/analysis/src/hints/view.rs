//! One subject of a record as rules see it.

use std::collections::BTreeMap;

use model::{Case, FactValue, Facts, Value};

use super::Hint;
use crate::{Row, Source};

/// One subject of a record.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) source: Source<'a>,
    subject: usize,
    facts: Option<&'a Facts>,
}

/// A case's values but for one parameter.
type Rest<'a> = Vec<(&'a String, &'a Value)>;

/// Two figures that differ in one parameter's value.
pub(super) struct Contrasted {
    /// The workload and method that both share, in words.
    pub(super) what: String,
    pub(super) from: f64,
    pub(super) to: f64,
}

impl Contrasted {
    pub(super) fn times(&self) -> f64 {
        self.to / self.from
    }
}

impl<'a> View<'a> {
    pub(super) fn new(source: Source<'a>, subject: usize) -> Self {
        let facts = source
            .record
            .sessions
            .iter()
            .flat_map(|session| &session.facts)
            .find(|facts| facts.subject as usize == subject)
            .map(|facts| &facts.start);
        Self { source, subject, facts }
    }

    pub(super) fn label(&self) -> &'a str {
        self.source.subject_label(self.subject)
    }

    /// A hint about this subject.
    pub(super) fn hint(
        &self,
        rule: &'static str,
        pattern: String,
        fact: String,
        cause: &'static str,
        next: &str,
    ) -> Hint {
        let subject = self.label().to_owned();
        Hint { rule, subject, pattern, fact, cause, next: next.to_owned() }
    }

    /// A fact in words, if it is known.
    pub(super) fn fact(&self, key: &str) -> Option<String> {
        Some(self.facts?.get(key)?.to_string())
    }

    /// The items of a list that is known and not empty.
    pub(super) fn items(&self, key: &str) -> Option<String> {
        match self.facts?.get(key)? {
            FactValue::List(items) if !items.is_empty() => Some(items.join(", ")),
            _ => None,
        }
    }

    /// Whether a list is known to be empty.
    pub(super) fn is_empty(&self, key: &str) -> bool {
        let known = self.facts.and_then(|facts| facts.get(key));
        matches!(known, Some(FactValue::List(items)) if items.is_empty())
    }

    /// Whether the system's name contains a word.
    pub(super) fn is_system(&self, name: &str) -> bool {
        ["kernel.name", "os.name"]
            .into_iter()
            .filter_map(|key| self.fact(key))
            .any(|text| text.contains(name))
    }

    /// All rows of the subject that may be reasoned on.
    pub(super) fn rows(&self) -> impl Iterator<Item = &'a Row> + use<'a> {
        let subject = self.subject;
        self.source.summary.rows.iter().filter(move |row| {
            row.subject == subject && row.bar.is_none() && row.estimate.is_some()
        })
    }

    pub(super) fn case(&self, row: &Row) -> &'a Case {
        &self.source.record.cases[row.case]
    }

    /// The headline medians of a benchmark by case.
    pub(super) fn medians(&self, benchmark: &str) -> Vec<(&'a Case, f64)> {
        self.rows()
            .filter(|row| row.metric == 0)
            .map(|row| (self.case(row), row))
            .filter(|(case, _)| case.benchmark.as_str() == benchmark)
            .filter_map(|(case, row)| Some((case, row.estimate.as_ref()?.median)))
            .collect()
    }

    /// Cases of a benchmark that differ in one parameter only, from one value of it to another.
    pub(super) fn contrasted(
        &self,
        benchmark: &str,
        parameter: &str,
        from: impl Fn(&Value) -> bool,
        to: impl Fn(&Value) -> bool,
    ) -> Vec<Contrasted> {
        let mut sides: BTreeMap<Rest<'_>, (Option<f64>, Option<f64>)> = BTreeMap::new();
        for (case, median) in self.medians(benchmark) {
            let Some(value) = case.values.get(parameter) else { continue };
            let rest = case.values.iter().filter(|(name, _)| *name != parameter).collect();
            let side = sides.entry(rest).or_default();
            if from(value) {
                side.0 = Some(median);
            } else if to(value) {
                side.1 = Some(median);
            }
        }
        let both = sides.into_iter().filter_map(|(rest, (from, to))| {
            let words: Vec<String> = rest
                .into_iter()
                .filter(|(_, value)| **value != Value::none())
                .map(|(name, value)| match value {
                    Value::Integer(number) => format!("{name}={number}"),
                    Value::Name(text) => format!("{name}={text}"),
                })
                .collect();
            Some(Contrasted { what: words.join(" "), from: from?, to: to? })
        });
        both.collect()
    }
}

/// Whether a value is this name.
pub(super) fn named(name: &str) -> impl Fn(&Value) -> bool {
    let wanted = Value::name(name);
    move |value| *value == wanted
}

/// The pair whose ratio is largest.
pub(super) fn steepest(pairs: Vec<Contrasted>) -> Option<Contrasted> {
    pairs.into_iter().max_by(|one, other| one.times().total_cmp(&other.times()))
}
