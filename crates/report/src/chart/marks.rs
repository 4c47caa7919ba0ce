//! Marks of series: a shape goes with every color.

use super::scene::{Scene, short};

/// How many series can be told apart.
pub(super) const SERIES: usize = 8;

/// Draws the mark of a series; hollow where it has no verdict.
pub(super) fn mark(scene: &mut Scene, series: usize, x: f64, y: f64, hollow: bool) {
    let class = format!("mark{} s{}", if hollow { " open" } else { "" }, number(series));
    scene.path(&class, &shape(series % SERIES, x, y));
}

/// The number of a series' color, from one.
pub(super) fn number(series: usize) -> usize {
    series % SERIES + 1
}

fn shape(series: usize, x: f64, y: f64) -> String {
    let polygon = |points: &[(f64, f64)]| {
        let mut path = String::new();
        for (place, (dx, dy)) in points.iter().enumerate() {
            let letter = if place == 0 { 'M' } else { 'L' };
            path.push(letter);
            path.push_str(&short(x + dx));
            path.push(' ');
            path.push_str(&short(y + dy));
        }
        path + "Z"
    };
    match series {
        0 => format!("M{} {}a4.4 4.4 0 1 0 8.8 0a4.4 4.4 0 1 0 -8.8 0Z", short(x - 4.4), short(y)),
        1 => polygon(&[(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)]),
        2 => polygon(&[(0.0, -5.4), (5.0, 3.8), (-5.0, 3.8)]),
        3 => polygon(&[(0.0, -5.6), (5.6, 0.0), (0.0, 5.6), (-5.6, 0.0)]),
        4 => polygon(&[(0.0, 5.4), (5.0, -3.8), (-5.0, -3.8)]),
        5 => polygon(&[
            (-1.7, -5.0),
            (1.7, -5.0),
            (1.7, -1.7),
            (5.0, -1.7),
            (5.0, 1.7),
            (1.7, 1.7),
            (1.7, 5.0),
            (-1.7, 5.0),
            (-1.7, 1.7),
            (-5.0, 1.7),
            (-5.0, -1.7),
            (-1.7, -1.7),
        ]),
        6 => {
            polygon(&[(-4.8, 0.0), (-2.4, -4.4), (2.4, -4.4), (4.8, 0.0), (2.4, 4.4), (-2.4, 4.4)])
        }
        _ => polygon(&[(-5.4, 0.0), (3.8, -5.0), (3.8, 5.0)]),
    }
}
