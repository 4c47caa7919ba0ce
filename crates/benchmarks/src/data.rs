//! Data that neither compress nor repeat, made before the clock starts.

/// Fills `bytes` with the numbers that follow from a seed (`SplitMix64`, Steele, Lea and Flood
/// 2014): equal seeds give equal bytes.
pub fn fill(bytes: &mut [u8], seed: u64) {
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

/// What a device writes whole at least.
pub const SECTOR: usize = 512;

/// Puts a number at the beginning of each sector, so that no two of them are equal and every one
/// tells where it belongs.
#[inline]
pub fn stamp(bytes: &mut [u8], number: u64) {
    for sector in bytes.chunks_mut(SECTOR) {
        let length = sector.len().min(8);
        sector[..length].copy_from_slice(&number.to_le_bytes()[..length]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sector_is_stamped() {
        let mut bytes = [9; 2 * SECTOR + 3];
        stamp(&mut bytes, 0x0102_0304);
        for at in [0, SECTOR] {
            assert_eq!(bytes[at..at + 9], [4, 3, 2, 1, 0, 0, 0, 0, 9]);
        }
        assert_eq!(bytes[2 * SECTOR..], [4, 3, 2]);
    }

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
