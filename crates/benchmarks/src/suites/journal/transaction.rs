//! Transactions whose loss, tearing or exchange is found.
//!
//! Each sector of 512 bytes, the least that a device writes whole, begins with the transaction's
//! number in the journal and the number of its body; random bytes follow.

use std::collections::BTreeMap;

use sys::buffer::Aligned;

use crate::data::{SECTOR, fill, stamp};
use crate::{Error, Result};

/// Where the random bytes of a sector begin.
const HEADER: usize = 16;

/// A transaction's content, made before the clock starts.
pub(super) struct Body(Aligned);

impl Body {
    /// The body of a number: whole sectors of random bytes.
    pub(super) fn new(bytes: usize, seed: u64, number: u64) -> Self {
        let mut body = Aligned::new(bytes);
        fill(&mut body, seed ^ number.wrapping_mul(0x9e37_79b9));
        for sector in body.chunks_exact_mut(SECTOR) {
            sector[8..HEADER].copy_from_slice(&number.to_le_bytes());
        }
        Self(body)
    }

    /// Makes it the transaction of a number.
    #[inline]
    pub(super) fn stamped(&mut self, sequence: u64) -> &[u8] {
        stamp(&mut self.0, sequence);
        &self.0
    }

    /// Puts it into a place as the transaction of a number.
    #[inline]
    pub(super) fn copy_to(&self, place: &mut [u8], sequence: u64) {
        place.copy_from_slice(&self.0);
        stamp(place, sequence);
    }
}

/// Checks transactions as they are read back.
pub(super) struct Checker {
    bytes: usize,
    seed: u64,
    bodies: u64,
    known: BTreeMap<u64, Body>,
}

impl Checker {
    /// For transactions of `bytes`, made of the first `bodies` bodies of a seed.
    pub(super) fn new(bytes: usize, seed: u64, bodies: u64) -> Self {
        Self { bytes, seed, bodies, known: BTreeMap::new() }
    }

    /// Refuses anything but the whole transaction of this number.
    pub(super) fn check(&mut self, found: &[u8], sequence: u64) -> Result<()> {
        let wrong = |what: &str| Err(Error::Wrong(format!("commit {sequence} {what}")));
        if found.len() != self.bytes {
            return wrong(&format!("has {} bytes, not {}", found.len(), self.bytes));
        }
        let number = number_at(&found[8..HEADER]);
        if number_at(&found[..8]) != sequence || number >= self.bodies {
            return wrong("is lost: its place holds something else");
        }
        let (bytes, seed) = (self.bytes, self.seed);
        let body = self.known.entry(number).or_insert_with(|| Body::new(bytes, seed, number));
        if found == body.stamped(sequence) { Ok(()) } else { wrong("is torn") }
    }
}

fn number_at(bytes: &[u8]) -> u64 {
    bytes.try_into().map_or(u64::MAX, u64::from_le_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTES: usize = 2048;

    fn refusal(found: &[u8], sequence: u64) -> String {
        Checker::new(BYTES, 7, 4).check(found, sequence).unwrap_err().to_string()
    }

    #[test]
    fn what_is_lost_or_torn_is_found() {
        let mut body = Body::new(BYTES, 7, 3);
        let good = body.stamped(41).to_vec();
        Checker::new(BYTES, 7, 4).check(&good, 41).unwrap();
        assert!(refusal(&good, 42).contains("commit 42 is lost"));
        assert!(refusal(&[0; BYTES], 41).contains("lost"));
        assert!(refusal(&good[..1024], 41).contains("1024 bytes"));
        let mut other_body = good.clone();
        other_body[8] = 9;
        assert!(refusal(&other_body, 41).contains("lost"));
        let mut torn = good.clone();
        torn[BYTES - SECTOR..].copy_from_slice(&Body::new(BYTES, 7, 3).stamped(40)[..SECTOR]);
        assert!(refusal(&torn, 41).contains("torn"));
        let mut flipped = good;
        flipped[BYTES - 1] ^= 1;
        assert!(refusal(&flipped, 41).contains("torn"));
    }
}
