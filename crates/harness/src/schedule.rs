//! In which order the members of a group run, and groups among each other.
//!
//! Within a group every round runs each member once. Two members alternate in ABBA or BAAB blocks;
//! more follow the rows of a random Latin square that is balanced for what runs before, so that in
//! a block of as many rounds as members each stands at each position once, and every member follows
//! every other equally often: nobody is always the victim of the same predecessor. Sources: R. A.
//! Fisher, "The Design of Experiments" (1935), on randomised blocks and Latin squares; E. J.
//! Williams, Australian Journal of Scientific Research A 2 (1949), on their balance.

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
    /// The members as the present block and its mirrored one name them.
    labels: Vec<usize>,
    mirrored: bool,
    /// Rounds of the present block that are still to come, last first.
    block: Vec<Vec<usize>>,
}

impl Order {
    pub(crate) fn new(members: usize) -> Self {
        Self { labels: (0..members).collect(), mirrored: true, block: Vec::new() }
    }

    /// The members in the order of the next round.
    pub(crate) fn round(&mut self, random: &mut Random) -> Vec<usize> {
        if self.block.is_empty() {
            self.mirrored = !self.mirrored;
            if !self.mirrored {
                self.labels.shuffle(random);
            }
            self.block = block(&self.labels, self.mirrored, random);
        }
        self.block.pop().unwrap_or_default()
    }
}

/// Rounds in which each member stands at each position once. An even number of members follows
/// each other member once as well; an odd number does so twice over a block and its mirrored one.
fn block(labels: &[usize], mirrored: bool, random: &mut Random) -> Vec<Vec<usize>> {
    let members = labels.len();
    // 0, 1, n − 1, 2, n − 2, …: all differences between neighbors are different.
    let mut steps: Vec<usize> = (0..members)
        .map(
            |place| {
                if place % 2 == 1 { place.div_ceil(2) } else { (members - place / 2) % members }
            },
        )
        .collect();
    if mirrored {
        steps.reverse();
    }
    let mut rounds: Vec<Vec<usize>> = (0..members)
        .map(|shift| steps.iter().map(|step| labels[(step + shift) % members]).collect())
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
        fn every_member_follows_every_other_equally_often(members in 2_usize..14, seed: u64) {
            let (mut order, mut random) = (Order::new(members), random(seed));
            let mut follows = vec![vec![0; members]; members];
            for _ in 0..2 * members {
                for pair in order.round(&mut random).windows(2) {
                    follows[pair[0]][pair[1]] += 1;
                }
            }
            for (member, counts) in follows.iter().enumerate() {
                let expected = |other: usize| if other == member { 0 } else { 2 };
                prop_assert!((0..members).all(|other| counts[other] == expected(other)), "{counts:?}");
            }
        }

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
