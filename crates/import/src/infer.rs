//! Parameters of which only names and texts are known: what role and scale they have.

use std::collections::BTreeMap;

use model::{Named, Parameter, Role, Scale, Unit, Value};

use crate::Options;
use crate::sheet::grouped;

/// Parameters and their texts, in the order in which they were met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pairs(Vec<(String, String)>);

impl Pairs {
    /// Adds a parameter; one whose name is taken gets a number.
    pub(crate) fn add(&mut self, name: &str, text: &str) {
        let taken = |name: &str| self.0.iter().any(|(known, _)| known == name);
        let mut unique = name.to_owned();
        let mut number = 2;
        while taken(&unique) {
            unique = format!("{name}-{number}");
            number += 1;
        }
        self.0.push((unique, text.to_owned()));
    }
}

/// The parameters of rows that may each lack some of them: numbers are workload and ordered, names
/// are methods in the order of the file, unless a person said otherwise.
pub(crate) fn parameters<'a>(
    rows: impl IntoIterator<Item = &'a Pairs>,
    options: &Options,
) -> Vec<Parameter> {
    let pairs = rows.into_iter().flat_map(|row| &row.0);
    grouped(pairs, |(name, _)| name.as_str())
        .into_iter()
        .map(|(name, pairs)| {
            let texts = grouped(pairs, |(_, text)| text.as_str());
            let texts: Vec<&str> = texts.into_iter().map(|(text, _)| text).collect();
            parameter(name, &texts, options)
        })
        .collect()
}

fn parameter(name: &str, texts: &[&str], options: &Options) -> Parameter {
    let numbers = texts.iter().all(|text| number(text).is_some());
    let (guess, scale) = if numbers {
        (Role::Workload, Scale::Ordered(Unit::count("unit")))
    } else {
        (Role::Method, Scale::Named(texts.iter().map(|text| named(&listed(text))).collect()))
    };
    let role = options.roles.get(name).copied().unwrap_or(guess);
    Parameter { name: name.to_owned(), summary: "As the file names it.".to_owned(), role, scale }
}

/// A named value of which nothing more is known.
pub(crate) fn named(name: &str) -> Named {
    Named { name: name.to_owned(), summary: String::new(), family: None, systems: Vec::new() }
}

/// The values of a row for the parameters of its definition.
pub(crate) fn values(row: &Pairs, parameters: &[Parameter]) -> BTreeMap<String, Value> {
    let value = |parameter: &Parameter| {
        let text = row.0.iter().find(|(name, _)| *name == parameter.name).map(|(_, text)| text);
        match (text, &parameter.scale) {
            (None, _) => Value::none(),
            (Some(text), Scale::Ordered(_)) => {
                number(text).map_or_else(|| Value::name(&listed(text)), Value::Integer)
            }
            (Some(text), Scale::Named(_)) => Value::name(&listed(text)),
        }
    };
    parameters.iter().map(|each| (each.name.clone(), value(each))).collect()
}

/// A number written in the one way in which it reads back the same.
fn number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|number: &u64| number.to_string() == text)
}

/// A text as a value: the word that means "does not apply" must not be taken for it.
fn listed(text: &str) -> String {
    if text == Value::NONE || text.is_empty() { format!("({text})") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(items: &[(&str, &str)]) -> Pairs {
        let mut pairs = Pairs::default();
        for (name, text) in items {
            pairs.add(name, text);
        }
        pairs
    }

    #[test]
    fn numbers_are_workload_and_names_are_methods() {
        let rows = [pairs(&[("size", "8"), ("how", "none")]), pairs(&[("size", "64")])];
        let parameters = parameters(&rows, &Options::default());
        assert_eq!(parameters[0].role, Role::Workload);
        assert_eq!(parameters[1].role, Role::Method);
        let [first, second] = [values(&rows[0], &parameters), values(&rows[1], &parameters)];
        assert_eq!((&first["size"], &first["how"]), (&Value::Integer(8), &Value::name("(none)")));
        assert_eq!((&second["size"], &second["how"]), (&Value::Integer(64), &Value::none()));
    }

    #[test]
    fn a_person_knows_better() {
        let rows = [pairs(&[("threads", "1")])];
        let roles = BTreeMap::from([("threads".to_owned(), Role::Method)]);
        let options = Options { roles, ..Options::default() };
        assert_eq!(parameters(&rows, &options)[0].role, Role::Method);
    }

    #[test]
    fn what_is_written_in_two_ways_is_two_values() {
        let rows = [pairs(&[("n", "08")]), pairs(&[("n", "8")])];
        let parameters = parameters(&rows, &Options::default());
        assert_ne!(values(&rows[0], &parameters), values(&rows[1], &parameters));
    }

    #[test]
    fn one_name_twice_is_two_parameters() {
        let rows = [pairs(&[("argument", "1"), ("argument", "2")])];
        let names: Vec<String> =
            parameters(&rows, &Options::default()).into_iter().map(|it| it.name).collect();
        assert_eq!(names, ["argument", "argument-2"]);
    }
}
