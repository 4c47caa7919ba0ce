//! Coverage and false positives of the trial-level methods, for all shapes of noise.

use stats::{bootstrap_ratio, median, median_interval};

use crate::noise::{Random, SHAPES, Shape, samples, trial, trials};
use crate::simulation::{Count, each, range, repetitions};

/// The numbers of trials a side at which the shapes are gone through.
const TRIALS: [usize; 3] = [11, 21, 31];

/// Two sides with equal medians.
#[derive(Debug)]
struct Cell {
    shapes: (Shape, Shape),
    trials: (usize, usize),
}

/// False positives of one cell.
#[derive(Default)]
struct Rates {
    at_5_percent: Count,
    /// At 5 % over a family of 40.
    in_the_tail: Count,
}

#[test]
fn the_interval_of_a_median_covers_it() {
    let cells: Vec<(Shape, usize)> =
        SHAPES.iter().flat_map(|&shape| TRIALS.map(|count| (shape, count))).collect();
    let coverage = each(&cells, 1, |&(shape, count), random| {
        let mut covered = Count::default();
        for _ in 0..repetitions(4000) {
            let interval = median_interval(&trials(random, shape, count), 0.95).unwrap();
            covered.add(interval.low <= 0.0 && 0.0 <= interval.high);
        }
        covered
    });
    println!("coverage of one median: {}", range(coverage.iter().copied()));
    for (cell, covered) in cells.iter().zip(coverage) {
        covered.at_least(0.935, &format!("coverage {cell:?}"));
        covered.at_most(0.995, &format!("coverage {cell:?}"));
    }
}

#[test]
fn equal_medians_are_rarely_told_apart() {
    let mut cells = Vec::new();
    for (index, &first) in SHAPES.iter().enumerate() {
        for &second in &SHAPES[index..] {
            cells.extend(
                TRIALS.map(|count| Cell { shapes: (first, second), trials: (count, count) }),
            );
        }
        cells.extend(SHAPES.map(|second| Cell { shapes: (first, second), trials: (31, 11) }));
    }
    let rates = each(&cells, 2, false_positives);
    println!("false positives: {}", range(rates.iter().map(|rate| rate.at_5_percent)));
    println!(
        "of 31 against 11: {}",
        range(of(&cells, &rates, |cell| cell.trials.0 != cell.trials.1))
    );
    let large = |cell: &Cell| cell.trials.1 >= 21;
    for (name, wanted) in [("21 and more", true), ("an 11", false)] {
        let chosen = cells.iter().zip(&rates).filter(|(cell, _)| large(cell) == wanted);
        println!("tail with {name}: {}", range(chosen.map(|(_, rate)| rate.in_the_tail)));
    }
    let mut together = Count::default();
    for (cell, rate) in cells.iter().zip(&rates) {
        rate.at_5_percent.at_most(0.065, &format!("false positives {cell:?}"));
        let tail = if large(cell) { 0.004 } else { 0.01 };
        rate.in_the_tail.at_most(tail, &format!("tail {cell:?}"));
        together.hits += rate.at_5_percent.hits;
        together.of += rate.at_5_percent.of;
    }
    together.at_most(0.055, "false positives, mean of all cells");
}

/// The false positive rates of the cells that are wanted.
fn of<'a>(
    cells: &'a [Cell],
    rates: &'a [Rates],
    wanted: impl Fn(&Cell) -> bool + 'a,
) -> impl Iterator<Item = Count> + 'a {
    cells.iter().zip(rates).filter(move |(cell, _)| wanted(cell)).map(|(_, rate)| rate.at_5_percent)
}

fn false_positives(cell: &Cell, random: &mut Random) -> Rates {
    let mut rates = Rates::default();
    // Where a side has 11 trials, the tail comes nearest to its bar, and a repetition is cheap.
    let full = if cell.trials.1 == 11 { 10_000 } else { 4000 };
    for _ in 0..repetitions(full) {
        let candidate = trials(random, cell.shapes.0, cell.trials.0);
        let baseline = trials(random, cell.shapes.1, cell.trials.1);
        let p = bootstrap_ratio(&candidate, &baseline).unwrap().p;
        rates.at_5_percent.add(p < 0.05);
        rates.in_the_tail.add(p < 0.05 / 40.0);
    }
    rates
}

/// The bars above must be able to fail: with the sample instead of the trial as the unit, both do.
#[test]
fn samples_are_no_replicates() {
    let pooled = |random: &mut Random, count: usize| -> Vec<f64> {
        (0..count).flat_map(|_| samples::<20>(random, Shape::Normal)).collect()
    };
    let center = median(&pooled(&mut Random::new(3), 30_000)).unwrap();
    let rates = each(&[11, 21], 4, |&count, random| {
        let (mut covered, mut found) = (Count::default(), Count::default());
        for _ in 0..repetitions(400) {
            let candidate = pooled(random, count);
            let baseline = pooled(random, count);
            let interval = median_interval(&candidate, 0.95).unwrap();
            covered.add(interval.low <= center && center <= interval.high);
            found.add(bootstrap_ratio(&candidate, &baseline).unwrap().p < 0.05);
        }
        (covered, found)
    });
    println!("coverage with samples as units: {}", range(rates.iter().map(|rate| rate.0)));
    println!("false positives with samples as units: {}", range(rates.iter().map(|rate| rate.1)));
    for (covered, found) in rates {
        covered.at_most(0.8, "coverage with samples as units");
        found.at_least(0.4, "false positives with samples as units");
    }
}

/// Simulated shapes that had different medians would make every other figure here meaningless.
#[test]
fn the_simulated_shapes_have_equal_medians() {
    for shape in SHAPES {
        let mut random = Random::new(5);
        let mut below = Count::default();
        for _ in 0..repetitions(100_000) {
            below.add(trial(&mut random, shape) < 0.0);
        }
        below.at_least(0.494, &format!("below the center, {shape:?}"));
        below.at_most(0.506, &format!("below the center, {shape:?}"));
    }
}
