//! What to do next in a run: a pure decision from what was found and the time that is left.
//!
//! Groups are looked at after 11, 21, 31, 41 and 61 rounds and at no other time, and stop when
//! every member's interval is narrow: stopping by the width of an interval keeps its coverage,
//! stopping by a small p would not.

use crate::budget::Use;
use stats::{LOOKS, half_width_ratio, median_interval, next_look};

/// What the decision knows of a group.
#[derive(Clone, Debug)]
pub(crate) struct GroupView {
    /// Groups of low rank are refined first.
    pub(crate) rank: u16,
    /// Rounds that all members finished.
    pub(crate) rounds: usize,
    /// Whether every member's interval is as narrow as wanted.
    pub(crate) precise: bool,
    /// What a round is expected to use.
    pub(crate) round: Use,
    /// Whether any member can still be measured.
    pub(crate) alive: bool,
}

/// Rounds to run next, groups interleaved: which group, and how many rounds of it.
pub(crate) type Stage = Vec<(usize, usize)>;

/// The next stage; empty where nothing more fits or is wanted.
///
/// Everything gets to the first look, whatever it takes: what did not fit was left out of the
/// plan. After that the groups that are not precise go on to their next look, in order of rank,
/// as long as that fits what is left of time and writes.
pub(crate) fn next_stage(groups: &[GroupView], left: Use) -> Stage {
    let behind: Stage = groups
        .iter()
        .enumerate()
        .filter(|(_, group)| group.alive && group.rounds < LOOKS[0])
        .map(|(index, group)| (index, LOOKS[0] - group.rounds))
        .collect();
    if !behind.is_empty() {
        return behind;
    }
    let mut wanting: Vec<(usize, &GroupView, usize)> = groups
        .iter()
        .enumerate()
        .filter(|(_, group)| group.alive && !group.precise)
        .filter_map(|(index, group)| {
            next_look(group.rounds).map(|look| (index, group, look - group.rounds))
        })
        .collect();
    // Who has had fewer rounds comes first, so that no group is refined twice before another once.
    wanting.sort_by_key(|(_, group, _)| (group.rounds, group.rank));
    let mut left = left;
    let mut stage = Stage::new();
    for (index, group, rounds) in wanting {
        let cost = group.round.times(rounds as u64);
        if cost.exceeds(left).is_none() {
            left = left.less(cost);
            stage.push((index, rounds));
        }
    }
    stage
}

/// Whether the interval of a member's median is narrow enough: a half-width of at most 1 % or
/// half of the threshold of its class, whichever is larger.
pub(crate) fn is_precise(figures: &[f64], threshold: f64) -> bool {
    let wanted = (threshold / 2.0).max(0.01);
    let Some(median) = stats::median(figures) else { return false };
    median_interval(figures, 0.95)
        .is_some_and(|interval| half_width_ratio(&interval, median) <= wanted)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn group(rank: u16, rounds: usize, precise: bool, round_ns: u64) -> GroupView {
        let round = Use { ns: round_ns, ..Use::default() };
        GroupView { rank, rounds, precise, round, alive: true }
    }

    fn time(ns: u64) -> Use {
        Use { ns, ..Use::UNLIMITED }
    }

    #[test]
    fn everything_reaches_the_first_look() {
        let groups = [group(1, 0, false, 1_000), group(9, 4, false, 1_000_000)];
        assert_eq!(next_stage(&groups, time(0)), [(0, 11), (1, 7)]);
    }

    #[test]
    fn what_is_precise_stops_and_the_rest_goes_on_while_there_is_time() {
        let groups = [group(3, 11, false, 100), group(1, 11, false, 100), group(2, 11, true, 100)];
        assert_eq!(next_stage(&groups, time(10_000)), [(1, 10), (0, 10)]);
        assert_eq!(next_stage(&groups, time(1_500)), [(1, 10)]);
        assert_eq!(next_stage(&groups, time(10)), []);
    }

    #[test]
    fn a_run_by_script_ends_at_the_last_look() {
        let mut groups = vec![group(1, 0, false, 10), group(2, 0, false, 10)];
        let mut looks = Vec::new();
        loop {
            let stage = next_stage(&groups, time(u64::MAX));
            if stage.is_empty() {
                break;
            }
            for (index, rounds) in stage {
                groups[index].rounds += rounds;
            }
            looks.push(groups[0].rounds);
        }
        assert_eq!(looks, LOOKS);
    }

    #[test]
    fn more_rounds_need_writes_too() {
        let mut writer = group(1, 11, false, 10);
        writer.round.written_bytes = 5;
        let left = |written_bytes| Use { written_bytes, ..Use::UNLIMITED };
        assert_eq!(next_stage(&[writer.clone()], left(50)), [(0, 10)]);
        assert_eq!(next_stage(&[writer], left(49)), []);
    }

    #[test]
    fn the_dead_are_left_alone() {
        let mut dead = group(1, 3, false, 10);
        dead.alive = false;
        assert_eq!(next_stage(&[dead], time(u64::MAX)), []);
    }

    #[test]
    fn narrow_figures_are_precise_and_wide_ones_are_not() {
        let narrow: Vec<f64> = (0..11).map(|n| 1_000.0 + f64::from(n)).collect();
        let wide: Vec<f64> = (0..11).map(|n| 1_000.0 + 50.0 * f64::from(n)).collect();
        assert!(is_precise(&narrow, 0.02));
        assert!(!is_precise(&wide, 0.02));
        assert!(!is_precise(&narrow[..5], 0.02), "too few for an interval");
    }

    proptest! {
        #[test]
        fn a_stage_after_the_first_look_fits_the_time(costs in prop::collection::vec(1_u64..1000, 1..10), left in 0_u64..50_000) {
            let groups: Vec<GroupView> =
                costs.iter().map(|&cost| group(1, 11, false, cost)).collect();
            let stage = next_stage(&groups, time(left));
            let total: u64 = stage.iter().map(|&(index, rounds)| costs[index] * rounds as u64).sum();
            prop_assert!(total <= left);
        }
    }
}
