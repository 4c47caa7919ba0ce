//! What a document may not hold, though its shape is right: dangling and repeated indices, figures
//! that nothing can have measured, facts that contradict each other.

use std::collections::HashSet;

use crate::record::ReadError;
use crate::{Case, Definition, Facts, Histogram, RunRecord, Scale, Session, Value, Values};

/// Where and what.
type Wrong = (String, &'static str);

/// Checks a whole record.
pub(crate) fn check(record: &RunRecord) -> Result<(), ReadError> {
    whole(record).map_err(|(place, what)| ReadError::Contradictory { place, what: what.to_owned() })
}

fn whole(record: &RunRecord) -> Result<(), Wrong> {
    let mut known = HashSet::new();
    for definition in &record.definitions {
        let place = || format!("definitions {}", definition.id);
        if !known.insert((&definition.id, definition.revision)) {
            return Err((place(), "it is there twice"));
        }
        defined(definition).map_err(|what| (place(), what))?;
    }
    let mut known = HashSet::new();
    for (index, case) in record.cases.iter().enumerate() {
        let place = || format!("cases[{index}]");
        let definition = record
            .definition(case)
            .ok_or_else(|| (place(), "its benchmark is not defined here"))?;
        fits(case, definition).map_err(|what| (place(), what))?;
        if !known.insert(case) {
            return Err((place(), "it is there twice"));
        }
    }
    if record.sessions.is_empty() {
        return Err(("sessions".to_owned(), "there is none"));
    }
    let mut known = HashSet::new();
    for (index, session) in record.sessions.iter().enumerate() {
        let inside = |(place, what): Wrong| (format!("sessions[{index}].{place}"), what);
        if !session.id.is_empty() && !known.insert(&session.id) {
            return Err((format!("sessions[{index}]"), "another session has its id"));
        }
        measured(session, record).map_err(inside)?;
    }
    Ok(())
}

fn defined(definition: &Definition) -> Result<(), &'static str> {
    if definition.metrics.is_empty() {
        return Err("it has no metric");
    }
    let mut known = HashSet::new();
    if !definition.metrics.iter().all(|metric| known.insert(&metric.name)) {
        return Err("two of its metrics have one name");
    }
    let mut known = HashSet::new();
    if !definition.parameters.iter().all(|parameter| known.insert(&parameter.name)) {
        return Err("two of its parameters have one name");
    }
    Ok(())
}

fn fits(case: &Case, definition: &Definition) -> Result<(), &'static str> {
    let complete = definition.parameters.len() == case.values.len()
        && definition.parameters.iter().all(|known| case.values.contains_key(&known.name));
    if !complete {
        return Err("its values are not its parameters'");
    }
    let possible = definition.parameters.iter().all(|parameter| {
        match (&parameter.scale, case.values.get(&parameter.name)) {
            (_, Some(Value::Name(name))) if name == Value::NONE => true,
            (Scale::Named(names), Some(Value::Name(name))) => {
                names.iter().any(|named| named.name == *name)
            }
            (Scale::Ordered(_), Some(Value::Integer(_))) => true,
            _ => false,
        }
    });
    if possible { Ok(()) } else { Err("a value that its parameter does not have") }
}

fn measured(session: &Session, record: &RunRecord) -> Result<(), Wrong> {
    let mut known = HashSet::new();
    for (index, cell) in session.cells.iter().enumerate() {
        let wrong = |what| Err((format!("cells[{index}]"), what));
        if cell.case as usize >= record.cases.len() {
            return wrong("no such case");
        }
        if cell.subject as usize >= record.subjects.len() {
            return wrong("no such subject");
        }
        if !known.insert((cell.case, cell.subject)) {
            return wrong("its case and subject have a cell already");
        }
    }
    let mut known = HashSet::new();
    for (index, facts) in session.facts.iter().enumerate() {
        let wrong = |what| Err((format!("facts[{index}]"), what));
        if facts.subject as usize >= record.subjects.len() {
            return wrong("no such subject");
        }
        if !known.insert(facts.subject) {
            return wrong("its subject has facts already");
        }
        if contradictory(&facts.start) || contradictory(&facts.end) {
            return wrong("a fact has two values");
        }
    }
    let metrics: Vec<usize> = session
        .cells
        .iter()
        .map(|cell| {
            let definition = record.definition(&record.cases[cell.case as usize]);
            definition.map_or(0, |definition| definition.metrics.len())
        })
        .collect();
    for (index, trial) in session.trials.iter().enumerate() {
        let wrong = |what| (format!("trials[{index}]"), what);
        let Some(metrics) = metrics.get(trial.cell as usize) else {
            return Err(wrong("no such cell"));
        };
        for observation in
            trial.outcome.measured().iter().flat_map(|measured| &measured.observations)
        {
            if usize::from(observation.metric) >= *metrics {
                return Err(wrong("no such metric"));
            }
            observation.values.check().map_err(wrong)?;
        }
    }
    Ok(())
}

/// Whether a fact is there twice with different values.
fn contradictory(facts: &Facts) -> bool {
    let mut known = std::collections::HashMap::new();
    facts.0.iter().any(|fact| {
        known.insert(&fact.key, &fact.value).is_some_and(|before| *before != fact.value)
    })
}

impl Values {
    /// What is impossible about the figures.
    pub fn check(&self) -> Result<(), &'static str> {
        match self {
            Self::Batches { elapsed_ns, start_ns, operations, .. } => {
                if elapsed_ns.is_empty() || elapsed_ns.contains(&0) {
                    return Err("a timed batch of zero nanoseconds, or none at all");
                }
                if *operations == 0 {
                    return Err("a batch of zero operations");
                }
                if start_ns.len() != elapsed_ns.len() {
                    return Err("columns of unequal length");
                }
            }
            Self::Single { per, .. } => {
                if *per == 0 {
                    return Err("an amount per zero");
                }
            }
            Self::Histogram(histogram) => histogram.check()?,
        }
        Ok(())
    }
}

impl Histogram {
    /// What is impossible about it.
    fn check(&self) -> Result<(), &'static str> {
        if self.lower.len() != self.count.len() || self.lower.len() != self.width.len() {
            return Err("columns of unequal length");
        }
        if !self.lower.is_sorted() {
            return Err("buckets out of order");
        }
        let total = self.count.iter().try_fold(0_u64, |sum, &count| sum.checked_add(count));
        match total {
            None => Err("a histogram of more values than can be counted"),
            Some(0) => Err("a histogram without a value"),
            Some(_) => Ok(()),
        }
    }
}
