//! What a run may use: time, data written, and room for what stays until the run's end.
//!
//! Cases enter one by one while the first look of all of them fits; a case that does not fit is
//! left out whole, since fewer trials of more cases would tell nothing of any.

use std::collections::BTreeSet;

use benchmarks::Profile;

/// What a number of trials uses, or what is left of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Use {
    /// Time.
    pub(crate) ns: u64,
    /// Data written to file systems under test.
    pub(crate) written_bytes: u64,
    /// Room on the fullest file system for what stays until the run's end.
    pub(crate) kept_bytes: u64,
    /// Files on it that stay until the run's end.
    pub(crate) kept_inodes: u64,
}

impl Use {
    /// More than any run has: no limit.
    #[cfg(test)]
    pub(crate) const UNLIMITED: Self =
        Self { ns: u64::MAX, written_bytes: u64::MAX, kept_bytes: u64::MAX, kept_inodes: u64::MAX };

    fn with(self, other: Self, each: impl Fn(u64, u64) -> u64) -> Self {
        Self {
            ns: each(self.ns, other.ns),
            written_bytes: each(self.written_bytes, other.written_bytes),
            kept_bytes: each(self.kept_bytes, other.kept_bytes),
            kept_inodes: each(self.kept_inodes, other.kept_inodes),
        }
    }

    #[must_use]
    pub(crate) fn plus(self, other: Self) -> Self {
        self.with(other, u64::saturating_add)
    }

    #[must_use]
    pub(crate) fn less(self, other: Self) -> Self {
        self.with(other, u64::saturating_sub)
    }

    #[must_use]
    pub(crate) fn times(self, count: u64) -> Self {
        self.with(self, |one, _| one.saturating_mul(count))
    }

    /// What of `left` this is too much for, the first such.
    pub(crate) fn exceeds(self, left: Self) -> Option<Lack> {
        [
            (self.written_bytes > left.written_bytes, Lack::Writes),
            (self.kept_bytes > left.kept_bytes, Lack::Space),
            (self.kept_inodes > left.kept_inodes, Lack::Inodes),
            (self.ns > left.ns, Lack::Time),
        ]
        .into_iter()
        .find_map(|(exceeds, lack)| exceeds.then_some(lack))
    }
}

/// What there is too little of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lack {
    Time,
    Writes,
    Space,
    Inodes,
}

/// A case that wants to enter.
#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub(crate) suite: String,
    pub(crate) rank: u16,
    /// Whether a person named it: then it enters whatever time it takes.
    pub(crate) named: bool,
    /// What its trials use up to the first look, on all its subjects.
    pub(crate) trials: Use,
    /// Files that it shares with all cases of the same benchmark that need as large ones: which,
    /// and what they use, once.
    pub(crate) shared: Option<((usize, u64), Use)>,
}

/// For each claim what it lacks, or nothing where it enters.
///
/// What a person named comes first, then the best-ranked case of every suite, then all others by
/// rank: so no suite fills a run alone. Named cases may take more time than there is; nobody may
/// write more or fill a file system.
pub(crate) fn affordable(claims: &[Claim], limit: Use) -> Vec<Option<Lack>> {
    let mut order: Vec<usize> = (0..claims.len()).collect();
    order.sort_by_key(|&index| (claims[index].rank, index));
    let mut suites = BTreeSet::new();
    let mut firsts = vec![false; claims.len()];
    for &index in &order {
        firsts[index] = suites.insert(claims[index].suite.as_str());
    }
    order.sort_by_key(|&index| (!claims[index].named, !firsts[index], claims[index].rank, index));
    let mut left = limit;
    let mut made = BTreeSet::new();
    let mut lacks = vec![None; claims.len()];
    for index in order {
        let claim = &claims[index];
        let shared = claim.shared.filter(|(files, _)| !made.contains(files));
        let wanted = shared.map_or(claim.trials, |(_, once)| claim.trials.plus(once));
        let lack = wanted.exceeds(left).filter(|lack| !(claim.named && *lack == Lack::Time));
        if lack.is_none() {
            left = left.less(wanted);
            made.extend(shared.map(|(files, _)| files));
        }
        lacks[index] = lack;
    }
    lacks
}

