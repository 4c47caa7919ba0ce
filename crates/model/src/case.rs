//! A benchmark with a value for each of its parameters.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Definition, Id, Parameter, Role, Scale, Unit};

/// A parameter's value.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(untagged)]
pub enum Value {
    /// A number in the parameter's base unit.
    Integer(u64),
    /// A name from the parameter's list; `none` where the parameter does not apply.
    Name(String),
}

impl Value {
    /// What a parameter that does not apply has.
    pub const NONE: &'static str = "none";

    /// A named value.
    pub fn name(name: &str) -> Self {
        Self::Name(name.to_owned())
    }

    /// The value that means "does not apply".
    pub fn none() -> Self {
        Self::name(Self::NONE)
    }

    /// Reads what a person typed for `parameter`: a name from its list, or a number with an
    /// optional binary suffix (`64MiB`, `4k`) where the parameter counts bytes.
    pub fn parse(parameter: &Parameter, text: &str) -> Result<Self, ValueError> {
        if text == Self::NONE {
            return Ok(Self::none());
        }
        match &parameter.scale {
            Scale::Named(names) => names
                .iter()
                .find(|named| named.name == text)
                .map(|named| Self::name(&named.name))
                .ok_or_else(|| ValueError::Unlisted {
                    parameter: parameter.name.clone(),
                    text: text.to_owned(),
                    known: names.iter().map(|named| named.name.clone()).collect(),
                }),
            Scale::Ordered(unit) => parse_number(text, unit).map(Self::Integer).ok_or_else(|| {
                ValueError::NotANumber { parameter: parameter.name.clone(), text: text.to_owned() }
            }),
        }
    }

    /// The value as a person reads it: bytes in binary multiples, counts with thin grouping left
    /// to the caller.
    pub fn display(&self, scale: &Scale) -> String {
        match (self, scale) {
            (Self::Name(name), _) => name.clone(),
            (Self::Integer(bytes), Scale::Ordered(Unit::Bytes)) => binary_size(*bytes),
            (Self::Integer(number), _) => number.to_string(),
        }
    }
}

/// A size in the largest binary multiple that keeps it whole.
fn binary_size(bytes: u64) -> String {
    const STEPS: [(u32, &str); 4] = [(40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")];
    if bytes == 0 {
        return "0".to_owned();
    }
    STEPS
        .iter()
        .find(|(shift, _)| bytes.trailing_zeros() >= *shift)
        .map_or_else(|| format!("{bytes} B"), |(shift, name)| format!("{} {name}", bytes >> shift))
}

/// Reads a size as a person types it: `64MiB`, `4k`, `512`.
pub fn parse_bytes(text: &str) -> Option<u64> {
    parse_number(text, &Unit::Bytes)
}

fn parse_number(text: &str, unit: &Unit) -> Option<u64> {
    let digits_end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let number: u64 = text[..digits_end].parse().ok()?;
    let suffix = text[digits_end..].trim().to_ascii_lowercase();
    let shift = match (suffix.as_str(), unit) {
        ("", _) | ("b", Unit::Bytes) => 0,
        ("k" | "kib", Unit::Bytes) => 10,
        ("m" | "mib", Unit::Bytes) => 20,
        ("g" | "gib", Unit::Bytes) => 30,
        ("t" | "tib", Unit::Bytes) => 40,
        _ => return None,
    };
    number.checked_mul(1 << shift)
}

/// Why a typed value was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueError {
    /// Not a name of the parameter's list.
    Unlisted {
        /// The parameter.
        parameter: String,
        /// What was typed.
        text: String,
        /// What could have been.
        known: Vec<String>,
    },
    /// Not a number of the parameter's unit.
    NotANumber {
        /// The parameter.
        parameter: String,
        /// What was typed.
        text: String,
    },
}

impl std::fmt::Display for ValueError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unlisted { parameter, text, known } => write!(
                formatter,
                "parameter {parameter} has no value {text:?}; it has {}",
                known.join(", ")
            ),
            Self::NotANumber { parameter, text } => {
                write!(formatter, "parameter {parameter} takes a number, not {text:?}")
            }
        }
    }
}

impl std::error::Error for ValueError {}

/// A benchmark with a value for each of its parameters: this is its key.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct Case {
    /// Which benchmark.
    pub benchmark: Id,
    /// Which revision of it.
    pub revision: u32,
    /// A value for every parameter.
    pub values: BTreeMap<String, Value>,
}

impl Case {
    /// The value of a parameter as a number.
    pub fn integer(&self, parameter: &str) -> Option<u64> {
        match self.values.get(parameter)? {
            Value::Integer(number) => Some(*number),
            Value::Name(_) => None,
        }
    }

    /// The value of a parameter as a name.
    pub fn name(&self, parameter: &str) -> Option<&str> {
        match self.values.get(parameter)? {
            Value::Name(name) => Some(name),
            Value::Integer(_) => None,
        }
    }

    /// The values of the parameters of one role, in the definition's order.
    pub fn values_of<'a>(
        &'a self,
        definition: &'a Definition,
        role: Role,
    ) -> impl Iterator<Item = (&'a Parameter, &'a Value)> {
        definition
            .parameters
            .iter()
            .filter(move |parameter| parameter.role == role)
            .filter_map(|parameter| Some((parameter, self.values.get(&parameter.name)?)))
    }

    /// The case without its methods: cases with equal workload form a group on all subjects.
    pub fn workload(&self, definition: &Definition) -> BTreeMap<String, Value> {
        self.values_of(definition, Role::Workload)
            .map(|(parameter, value)| (parameter.name.clone(), value.clone()))
            .collect()
    }

    /// `name=value` for every parameter that applies, in the definition's order.
    pub fn describe(&self, definition: &Definition) -> String {
        let parts: Vec<String> = definition
            .parameters
            .iter()
            .filter_map(|parameter| {
                let value = self.values.get(&parameter.name)?;
                (*value != Value::none())
                    .then(|| format!("{}={}", parameter.name, value.display(&parameter.scale)))
            })
            .collect();
        parts.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Named;

    fn sizes() -> Parameter {
        Parameter {
            name: "parent-memory".into(),
            summary: String::new(),
            role: Role::Workload,
            scale: Scale::Ordered(Unit::Bytes),
        }
    }

    #[test]
    fn sizes_read_with_and_without_suffix() {
        for (text, bytes) in [("0", 0), ("4096", 4096), ("64MiB", 64 << 20), ("1g", 1 << 30)] {
            assert_eq!(Value::parse(&sizes(), text), Ok(Value::Integer(bytes)), "{text}");
        }
        for text in ["", "-1", "1.5g", "12xb", "99999999999999t"] {
            assert!(Value::parse(&sizes(), text).is_err(), "{text}");
        }
    }

    #[test]
    fn names_are_of_the_list_only() {
        let fork = Named {
            name: "fork".into(),
            summary: String::new(),
            family: None,
            systems: Vec::new(),
        };
        let call = Parameter { scale: Scale::Named(vec![fork]), ..sizes() };
        assert_eq!(Value::parse(&call, "fork"), Ok(Value::name("fork")));
        assert!(Value::parse(&call, "frok").unwrap_err().to_string().contains("it has fork"));
    }

    proptest! {
        #[test]
        fn a_displayed_size_reads_back(bytes in 0_u64..(1 << 50)) {
            let shown = Value::Integer(bytes).display(&sizes().scale);
            prop_assert_eq!(Value::parse(&sizes(), &shown), Ok(Value::Integer(bytes)));
        }
    }
}
