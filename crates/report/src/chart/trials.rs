//! Every trial of a row as a dot at its distance from the row's median, the first trial above, so
//! that a drift is a slant and modes are columns; a box holds the middle half of them.

use std::fmt::Write;

use analysis::Estimate;
use model::Metric;

use super::dots::Figures;
use super::marks::number;
use super::rows::{Block, Columns, Item, headings, items, places};
use super::scale::{Base, Range, Scale};
use super::scene::{Anchor, Font, Picture, Scene, short};
use super::{Chart, Room};

/// Draws the chart.
pub(super) fn chart(
    name: String,
    title: String,
    metric: &Metric,
    blocks: &[Block<Figures<'_>>],
) -> Option<Chart> {
    let range = range(blocks)?;
    let trials: usize = items(blocks).map(|item| item.plot.estimate.points.len()).sum();
    let description = format!(
        "Each trial as a dot at its distance from the median of its row, the first at the row's \
         top; boxes hold the middle half. {}, {} rows, {trials} trials in all.",
        crate::number::quantity(metric),
        items(blocks).count(),
    );
    Some(Chart::new(name, title, description, |room| draw(blocks, range, room)))
}

/// Distances of all trials from their row's median, in percent; single ones far beyond the spread
/// of all rows are shown at the edge.
fn range(blocks: &[Block<Figures<'_>>]) -> Option<Range> {
    let estimates = || items(blocks).map(|item| item.plot.estimate);
    let all =
        Range::of(estimates().flat_map(|estimate| {
            estimate.points.iter().map(|point| distance(estimate, point.value))
        }))?;
    let spread = estimates()
        .map(|estimate| distance(estimate, estimate.p75) - distance(estimate, estimate.p25))
        .filter(|spread| spread.is_finite())
        .fold(0.5, f64::max);
    let edge = 6.0 * spread;
    Some(Range { low: all.low.max(-edge), high: all.high.min(edge).max(all.low.max(-edge)) })
}

fn distance(estimate: &Estimate, value: f64) -> f64 {
    if estimate.median == 0.0 { 0.0 } else { (value / estimate.median - 1.0) * 100.0 }
}

fn draw(blocks: &[Block<Figures<'_>>], range: Range, room: Room) -> Picture {
    let mut scene = Scene::new(room.width());
    let columns = Columns::of(blocks, room).with_rows(34.0, 52.0);
    let (left, right) = columns.plot();
    let scale =
        Scale::around(Range { low: range.low.min(0.0), high: range.high.max(0.0) }, left, right);
    let places = places(blocks, &columns);
    let (top, bottom) = (places.top, places.bottom);
    ticks(&mut scene, &scale, (left, right), (top, bottom));
    headings(&mut scene, blocks, &places);
    for (block, rows) in blocks.iter().zip(&places.rows) {
        let mut above = None;
        for (item, &y) in block.rows.iter().zip(rows) {
            columns.labels(&mut scene, item, above, y);
            strip(&mut scene, &scale, range, item, y);
            above = Some(item);
        }
    }
    scene.finish(bottom + 40.0)
}

fn ticks(scene: &mut Scene, scale: &Scale, (left, right): (f64, f64), (top, bottom): (f64, f64)) {
    for tick in scale.ticks(((right - left) / 80.0) as usize, Base::TEN) {
        let x = scale.at(tick);
        scene.line("grid", (x, top), (x, bottom));
        let label = crate::number::percent_tick(tick / 100.0);
        let half = Font::Small.width(&label) / 2.0;
        if scene.is_free(x - half - 4.0, x + half + 4.0, bottom + 4.0, bottom + 18.0) {
            let x = x.clamp(half, (scene.width() - half).max(half));
            scene.text(x, bottom + 16.0, Anchor::Middle, Font::Small, &label);
        }
    }
    let title = "distance from the row's median";
    scene.text(left, bottom + 34.0, Anchor::Start, Font::Small, title);
}

/// Half the height of a row's strip.
const HALF: f64 = 12.0;

fn strip(scene: &mut Scene, scale: &Scale, range: Range, item: &Item<Figures<'_>>, y: f64) {
    let estimate = item.plot.estimate;
    let at = |value: f64| scale.at(distance(estimate, value).clamp(range.low, range.high));
    let (low, high) = (at(estimate.p25), at(estimate.p75));
    scene.rect("box", low, y - HALF - 1.0, high - low, 2.0 * HALF + 2.0);
    let steps = estimate.points.len().saturating_sub(1).max(1) as f64;
    let (mut dots, mut beyond) = (String::new(), String::new());
    for (place, point) in estimate.points.iter().enumerate() {
        let down = if estimate.points.len() == 1 { 0.0 } else { place as f64 / steps * 2.0 - 1.0 };
        let y = y + down * (HALF - 1.0);
        let x = at(point.value);
        let away = distance(estimate, point.value);
        if away > range.high || away < range.low {
            let side = if away > 0.0 { 1.0 } else { -1.0 };
            let (tip, back) = (short(x + 5.0 * side), short(x));
            let (up, down) = (short(y - 3.0), short(y + 3.0));
            write!(beyond, "M{back} {up}L{tip} {}L{back} {down}", short(y))
        } else {
            write!(dots, "M{} {}h0", short(x), short(y))
        }
        .expect("writing to a string does not fail");
    }
    let series = number(item.plot.series);
    scene.path(&format!("dust s{series}"), &dots);
    if !beyond.is_empty() {
        scene.path(&format!("curve s{series}"), &beyond);
    }
    let middle = at(estimate.median);
    scene.line("middle", (middle, y - HALF - 1.0), (middle, y + HALF + 1.0));
}