/// How much a run of a profile may write, unless a person says otherwise: never more than a tenth
/// of the room that is free.
pub(crate) fn write_limit(profile: Profile, free_bytes: Option<u64>) -> u64 {
    const GIB: u64 = 1 << 30;
    let most = match profile {
        Profile::Quick => 2 * GIB,
        Profile::Standard => 20 * GIB,
        Profile::Full => 200 * GIB,
    };
    free_bytes.map_or(most, |free| most.min(free / 10))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn claim(suite: &str, rank: u16, ns: u64, named: bool) -> Claim {
        let trials = Use { ns, ..Use::default() };
        Claim { suite: suite.to_owned(), rank, named, trials, shared: None }
    }

    fn enters(claims: &[Claim], limit: Use) -> Vec<bool> {
        affordable(claims, limit).iter().map(Option::is_none).collect()
    }

    fn time(ns: u64) -> Use {
        Use { ns, ..Use::UNLIMITED }
    }

    #[test]
    fn cases_enter_by_rank_and_named_ones_always() {
        let claims = [
            claim("a", 5, 10, false),
            claim("a", 1, 10, false),
            claim("a", 3, 1_000, false),
            claim("a", 9, 1_000, true),
        ];
        assert_eq!(enters(&claims, time(20)), [false, false, false, true]);
        assert_eq!(enters(&claims[..3], time(20)), [true, true, false]);
    }

    #[test]
    fn every_suite_enters_with_its_best_before_any_enters_with_more() {
        let mut claims: Vec<Claim> = (0..9).map(|rank| claim("clock", rank, 10, false)).collect();
        claims.push(claim("tree", 30, 40, false));
        let found = enters(&claims, time(70));
        assert!(found[9], "the other suite");
        assert_eq!(found.iter().filter(|enters| **enters).count(), 4);
    }

    #[test]
    fn nobody_writes_more_than_allowed_not_even_what_was_named() {
        let mut wide = claim("io", 1, 1, true);
        wide.trials.written_bytes = 100;
        let limit = |written_bytes| Use { written_bytes, ..Use::UNLIMITED };
        assert_eq!(affordable(&[wide.clone()], limit(99)), [Some(Lack::Writes)]);
        assert_eq!(affordable(&[wide], limit(100)), [None]);
    }

    #[test]
    fn shared_files_are_made_once() {
        let mut one = claim("io", 1, 1, false);
        let once = Use { written_bytes: 60, kept_bytes: 60, ..Use::default() };
        one.shared = Some(((0, 60), once));
        let limit = Use { written_bytes: 100, kept_bytes: 100, ..Use::UNLIMITED };
        let all = [one.clone(), one.clone(), one];
        assert_eq!(affordable(&all, limit), [None; 3]);
        let mut other = all[0].clone();
        other.shared = Some(((0, 61), once));
        assert_eq!(affordable(&[all[0].clone(), other], limit)[1], Some(Lack::Writes));
    }

    #[test]
    fn a_small_file_system_is_written_to_less() {
        assert_eq!(write_limit(Profile::Quick, None), 2 << 30);
        assert_eq!(write_limit(Profile::Quick, Some(1 << 30)), (1 << 30) / 10);
        assert_eq!(write_limit(Profile::Standard, Some(1 << 40)), 20 << 30);
    }

    proptest! {
        #[test]
        fn what_enters_fits(costs in prop::collection::vec((0_u16..9, 1_u64..1000, 1_u64..1000), 1..20), ns in 0_u64..5_000, bytes in 0_u64..5_000) {
            let claims: Vec<Claim> = costs
                .iter()
                .map(|&(rank, ns, written_bytes)| Claim {
                    trials: Use { ns, written_bytes, ..Use::default() },
                    ..claim(&format!("suite-{}", rank % 4), rank, 0, false)
                })
                .collect();
            let limit = Use { ns, written_bytes: bytes, ..Use::UNLIMITED };
            let entered = claims.iter().zip(affordable(&claims, limit)).filter(|(_, lack)| lack.is_none());
            let total = entered.fold(Use::default(), |sum, (claim, _)| sum.plus(claim.trials));
            prop_assert_eq!(total.exceeds(limit), None);
        }
    }
}
