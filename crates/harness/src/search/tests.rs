//! Simulated grids: methods × buffers, with noise.

use proptest::prelude::*;
use rand::RngExt;

use super::*;
use crate::schedule::{Random, random};

const TOLERANCE: f64 = 0.05;
const RUNGS: u64 = 16;
const LADDER: &str = "buffer";

/// A grid whose true costs are known: each call has a best buffer and grows worse on both sides.
struct Grid {
    values: Vec<BTreeMap<String, Value>>,
    truth: Vec<f64>,
    standing: Vec<Standing>,
    subjects: usize,
}

impl Grid {
    /// `calls`: the cost at the best buffer, and which buffer that is. Every third buffer starts.
    fn new(calls: &[(f64, u64)], slope: f64, subjects: usize) -> Self {
        let (mut values, mut truth) = (Vec::new(), Vec::new());
        for (call, (cost, peak)) in calls.iter().enumerate() {
            for rung in 0..RUNGS {
                let call = Value::name(&format!("call-{call}"));
                let buffer = Value::Integer(4096 << rung);
                values.push(BTreeMap::from([("call".into(), call), (LADDER.into(), buffer)]));
                truth.push(cost * (1.0 + slope * rung.abs_diff(*peak) as f64));
            }
        }
        let standing = (0..truth.len()).map(|_| Standing::Waiting).collect();
        Self { values, truth, standing, subjects }
    }

    fn entry(index: usize) -> Entry {
        let coarse = (index as u64 % RUNGS).is_multiple_of(3);
        if coarse { Entry::Always } else { Entry::Refines { parameter: LADDER } }
    }

    /// Runs a look of every method that is in, each trial with some noise.
    fn look(&mut self, noise: f64, random: &mut Random) {
        for index in 0..self.truth.len() {
            let starts = Self::entry(index) == Entry::Always;
            let runs = match self.standing[index] {
                Standing::Running(_) => true,
                Standing::Waiting => starts,
                Standing::Dropped | Standing::Gone => false,
            };
            if !runs {
                continue;
            }
            let runner = |subject: usize, random: &mut Random| Runner {
                peers: (subject, String::new()),
                costs: (0..11)
                    .map(|_| self.truth[index] * (1.0 + noise * random.random_range(-1.0..1.0)))
                    .collect(),
            };
            let runners = (0..self.subjects).map(|subject| runner(subject, random)).collect();
            self.standing[index] = Standing::Running(runners);
        }
    }

    fn methods(&self) -> Vec<Method<'_>> {
        (0..self.truth.len())
            .map(|index| Method {
                case: index as u32,
                values: &self.values[index],
                entry: Self::entry(index),
                standing: self.standing[index].clone(),
            })
            .collect()
    }

    /// The whole search; how many looks it took and who is left.
    fn search(&mut self, noise: f64, seed: u64) -> (usize, Vec<usize>) {
        let mut random = random(seed);
        for looks in 1.. {
            self.look(noise, &mut random);
            let decision = decide(&self.methods(), TOLERANCE);
            for &case in &decision.drop {
                self.standing[case as usize] = Standing::Dropped;
            }
            for &case in &decision.enter {
                self.standing[case as usize] = Standing::Running(Vec::new());
            }
            if decision.enter.is_empty() {
                let runs = |index: &usize| matches!(self.standing[*index], Standing::Running(_));
                return (looks, (0..self.truth.len()).filter(runs).collect());
            }
        }
        unreachable!("a search ends when nobody enters")
    }
}

fn method(case: u32, values: &BTreeMap<String, Value>, runners: Vec<Runner>) -> Method<'_> {
    Method { case, values, entry: Entry::Always, standing: Standing::Running(runners) }
}

fn runner(subject: usize, conditions: &str, center: f64) -> Runner {
    let costs = (0..11).map(|n| center * (1.0 + 0.001 * f64::from(n))).collect();
    Runner { peers: (subject, conditions.to_owned()), costs }
}

