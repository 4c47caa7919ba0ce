//! Repeating, counting and holding a share against its bar.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::noise::Random;

/// The repetitions of a simulation: all of them in a release build, a twentieth in a debug one.
pub(crate) const fn repetitions(full: usize) -> usize {
    if cfg!(debug_assertions) { full / 20 } else { full }
}

/// How far a share seen in `count` repetitions may miss its bar in a debug build: four standard
/// errors. In a release build not at all.
fn slack(bar: f64, count: usize) -> f64 {
    if cfg!(debug_assertions) {
        4.0 * (bar * (1.0 - bar) / count as f64).sqrt() + 2.0 / count as f64
    } else {
        0.0
    }
}

/// How often something was true.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Count {
    pub(crate) hits: usize,
    pub(crate) of: usize,
}

impl Count {
    pub(crate) fn add(&mut self, hit: bool) {
        self.hits += usize::from(hit);
        self.of += 1;
    }

    pub(crate) fn share(self) -> f64 {
        self.hits as f64 / self.of as f64
    }

    #[track_caller]
    pub(crate) fn at_most(self, bar: f64, what: &str) {
        let share = self.share();
        assert!(share <= bar + slack(bar, self.of), "{what}: {share:.4}, at most {bar}");
    }

    #[track_caller]
    pub(crate) fn at_least(self, bar: f64, what: &str) {
        let share = self.share();
        assert!(share >= bar - slack(bar, self.of), "{what}: {share:.4}, at least {bar}");
    }
}

/// The lowest and the highest share in percent, for the printed table.
pub(crate) fn range(counts: impl Iterator<Item = Count>) -> String {
    let shares: Vec<f64> = counts.map(|count| 100.0 * count.share()).collect();
    let low = shares.iter().copied().fold(f64::INFINITY, f64::min);
    let high = shares.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mean = shares.iter().sum::<f64>() / shares.len() as f64;
    format!("{low:.2} to {high:.2} %, mean {mean:.2} %, of {} cells", shares.len())
}

/// Does the same to every cell, on all processors, each with random numbers of its own, so that
/// neither the number of processors nor their order shows in the results.
pub(crate) fn each<C: Sync, R: Send>(
    cells: &[C],
    seed: u64,
    work: impl Fn(&C, &mut Random) -> R + Sync,
) -> Vec<R> {
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let mut results: Vec<(usize, R)> = std::thread::scope(|scope| {
        let worker = || {
            let mut done = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(cell) = cells.get(index) else { return done };
                let mut random = Random::new(seed * 1000 + index as u64);
                done.push((index, work(cell, &mut random)));
            }
        };
        let handles: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        handles.into_iter().flat_map(|handle| handle.join().unwrap()).collect()
    });
    results.sort_by_key(|&(index, _)| index);
    results.into_iter().map(|(_, result)| result).collect()
}
