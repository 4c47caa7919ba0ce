//! What a system is: facts that travel with figures.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The facts of one subject at one moment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Facts(pub Vec<Fact>);

impl Facts {
    /// The value of a fact that is known.
    pub fn get(&self, key: &str) -> Option<&FactValue> {
        self.0
            .iter()
            .find(|fact| fact.key == key)
            .map(|fact| &fact.value)
            .filter(|value| !matches!(value, FactValue::Unknown { .. }))
    }

    /// The text of a fact that is known and is text.
    pub fn text(&self, key: &str) -> Option<&str> {
        match self.get(key)? {
            FactValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number of a fact that is known and is a number.
    pub fn number(&self, key: &str) -> Option<u64> {
        match self.get(key)? {
            FactValue::Number(number) => Some(*number),
            _ => None,
        }
    }
}

/// One thing known, or known to be unknown, of a subject.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Fact {
    /// Dotted, most significant first, unit last: `memory.total_bytes`.
    pub key: String,
    /// What part the fact plays when subjects are compared.
    pub kind: FactKind,
    /// The value.
    pub value: FactValue,
}

/// What part a fact plays when subjects are compared.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum FactKind {
    /// Which machine it is: processor, memory, disk, hypervisor.
    Identity,
    /// What may be the thing compared: system, kernel, file system, allocator.
    Treatment,
    /// What may change by itself: governor, load, temperature, free space.
    State,
    /// How the measuring program was made.
    Build,
}

/// The value of a fact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FactValue {
    /// Text as the system gives it.
    Text(String),
    /// A number in the unit that the key ends in.
    Number(u64),
    /// Yes or no.
    Bool(bool),
    /// Several texts, in the system's order.
    List(Vec<String>),
    /// Not to be had, and why. Unknown never equals anything.
    Unknown {
        /// Why.
        reason: String,
    },
}

impl std::fmt::Display for FactValue {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text(text) => formatter.write_str(text),
            Self::Number(number) => write!(formatter, "{number}"),
            Self::Bool(yes) => formatter.write_str(if *yes { "yes" } else { "no" }),
            Self::List(items) => formatter.write_str(&items.join(" ")),
            Self::Unknown { reason } => write!(formatter, "unknown ({reason})"),
        }
    }
}
