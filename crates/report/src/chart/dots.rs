//! Medians with their intervals, a row each: bars from zero, or dots where figures span decades.

use model::Metric;

use super::axis;
use super::marks::{mark, number};
use super::rows::{Block, Columns, Item, headings, items, places};
use super::scale::{Range, Scale};
use super::scene::{Picture, Scene, short};
use super::{Chart, Room};

/// What is drawn in a row of figures.
pub(super) struct Figures<'a> {
    pub(super) series: usize,
    pub(super) estimate: &'a analysis::Estimate,
    /// Without a verdict.
    pub(super) hollow: bool,
}

/// Draws the chart.
pub(super) fn chart(
    name: String,
    title: String,
    metric: &Metric,
    blocks: &[Block<Figures<'_>>],
) -> Option<Chart> {
    let range = Range::of(items(blocks).flat_map(|item| {
        let estimate = item.plot.estimate;
        let interval = estimate.interval.map(|interval| [interval.low, interval.high]);
        interval.into_iter().flatten().chain([estimate.median])
    }))?;
    let description = describe(metric, blocks, range);
    Some(Chart::new(name, title, description, |room| draw(metric, blocks, range, room)))
}

fn describe(metric: &Metric, blocks: &[Block<Figures<'_>>], range: Range) -> String {
    let kind = if range.spans_decades() { "Dots on a logarithmic scale" } else { "Bars from zero" };
    let of = |item: &Item<Figures<'_>>| {
        let parts = [item.label.as_str(), item.subject.as_str()];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        if parts.is_empty() {
            item.value.clone()
        } else {
            format!("{}, {}", parts.join(", "), item.value)
        }
    };
    let by_median = |one: &&Item<Figures<'_>>, other: &&Item<Figures<'_>>| {
        one.plot.estimate.median.total_cmp(&other.plot.estimate.median)
    };
    let (least, most) = (items(blocks).min_by(by_median), items(blocks).max_by(by_median));
    let ends = match (least, most) {
        (Some(least), Some(most)) if items(blocks).count() > 1 => {
            format!(" Least: {}. Most: {}.", of(least), of(most))
        }
        (Some(only), _) => format!(" {}.", of(only)),
        _ => String::new(),
    };
    format!(
        "{kind}: {}, medians with 95 % intervals, {} rows.{ends} The table has all figures.",
        crate::number::quantity(metric),
        items(blocks).count()
    )
}

fn draw(metric: &Metric, blocks: &[Block<Figures<'_>>], range: Range, room: Room) -> Picture {
    let mut scene = Scene::new(room.width());
    let columns = Columns::of(blocks, room);
    let logarithmic = range.spans_decades();
    let (left, right) = columns.plot();
    let scale = if logarithmic {
        Scale::logarithmic(range, left, right)
    } else {
        Scale::from_zero(range, left, right)
    };
    let places = places(blocks, &columns);
    let bottom = places.bottom;
    let below = axis::horizontal(&mut scene, metric, &scale, (left, right), (places.top, bottom));
    headings(&mut scene, blocks, &places);
    for (block, rows) in blocks.iter().zip(&places.rows) {
        let mut above: Option<&Item<Figures<'_>>> = None;
        for (item, &y) in block.rows.iter().zip(rows) {
            columns.labels(&mut scene, item, above, y);
            if logarithmic {
                dot(&mut scene, &scale, item, y);
            } else {
                bar(&mut scene, &scale, item, y);
            }
            above = Some(item);
        }
    }
    if !logarithmic {
        scene.line("base", (scale.at(0.0), places.top), (scale.at(0.0), bottom));
    }
    scene.finish(bottom + below)
}

fn dot(scene: &mut Scene, scale: &Scale, item: &Item<Figures<'_>>, y: f64) {
    if let Some(interval) = item.plot.estimate.interval {
        let ends = (scale.at(interval.low), scale.at(interval.high));
        let class = format!("span s{}", number(item.plot.series));
        scene.line(&class, (ends.0, y), (ends.1, y));
    }
    mark(scene, item.plot.series, scale.at(item.plot.estimate.median), y, item.plot.hollow);
}

fn bar(scene: &mut Scene, scale: &Scale, item: &Item<Figures<'_>>, y: f64) {
    let (zero, end) = (scale.at(0.0), scale.at(item.plot.estimate.median));
    let class =
        format!("bar{} s{}", if item.plot.hollow { " open" } else { "" }, number(item.plot.series));
    scene.rect(&class, zero.min(end), y - 6.0, (end - zero).abs(), 12.0);
    if let Some(interval) = item.plot.estimate.interval {
        whisker(scene, scale.at(interval.low), scale.at(interval.high), y);
    }
}

/// An interval over a bar, with a halo of paper so that it stands out from it.
fn whisker(scene: &mut Scene, low: f64, high: f64, y: f64) {
    let (low, high, top, bottom, y) =
        (short(low), short(high), short(y - 4.0), short(y + 4.0), short(y));
    let path = format!("M{low} {top}V{bottom}M{high} {top}V{bottom}M{low} {y}H{high}");
    scene.path("halo", &path);
    scene.path("whisker", &path);
}
