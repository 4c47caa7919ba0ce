//! Which benchmarks, and with which values.

use std::collections::BTreeMap;

use benchmarks::{Benchmark, SUITES, registry};
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
    let mut refused = None;
    let mut taken = false;
    chosen.retain_mut(|one| {
        let Some(parameter) = one.definition.parameter(name) else { return true };
        let values: Result<Vec<Value>, _> =
            texts.iter().map(|text| typed(parameter, text)).collect();
        match values {
            Ok(values) => {
                one.overrides.insert(name.to_owned(), values);
                one.named = true;
                taken = true;
            }
            Err(error) => refused = Some(error),
        }
        one.overrides.contains_key(name)
    });
    match refused {
        Some(error) if !taken => Err(error.into()),
        _ => Ok(()),
    }
}

/// A value that a person may ask for: not the one that means "does not apply", and not none of
/// something countable.
fn typed(parameter: &Parameter, text: &str) -> Result<Value, ValueError> {
    let value = Value::parse(parameter, text)?;
    let countable = matches!(parameter.scale, Scale::Ordered(Unit::Count(_)));
    if value == Value::none() || countable && value == Value::Integer(0) {
        return Err(ValueError::NotANumber {
            parameter: parameter.name.clone(),
            text: text.to_owned(),
        });
    }
    Ok(value)
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
