//! What the roles of a trial counted.

use schemars::JsonSchema;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// What a role counted while it worked, checked against what the case demands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tally {
    /// Operations done, warm-up and timed together.
    pub operations: u64,
    /// A sum over what was produced or read, whose expected value the benchmark knows.
    pub checksum: u64,
}

/// The tallies of a trial by role, in a file an object. Nearly every trial has one role, for which
/// a tree would take a tenfold of the memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tallies(Vec<(Box<str>, Tally)>);

impl Tallies {
    /// The tally of a role.
    pub fn get(&self, role: &str) -> Option<&Tally> {
        self.place(role).ok().map(|place| &self.0[place].1)
    }

    /// Notes a role's tally, in place of an earlier one.
    pub fn insert(&mut self, role: &str, tally: Tally) {
        match self.place(role) {
            Ok(place) => self.0[place].1 = tally,
            Err(place) => {
                self.0.reserve_exact(1);
                self.0.insert(place, (role.into(), tally));
            }
        }
    }

    /// Adds the tallies of other roles.
    pub fn join(&mut self, more: Self) {
        for (role, tally) in more.0 {
            self.insert(&role, tally);
        }
    }

    /// Where a role stands, or where it belongs.
    fn place(&self, role: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| (**known).cmp(role))
    }
}

impl FromIterator<(String, Tally)> for Tallies {
    fn from_iter<I: IntoIterator<Item = (String, Tally)>>(all: I) -> Self {
        let mut tallies = Self::default();
        for (role, tally) in all {
            tallies.insert(&role, tally);
        }
        tallies
    }
}

impl Serialize for Tallies {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(role, tally)| (role, tally)))
    }
}

impl<'de> Deserialize<'de> for Tallies {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ByRole)
    }
}

struct ByRole;

impl<'de> Visitor<'de> for ByRole {
    type Value = Tallies;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tallies, A::Error> {
        let mut tallies = Tallies::default();
        while let Some((role, tally)) = map.next_entry::<String, Tally>()? {
            tallies.insert(&role, tally);
        }
        Ok(tallies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tallies_are_an_object_in_the_order_of_roles_and_the_last_of_a_name_counts() {
        let text = r#"{"server":{"operations":1,"checksum":2},"load":{"operations":3,"checksum":4},"server":{"operations":5,"checksum":6}}"#;
        let tallies: Tallies = serde_json::from_str(text).unwrap();
        assert_eq!(tallies.get("server"), Some(&Tally { operations: 5, checksum: 6 }));
        assert_eq!(tallies.get("worker"), None);
        assert_eq!(
            serde_json::to_string(&tallies).unwrap(),
            r#"{"load":{"operations":3,"checksum":4},"server":{"operations":5,"checksum":6}}"#
        );
    }
}
