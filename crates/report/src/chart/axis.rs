//! Axes of a metric: grid lines, tick labels that keep clear of each other, a title with the unit.

use model::Metric;

use super::scale::{Base, Scale};
use super::scene::{Anchor, Font, Scene};
use crate::number;

/// Labels of ticks of a metric's axis, and the unit that they leave to the axis's title.
pub(super) fn labels(metric: &Metric, scale: &Scale, ticks: &[f64]) -> (Vec<String>, String) {
    if scale.logarithmic {
        return (ticks.iter().map(|&tick| number::tick(metric, tick)).collect(), String::new());
    }
    let axis = number::Axis::new(metric, ticks);
    let labels = ticks.iter().map(|&tick| axis.label(tick)).collect();
    (labels, axis.unit().to_owned())
}

/// `time per process, µs`, and that the scale is logarithmic where it is.
pub(super) fn title(metric: &Metric, scale: &Scale, unit: &str) -> String {
    let quantity = number::quantity(metric);
    match (scale.logarithmic, unit.is_empty()) {
        (true, _) => format!("{quantity}, logarithmic scale"),
        (false, true) => quantity,
        (false, false) => format!("{quantity}, {unit}"),
    }
}

/// A horizontal axis of a metric below `bottom`, its grid from `top` on. Returns the height that it
/// takes below.
pub(super) fn horizontal(
    scene: &mut Scene,
    metric: &Metric,
    scale: &Scale,
    (left, right): (f64, f64),
    (top, bottom): (f64, f64),
) -> f64 {
    let wanted = ((right - left) / 90.0) as usize;
    let ticks = scale.ticks(wanted, Base::of(metric));
    let (labels, unit) = labels(metric, scale, &ticks);
    for &tick in &ticks {
        let x = scale.at(tick);
        scene.line("grid", (x, top), (x, bottom));
    }
    let mut last = f64::NEG_INFINITY;
    for (&tick, label) in ticks.iter().zip(&labels) {
        let half = Font::Small.width(label) / 2.0;
        let x = scale.at(tick).clamp(half, (scene.width() - half).max(half));
        if x - half < last + 6.0 {
            continue;
        }
        scene.text(x, bottom + 16.0, Anchor::Middle, Font::Small, label);
        last = x + half;
    }
    let title = title(metric, scale, &unit);
    let width = Font::Small.width(&title);
    let x = if left + width <= scene.width() { left } else { (scene.width() - width).max(0.0) };
    scene.text(
        x,
        bottom + 34.0,
        Anchor::Start,
        Font::Small,
        &Font::Small.fit(&title, scene.width()),
    );
    40.0
}

/// The widest tick label of a vertical axis.
pub(super) fn vertical_width(metric: &Metric, scale: &Scale, height: f64) -> f64 {
    let ticks = scale.ticks((height / 48.0) as usize, Base::of(metric));
    let (labels, _) = labels(metric, scale, &ticks);
    labels.iter().map(|label| Font::Small.width(label)).fold(0.0, f64::max)
}

/// A vertical axis of a metric left of `left`, its grid up to `right`, its title above.
pub(super) fn vertical(
    scene: &mut Scene,
    metric: &Metric,
    scale: &Scale,
    (left, right): (f64, f64),
    (top, bottom): (f64, f64),
) {
    let ticks = scale.ticks(((bottom - top) / 48.0) as usize, Base::of(metric));
    let (labels, unit) = labels(metric, scale, &ticks);
    let title = title(metric, scale, &unit);
    scene.text(
        0.0,
        top - 12.0,
        Anchor::Start,
        Font::Small,
        &Font::Small.fit(&title, scene.width()),
    );
    let mut last = f64::INFINITY;
    for (&tick, label) in ticks.iter().zip(&labels) {
        let y = scale.at(tick);
        scene.line("grid", (left, y), (right, y));
        if y + 14.0 <= last {
            scene.text(left - 6.0, y + 4.0, Anchor::End, Font::Small, label);
            last = y;
        }
    }
}
