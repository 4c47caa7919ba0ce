//! In which order the members of a group run, and groups among each other.
//!
//! Within a group every round runs each member once. Two members alternate in ABBA or BAAB blocks;
//! more follow the rows of a random cyclic Latin square, so that in a block of as many rounds as
//! members each stands at each position once. Source: R. A. Fisher, "The Design of Experiments"
//! (1935), on randomised blocks and Latin squares.

use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The random source of a session's order, which its seed determines.
pub(crate) type Random = Xoshiro256PlusPlus;

/// The random source of a seed.
pub(crate) fn random(seed: u64) -> Random {
    Random::seed_from_u64(seed)
}

/// A new seed of a stream.
pub(crate) fn next_seed(random: &mut Random) -> u64 {
    random.next_u64()
}

/// The order of a group's members, round by round.
#[derive(Debug)]
pub(crate) struct Order {
    members: usize,
    /// Rounds of the present block that are still to come, last first.
    block: Vec<Vec<usize>>,
}

impl Order {
    pub(crate) fn new(members: usize) -> Self {
        Self { members, block: Vec::new() }
    }

    /// The members in the order of the next round.
    pub(crate) fn round(&mut self, random: &mut Random) -> Vec<usize> {
        if self.block.is_empty() {
            self.block = block(self.members, random);
        }
        self.block.pop().unwrap_or_default()
    }
}

/// Rounds in which each member stands at each position equally often.
fn block(members: usize, random: &mut Random) -> Vec<Vec<usize>> {
    let mut first: Vec<usize> = (0..members).collect();
    first.shuffle(random);
    let mut rounds: Vec<Vec<usize>> = (0..members)
        .map(|shift| (0..members).map(|place| first[(place + shift) % members]).collect())
        .collect();
    rounds.shuffle(random);
    rounds
}

/// The groups of a stage in random order.
pub(crate) fn shuffled(groups: &[usize], random: &mut Random) -> Vec<usize> {
    let mut order = groups.to_vec();
    order.shuffle(random);
    order
}

/// A random number below a bound, for identifiers.
pub(crate) fn below(bound: u64, random: &mut Random) -> u64 {
    random.random_range(0..bound.max(1))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn two_members_alternate_in_mirrored_pairs() {
        let (mut order, mut random) = (Order::new(2), random(1));
        for _ in 0..20 {
            let first = order.round(&mut random);
            let second = order.round(&mut random);
            assert_eq!(first, second.into_iter().rev().collect::<Vec<_>>());
        }
    }

    proptest! {
        #[test]
        fn blocks_are_balanced_and_seeds_decide(members in 1_usize..8, seed: u64) {
            let rounds = |seed| {
                let (mut order, mut random) = (Order::new(members), random(seed));
                (0..members * 3).map(|_| order.round(&mut random)).collect::<Vec<_>>()
            };
            let all = rounds(seed);
            prop_assert_eq!(&all, &rounds(seed));
            for block in all.chunks(members) {
                for place in 0..members {
                    let mut seen: Vec<usize> = block.iter().map(|round| round[place]).collect();
                    seen.sort_unstable();
                    prop_assert_eq!(seen, (0..members).collect::<Vec<_>>());
                }
            }
        }
    }
}
