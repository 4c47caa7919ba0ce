//! Which benchmarks, and with which values.

use std::collections::{BTreeMap, BTreeSet};

use benchmarks::{Benchmark, Choice, Machine, Profile, SUITES, registry};
use globset::Glob;
use model::{Definition, Parameter, Scale, Unit, Value, ValueError};

use super::{PlanError, Request};

/// A chosen benchmark with the values that a person chose for it.
pub(crate) struct Chosen {
    pub(crate) benchmark: &'static Benchmark,
    pub(crate) definition: Definition,
    pub(crate) overrides: BTreeMap<String, Vec<Value>>,
    /// Whether a person named it or a value of it, so that it is never left out for want of time.
    pub(crate) named: bool,
}

/// The benchmarks that a request asks for, in the order of the registry.
pub(crate) fn choose(request: &Request) -> Result<Vec<Chosen>, PlanError> {
    let all = registry();
    for selector in &request.selectors {
        if !all.iter().any(|(_, definition)| matches(selector, definition)) {
            return Err(PlanError::UnknownSelector {
                selector: selector.clone(),
                nearest: nearest(selector, names(&all)),
            });
        }
    }
    let mut chosen: Vec<Chosen> = all
        .into_iter()
        .filter_map(|(benchmark, definition)| {
            let chosen = request.selectors.iter().any(|selector| matches(selector, &definition));
            let named = request.selectors.iter().any(|selector| selector == definition.id.as_str());
            (chosen || request.selectors.is_empty()).then(|| Chosen {
                benchmark,
                definition,
                overrides: BTreeMap::new(),
                named,
            })
        })
        .collect();
    for (name, texts) in &request.parameters {
        apply(name, texts, &mut chosen)?;
    }
    Ok(chosen)
}

/// The definition of a benchmark; names like it are suggested where there is none.
pub fn find_benchmark(id: &str) -> Result<Definition, PlanError> {
    benchmarks::find(id).map(|(_, definition)| definition).ok_or_else(|| {
        let ids = registry().into_iter().map(|(_, definition)| definition.id.0).collect();
        PlanError::UnknownSelector { selector: id.to_owned(), nearest: nearest(id, ids) }
    })
}

/// Whether a selector (a suite, an id, or a pattern over ids) means a benchmark.
fn matches(selector: &str, definition: &Definition) -> bool {
    let id = definition.id.as_str();
    selector == id
        || selector == definition.id.suite()
        || Glob::new(selector).is_ok_and(|glob| glob.compile_matcher().is_match(id))
}

