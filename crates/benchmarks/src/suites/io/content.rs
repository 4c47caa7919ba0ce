//! What files hold: a stream that is known at every place, so that any part of a file can be
//! checked without keeping it.

use crate::{Error, Result};

/// Bytes that are generated together; a place in the stream is found by its block.
const BLOCK: usize = 4096;
/// Blocks of random data after which a stream of duplicates begins again.
const DUPLICATES: u64 = 16;
/// Generators that run side by side, which keeps the processor's vector unit busy.
const LANES: usize = 8;

/// The kind of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing that could be compressed or found twice.
    Random,
    /// Zeros.
    Zero,
    /// 64 KiB of random data again and again.
    Duplicate,
}

impl Kind {
    pub(super) fn named(name: &str) -> Result<Self> {
        match name {
            "random" => Ok(Self::Random),
            "zero" => Ok(Self::Zero),
            "dup" => Ok(Self::Duplicate),
            other => Err(Error::Wrong(format!("no kind of data is called {other}"))),
        }
    }
}

/// A stream of bytes, determined by kind and seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Content {
    pub(super) kind: Kind,
    pub(super) seed: u64,
    /// Where in a file the stream begins.
    pub(super) start: u64,
    /// After how many bytes it begins again.
    pub(super) period: u64,
}

impl Content {
    /// A stream from the beginning of a file, without end.
    pub(super) fn new(kind: Kind, seed: u64) -> Self {
        Self { kind, seed, start: 0, period: u64::MAX }
    }

    /// The bytes of the file from `at`.
    pub(super) fn fill(&self, at: u64, buffer: &mut [u8]) {
        let mut done = 0;
        while done < buffer.len() {
            let place = (at + done as u64 - self.start) % self.period;
            let until_again = usize::try_from(self.period - place).unwrap_or(usize::MAX);
            let end = buffer.len().min(done.saturating_add(until_again));
            self.fill_stream(place, &mut buffer[done..end]);
            done = end;
        }
    }

    /// The bytes of the stream from `place`.
    fn fill_stream(&self, place: u64, buffer: &mut [u8]) {
        if self.kind == Kind::Zero {
            buffer.fill(0);
            return;
        }
        let mut block = place / BLOCK as u64;
        let mut skip = (place % BLOCK as u64) as usize;
        let mut rest = buffer;
        while !rest.is_empty() {
            let length = (BLOCK - skip).min(rest.len());
            let (now, later) = rest.split_at_mut(length);
            if let Ok(whole) = <&mut [u8; BLOCK]>::try_from(&mut *now) {
                self.generate(block, whole);
            } else {
                let mut whole = [0; BLOCK];
                self.generate(block, &mut whole);
                now.copy_from_slice(&whole[skip..skip + length]);
            }
            (rest, skip, block) = (later, 0, block + 1);
        }
    }

    /// One block: xoshiro256++ in lanes, seeded by `SplitMix64` from the block's number
    /// (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021).
    fn generate(&self, block: u64, bytes: &mut [u8; BLOCK]) {
        let number = if self.kind == Kind::Duplicate { block % DUPLICATES } else { block };
        let mut seed = self.seed ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93);
        let mut state = [[0_u64; LANES]; 4];
        for word in state.as_flattened_mut() {
            *word = split_mix(&mut seed);
        }
        let [a, b, c, d] = &mut state;
        for row in bytes.chunks_exact_mut(8 * LANES) {
            for lane in 0..LANES {
                let sum = a[lane].wrapping_add(d[lane]).rotate_left(23).wrapping_add(a[lane]);
                row[8 * lane..8 * lane + 8].copy_from_slice(&sum.to_le_bytes());
            }
            for lane in 0..LANES {
                let shifted = b[lane] << 17;
                c[lane] ^= a[lane];
                d[lane] ^= b[lane];
                b[lane] ^= c[lane];
                a[lane] ^= d[lane];
                c[lane] ^= shifted;
                d[lane] = d[lane].rotate_left(45);
            }
        }
    }

    /// How often 0xFF stands in the first bytes of the file.
    pub(super) fn count(&self, bytes: u64) -> u64 {
        let mut piece = [0; 4 * BLOCK];
        let mut at = 0;
        let mut found = 0;
        while at < bytes {
            let length = (bytes - at).min(piece.len() as u64) as usize;
            self.fill(at, &mut piece[..length]);
            found += count(&piece[..length]);
            at += length as u64;
        }
        found
    }

    /// Where the bytes of a file from `at` differ from the stream; `None`: nowhere.
    pub(super) fn differs(&self, at: u64, data: &[u8]) -> Option<u64> {
        let mut wanted = [0; 4 * BLOCK];
        let mut place = at;
        for piece in data.chunks(wanted.len()) {
            let wanted = &mut wanted[..piece.len()];
            self.fill(place, wanted);
            if piece != wanted {
                let first = piece.iter().zip(wanted.iter()).position(|(one, other)| one != other);
                return Some(place + first.unwrap_or(0) as u64);
            }
            place += piece.len() as u64;
        }
        None
    }
}

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// How often 0xFF stands in the data, as the article's programs counted.
pub(super) fn count(data: &[u8]) -> u64 {
    // No sum of so few bytes overflows, so that the processor's vector unit can make it.
    data.chunks(255)
        .map(|piece| u64::from(piece.iter().map(|&byte| u8::from(byte == 0xff)).sum::<u8>()))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(content: Content, length: usize) -> Vec<u8> {
        let mut whole = vec![1; length];
        content.fill(0, &mut whole);
        whole
    }

    #[test]
    fn every_part_is_the_same_as_in_the_whole() {
        let long = 300_000;
        for kind in [Kind::Random, Kind::Zero, Kind::Duplicate] {
            let content = Content { period: 123_457, ..Content::new(kind, 9) };
            let whole = all(content, long);
            for (at, length) in [(0, 1), (1, 4096), (4095, 2), (8192, 8192), (123_400, 9000)] {
                let mut part = vec![0; length];
                content.fill(at as u64, &mut part);
                assert_eq!(part, whole[at..at + length], "{kind:?} {at} {length}");
                assert_eq!(content.differs(at as u64, &part), None);
                part[length - 1] ^= 1;
                assert_eq!(content.differs(at as u64, &part), Some((at + length - 1) as u64));
            }
        }
    }

    #[test]
    fn random_data_hold_every_byte_equally_often_and_no_block_twice() {
        let whole = all(Content::new(Kind::Random, 1), 1 << 20);
        let mut counts = [0_u32; 256];
        for &byte in &whole {
            counts[usize::from(byte)] += 1;
        }
        // 4,096 each, with a standard deviation of 64.
        assert!(counts.iter().all(|count| (3_700..4_500).contains(count)), "{counts:?}");
        let blocks: std::collections::HashSet<&[u8]> = whole.chunks(512).collect();
        assert_eq!(blocks.len(), 2048);
        let other = all(Content::new(Kind::Random, 2), 4096);
        assert_ne!(whole[..4096], other);
        let again = all(Content::new(Kind::Duplicate, 1), 1 << 17);
        assert_eq!(again[..1 << 16], again[1 << 16..]);
    }

    #[test]
    fn bytes_are_counted() {
        let mut data = vec![0xff; 1000];
        assert_eq!(count(&data), 1000);
        data[500] = 0xfe;
        assert_eq!(count(&data), 999);
        assert_eq!(count(&[]), 0);
    }
}