#[test]
fn a_method_goes_only_where_it_is_beyond_on_every_subject() {
    let none = BTreeMap::new();
    let grid = |slow_there: f64| {
        [
            method(0, &none, vec![runner(0, "", 100.0), runner(1, "", 100.0)]),
            method(1, &none, vec![runner(0, "", 200.0), runner(1, "", slow_there)]),
        ]
    };
    assert_eq!(decide(&grid(200.0), TOLERANCE).drop, [1]);
    assert_eq!(decide(&grid(102.0), TOLERANCE).drop, [] as [u32; 0]);
}

#[test]
fn only_equal_conditions_are_compared() {
    let none = BTreeMap::new();
    let grid = [
        method(0, &none, vec![runner(0, "none", 1.0)]),
        method(1, &none, vec![runner(0, "medium", 900.0)]),
        method(2, &none, vec![runner(0, "medium", 500.0)]),
    ];
    assert_eq!(decide(&grid, TOLERANCE).drop, [1]);
}

#[test]
fn too_few_figures_drop_nobody() {
    let none = BTreeMap::new();
    let short = Runner { peers: (0, String::new()), costs: vec![900.0; 5] };
    let grid = [method(0, &none, vec![runner(0, "", 1.0)]), method(1, &none, vec![short])];
    assert_eq!(decide(&grid, TOLERANCE), Decision::default());
}

#[test]
fn finer_values_enter_beside_survivors_only() {
    let mut grid = Grid::new(&[(100.0, 6), (400.0, 6)], 0.2, 1);
    grid.look(0.001, &mut random(1));
    let decision = decide(&grid.methods(), TOLERANCE);
    assert_eq!(decision.enter, [5, 7], "the neighbors of the first call's best buffer");
    assert_eq!(decision.drop.len(), 11, "all others of the twelve that started");
}

#[test]
fn a_rung_that_cannot_be_had_does_not_end_the_ladder() {
    let mut grid = Grid::new(&[(100.0, 6)], 0.2, 1);
    grid.look(0.001, &mut random(1));
    grid.standing[5] = Standing::Gone;
    assert_eq!(decide(&grid.methods(), TOLERANCE).enter, [4, 7]);
}

proptest! {
    #[test]
    fn the_best_is_never_dropped(
        centers in prop::collection::vec(1.0_f64..1e6, 1..20),
        spread in 0.0_f64..2.0,
        seed: u64,
    ) {
        let none = BTreeMap::new();
        let mut random = random(seed);
        let methods: Vec<Method<'_>> = centers
            .iter()
            .enumerate()
            .map(|(case, center)| {
                let costs: Vec<f64> =
                    (0..11).map(|_| center * (1.0 + spread * random.random_range(0.0..1.0))).collect();
                method(case as u32, &none, vec![Runner { peers: (0, String::new()), costs }])
            })
            .collect();
        let median = |method: &&Method<'_>| match &method.standing {
            Standing::Running(runners) => stats::median(&runners[0].costs).unwrap(),
            _ => f64::INFINITY,
        };
        let best = methods.iter().min_by(|a, b| median(a).total_cmp(&median(b))).unwrap();
        prop_assert!(!decide(&methods, TOLERANCE).drop.contains(&best.case));
    }

    #[test]
    fn a_planted_best_is_found_under_noise_and_every_search_ends(
        peak in 0_u64..RUNGS,
        others in prop::collection::vec((1.3_f64..4.0, 0_u64..RUNGS), 0..6),
        subjects in 1_usize..3,
        noise in 0.0_f64..0.04,
        seed: u64,
    ) {
        let mut calls = vec![(1.0, peak)];
        calls.extend(others);
        let mut grid = Grid::new(&calls, 0.08, subjects);
        let (looks, left) = grid.search(noise, seed);
        prop_assert!(left.contains(&(peak as usize)), "{left:?} of {peak}");
        prop_assert!(looks <= 5, "{looks} looks: each goes one rung further");
        prop_assert!(left.len() < 8, "{left:?}");
    }
}