fn names(all: &[(&'static Benchmark, Definition)]) -> Vec<String> {
    let suites = SUITES.iter().map(|suite| suite.name.to_owned());
    suites.chain(all.iter().map(|(_, definition)| definition.id.0.clone())).collect()
}

/// Gives a parameter's values to every chosen benchmark that has it. One that has the parameter
/// but not the value is left out, since it cannot do what was asked for; one that lacks the
/// parameter is not concerned.
fn apply(name: &str, texts: &[String], chosen: &mut Vec<Chosen>) -> Result<(), PlanError> {
    if !chosen.iter().any(|one| one.definition.parameter(name).is_some()) {
        let known = registry()
            .into_iter()
            .flat_map(|(_, definition)| definition.parameters)
            .map(|parameter| parameter.name)
            .collect();
        return Err(PlanError::UnknownParameter {
            name: name.to_owned(),
            nearest: nearest(name, known),
        });
    }
    let mut refused = Vec::new();
    let mut taken = false;
    let known: Vec<String> = chosen
        .iter()
        .filter_map(|one| match &one.definition.parameter(name)?.scale {
            Scale::Named(names) => Some(names.iter().map(|named| named.name.clone())),
            Scale::Ordered(_) => None,
        })
        .flatten()
        .collect();
    chosen.retain_mut(|one| {
        let Some(parameter) = one.definition.parameter(name) else { return true };
        let values: Result<Vec<Value>, _> =
            texts.iter().map(|text| typed(one.benchmark, parameter, text)).collect();
        match values {
            Ok(values) => {
                one.overrides.insert(name.to_owned(), values);
                one.named = true;
                taken = true;
            }
            Err(error) => refused.push(error),
        }
        one.overrides.contains_key(name)
    });
    match (taken, refused.pop()) {
        (false, Some(ValueError::Unlisted { text, .. })) if !refused.is_empty() => {
            let nearest = nearest(&text, known);
            Err(PlanError::UnknownValue { name: name.to_owned(), text, nearest })
        }
        (false, Some(error)) => Err(error.into()),
        _ => Ok(()),
    }
}

/// A value that a person may ask for: not none of something countable, and the one that means
/// "does not apply" only where it can be chosen, as for advice or work that may be left out.
fn typed(benchmark: &Benchmark, parameter: &Parameter, text: &str) -> Result<Value, ValueError> {
    let value = Value::parse(parameter, text)?;
    let text = text.to_owned();
    let refused = match &parameter.scale {
        Scale::Named(names) if value == Value::none() && !may_be_none(benchmark, parameter) => {
            let known = names.iter().map(|named| named.name.clone()).collect();
            Some(ValueError::Unlisted { parameter: parameter.name.clone(), text, known })
        }
        Scale::Ordered(unit) if value == Value::none() || is_no_count(unit, &value) => {
            Some(ValueError::NotANumber { parameter: parameter.name.clone(), text })
        }
        _ => None,
    };
    refused.map_or(Ok(value), Err)
}

fn is_no_count(unit: &Unit, value: &Value) -> bool {
    matches!(unit, Unit::Count(_)) && *value == Value::Integer(0)
}

/// Whether a benchmark has cases that differ in nothing but whether a parameter is none. Where its
/// being none follows from another parameter, nobody chooses it.
fn may_be_none(benchmark: &Benchmark, parameter: &Parameter) -> bool {
    let machine = Machine { processors: 16, memory_bytes: u64::MAX, processes: u64::MAX };
    let all = Choice { profile: Profile::Full, machine, overrides: &BTreeMap::new() };
    let mut with: BTreeSet<BTreeMap<String, Value>> = BTreeSet::new();
    let mut without = Vec::new();
    for planned in (benchmark.cases)(&all) {
        let mut values = planned.case.values;
        if values.remove(&parameter.name) == Some(Value::none()) {
            without.push(values);
        } else {
            with.insert(values);
        }
    }
    without.iter().any(|values| with.contains(values))
}

/// Up to three known names that look like what was typed.
fn nearest(typed: &str, mut known: Vec<String>) -> Vec<String> {
    known.sort();
    known.dedup();
    let mut scored: Vec<(f64, String)> = known
        .into_iter()
        .map(|name| {
            let last = name.rsplit('.').next().unwrap_or(&name).to_owned();
            let score = strsim::jaro_winkler(typed, &name).max(strsim::jaro_winkler(typed, &last));
            (score, name)
        })
        .filter(|(score, _)| *score > 0.75)
        .collect();
    scored.sort_by(|left, right| right.0.total_cmp(&left.0));
    scored.into_iter().take(3).map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none_is_a_value_where_it_can_be_chosen() {
        let read = benchmarks::find("io.read").unwrap();
        let may = |name: &str| {
            let parameter = read.1.parameter(name).unwrap();
            typed(read.0, parameter, "none")
        };
        for name in ["work", "advice", "direct"] {
            assert_eq!(may(name), Ok(Value::none()), "{name}");
        }
        assert!(may("call").unwrap_err().to_string().contains("it has pread"));
        assert!(may("buffer").unwrap_err().to_string().contains("takes a number"));
    }

    #[test]
    fn selectors_mean_suites_ids_and_patterns() {
        let find = |id: &str| benchmarks::find(id).unwrap().1;
        assert!(matches("file", &find("file.create")));
        assert!(matches("file.create", &find("file.create")));
        assert!(matches("file.*", &find("file.phases")));
        assert!(matches("*.create", &find("thread.create")));
        assert!(!matches("file.c", &find("file.create")));
    }

    #[test]
    fn typing_errors_are_understood() {
        let all = names(&registry());
        assert_eq!(nearest("proces.create", all.clone())[0], "process.create");
        assert_eq!(nearest("lanch", all.clone())[0], "program.launch");
        assert!(nearest("xyzzy", all).is_empty());
    }
}
