//! Data that neither compress nor repeat, made before the clock starts.

/// Fills `bytes` with the numbers that follow from a seed (`SplitMix64`, Steele, Lea and Flood
/// 2014): equal seeds give equal bytes.
pub(crate) fn fill(bytes: &mut [u8], seed: u64) {
    let mut state = seed;
    for chunk in bytes.chunks_mut(8) {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut number = state;
        number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        number ^= number >> 31;
        chunk.copy_from_slice(&number.to_le_bytes()[..chunk.len()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_gives_its_published_numbers() {
        // The first outputs for the seed 1234567, as in the reference implementation.
        let mut bytes = [0; 20];
        fill(&mut bytes, 1_234_567);
        assert_eq!(bytes[..8], 6_457_827_717_110_365_317_u64.to_le_bytes());
        assert_eq!(bytes[8..16], 3_203_168_211_198_807_973_u64.to_le_bytes());
        assert_eq!(bytes[16..], 9_817_491_932_198_370_423_u64.to_le_bytes()[..4]);
    }
}
