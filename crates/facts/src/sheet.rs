//! Facts being written down.

use model::{Fact, FactKind, FactValue, Facts};

use crate::Found;

/// Facts being written down. Whatever has a line here gets one in the result, known or not.
#[derive(Default)]
pub(crate) struct Sheet(Vec<Fact>);

impl Sheet {
    /// Writes which machine it is.
    pub(crate) fn identity(&mut self, key: &str, told: impl Told) {
        self.put(FactKind::Identity, key, told);
    }

    /// Writes what may be the thing compared.
    pub(crate) fn treatment(&mut self, key: &str, told: impl Told) {
        self.put(FactKind::Treatment, key, told);
    }

    /// Writes what may change by itself or by a setting.
    pub(crate) fn state(&mut self, key: &str, told: impl Told) {
        self.put(FactKind::State, key, told);
    }

    /// Writes how the program was made.
    pub(crate) fn build(&mut self, key: &str, told: impl Told) {
        self.put(FactKind::Build, key, told);
    }

    fn put(&mut self, kind: FactKind, key: &str, told: impl Told) {
        self.0.push(Fact { key: key.to_owned(), kind, value: told.told() });
    }

    /// All that was written, in order of keys.
    pub(crate) fn finish(mut self) -> Facts {
        self.0.sort_by(|left, right| left.key.cmp(&right.key));
        self.0.dedup_by(|left, right| left.key == right.key);
        Facts(self.0)
    }
}

/// What can be a fact's value.
pub(crate) trait Told {
    /// The value.
    fn told(self) -> FactValue;
}

impl Told for FactValue {
    fn told(self) -> FactValue {
        self
    }
}

impl Told for &str {
    fn told(self) -> FactValue {
        FactValue::Text(self.to_owned())
    }
}

impl Told for String {
    fn told(self) -> FactValue {
        FactValue::Text(self)
    }
}

impl Told for u64 {
    fn told(self) -> FactValue {
        FactValue::Number(self)
    }
}

impl Told for bool {
    fn told(self) -> FactValue {
        FactValue::Bool(self)
    }
}

impl Told for Vec<String> {
    fn told(self) -> FactValue {
        FactValue::List(self)
    }
}

/// A number, or that there is no bound.
impl Told for Option<u64> {
    fn told(self) -> FactValue {
        self.map_or_else(|| FactValue::Text("unlimited".to_owned()), FactValue::Number)
    }
}

impl<T: Told> Told for Found<T> {
    fn told(self) -> FactValue {
        match self {
            Ok(value) => value.told(),
            Err(reason) => FactValue::Unknown { reason },
        }
    }
}
