//! Lists that take no more memory than what they hold: a full run has more than a hundred thousand
//! trials, each with several lists.

use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};

/// Reads a list into exactly the memory that it needs. The usual reading makes room for four
/// elements at once and doubles it, which is several times what a trial's one observation takes.
pub(crate) fn exact<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    deserializer.deserialize_seq(Exact(PhantomData))
}

struct Exact<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Exact<T> {
    type Value = Vec<T>;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Vec<T>, A::Error> {
        let fewest = (64 / size_of::<T>().max(1)).max(1);
        let mut all = Vec::new();
        while let Some(element) = sequence.next_element()? {
            if all.len() == all.capacity() {
                all.reserve_exact(all.len().max(fewest));
            }
            all.push(element);
        }
        all.shrink_to_fit();
        Ok(all)
    }
}
