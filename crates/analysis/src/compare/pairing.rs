//! Which method of one system stands against which of another, whose calls have other names.

use std::collections::BTreeMap;

use model::{Case, Definition, Role, Scale, Value};

/// By what right two methods stand against each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Matched {
    /// They are the same.
    Same,
    /// They belong to one family, whose best on each side they are.
    Family(String),
    /// Nothing is equal: each is the best of its system.
    Best,
}

impl Matched {
    /// As a sentence says it; empty for equal methods.
    pub fn describe(&self) -> String {
        match self {
            Self::Same => String::new(),
            Self::Family(family) => format!("the best {family} method of each"),
            Self::Best => "the best method of each".to_owned(),
        }
    }
}

/// A method that may be paired.
pub(crate) struct Choice {
    /// The values of its method parameters.
    pub(crate) methods: BTreeMap<String, Value>,
    /// The same with families for names.
    pub(crate) family: Option<String>,
    /// What it costs (less is better); `None` where it has no usable figure.
    pub(crate) cost: Option<f64>,
}

impl Choice {
    /// A case's choice.
    pub(crate) fn of(case: &Case, definition: &Definition, cost: Option<f64>) -> Self {
        let methods = case
            .values_of(definition, Role::Method)
            .map(|(parameter, value)| (parameter.name.clone(), value.clone()))
            .collect();
        Self { methods, family: family(case, definition), cost }
    }
}

/// The families of a case's named methods, with the ordered ones as they are; `None` where a name
/// that applies has no family.
fn family(case: &Case, definition: &Definition) -> Option<String> {
    let mut parts = Vec::new();
    for (parameter, value) in case.values_of(definition, Role::Method) {
        match (&parameter.scale, value) {
            _ if *value == Value::none() => {}
            (Scale::Named(names), Value::Name(name)) => {
                let listed = names.iter().find(|listed| listed.name == *name)?;
                parts.push(listed.family.clone()?);
            }
            (scale, value) => parts.push(format!("{}={}", parameter.name, value.display(scale))),
        }
    }
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// Pairs (baseline, candidate): equal methods where there are any, else the best of equal
/// families, else the best of each.
pub(crate) fn pair(baseline: &[Choice], candidate: &[Choice]) -> Vec<(usize, usize, Matched)> {
    let equal: Vec<_> = baseline
        .iter()
        .enumerate()
        .filter_map(|(index, one)| {
            let other = candidate.iter().position(|other| other.methods == one.methods)?;
            Some((index, other, Matched::Same))
        })
        .collect();
    if !equal.is_empty() {
        return equal;
    }
    let families = by_family(baseline, candidate);
    if !families.is_empty() {
        return families;
    }
    let (one, other) = (best(baseline, |_| true), best(candidate, |_| true));
    one.zip(other).map(|(one, other)| (one, other, Matched::Best)).into_iter().collect()
}

fn by_family(baseline: &[Choice], candidate: &[Choice]) -> Vec<(usize, usize, Matched)> {
    let mut families: Vec<&String> =
        baseline.iter().filter_map(|choice| choice.family.as_ref()).collect();
    families.sort();
    families.dedup();
    families
        .into_iter()
        .filter_map(|family| {
            let of_family = |choice: &Choice| choice.family.as_ref() == Some(family);
            let one = best(baseline, of_family)?;
            let other = best(candidate, of_family)?;
            Some((one, other, Matched::Family(family.clone())))
        })
        .collect()
}

/// The cheapest choice; of equals, the simplest.
fn best(choices: &[Choice], wanted: impl Fn(&Choice) -> bool) -> Option<usize> {
    choices
        .iter()
        .enumerate()
        .filter(|(_, choice)| wanted(choice))
        .filter_map(|(index, choice)| Some((index, choice.cost?)))
        .min_by(|(_, one), (_, other)| one.total_cmp(other))
        .map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(call: &str, family: Option<&str>, cost: f64) -> Choice {
        Choice {
            methods: BTreeMap::from([("call".to_owned(), Value::name(call))]),
            family: family.map(str::to_owned),
            cost: Some(cost),
        }
    }

    #[test]
    fn equal_methods_come_first() {
        let linux = [choice("fork", Some("launch"), 3.0), choice("spawn", Some("launch"), 1.0)];
        let freebsd = [choice("fork", Some("launch"), 2.0)];
        assert_eq!(pair(&linux, &freebsd), [(0, 0, Matched::Same)]);
    }

    #[test]
    fn then_the_best_of_equal_families() {
        let linux = [choice("fork", Some("launch"), 3.0), choice("vfork", Some("launch"), 1.0)];
        let windows = [choice("create-process", Some("launch"), 9.0)];
        assert_eq!(pair(&linux, &windows), [(1, 0, Matched::Family("launch".to_owned()))]);
    }

    #[test]
    fn then_the_best_of_each() {
        let linux = [choice("splice", None, 3.0), choice("sendfile", None, 1.0)];
        let windows = [choice("transmit-file", Some("copy"), 9.0)];
        assert_eq!(pair(&linux, &windows), [(1, 0, Matched::Best)]);
        assert_eq!(pair(&linux, &[Choice { cost: None, ..choice("x", None, 0.0) }]), []);
    }
}
