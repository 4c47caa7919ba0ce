//! Lines over an ordered workload: one for each subject or method, labels at their ends. Lines that
//! would cover each other's points stand a little beside each other.

use analysis::Estimate;
use model::Metric;

use super::axis;
use super::marks::{mark, number};
use super::scale::{DECADES, Range, Scale};
use super::scene::{Anchor, Font, Picture, Scene, short};
use super::{Chart, Room};

/// One line.
pub(super) struct Series<'a> {
    pub(super) label: String,
    pub(super) color: usize,
    /// By place on the axis; `None`: nothing was measured there.
    pub(super) points: Vec<Option<Dot<'a>>>,
}

/// A point of a line.
pub(super) struct Dot<'a> {
    pub(super) estimate: &'a Estimate,
    pub(super) hollow: bool,
}

/// The ordered axis: its values and how they are written.
pub(super) struct Axis {
    pub(super) name: String,
    pub(super) values: Vec<u64>,
    pub(super) labels: Vec<String>,
}

impl Axis {
    fn is_logarithmic(&self) -> bool {
        let (Some(&first), Some(&last)) = (self.values.first(), self.values.last()) else {
            return false;
        };
        first > 0 && last as f64 / first as f64 > DECADES / 2.0
    }

    /// Values of which one is zero and others span decades fit no scale: they stand evenly.
    fn is_even(&self) -> bool {
        let mut positive = self.values.iter().filter(|value| **value > 0);
        let (Some(&first), Some(&last)) = (positive.next(), self.values.last()) else {
            return false;
        };
        self.values.first() == Some(&0) && self.values.len() > 2 && last as f64 / first as f64 > 8.0
    }

    fn places(&self, from: f64, to: f64) -> Vec<f64> {
        let even = || -> Vec<f64> {
            let steps = self.values.len().saturating_sub(1).max(1) as f64;
            (0..self.values.len()).map(|place| from + place as f64 / steps * (to - from)).collect()
        };
        let (Some(&first), Some(&last)) = (self.values.first(), self.values.last()) else {
            return Vec::new();
        };
        if self.is_even() || first == last {
            return even();
        }
        let share = |value: u64| {
            if self.is_logarithmic() {
                (value as f64 / first as f64).ln() / (last as f64 / first as f64).ln()
            } else {
                (value - first) as f64 / (last - first) as f64
            }
        };
        self.values.iter().map(|&value| from + share(value) * (to - from)).collect()
    }

    fn title(&self) -> String {
        if self.is_even() {
            format!("{}, not to scale", self.name)
        } else if self.is_logarithmic() {
            format!("{}, logarithmic scale", self.name)
        } else {
            self.name.clone()
        }
    }
}

fn range<'a, 'b: 'a>(series: impl Iterator<Item = &'a Series<'b>>) -> Option<Range> {
    let dots = series.flat_map(|one| one.points.iter().flatten());
    Range::of(dots.flat_map(|dot| {
        let interval = dot.estimate.interval.map(|interval| [interval.low, interval.high]);
        interval.into_iter().flatten().chain([dot.estimate.median])
    }))
}

/// What charts beside each other share.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) range: Range,
    /// There are several.
    pub(super) is_panel: bool,
    /// Width of the widest label of any line.
    pub(super) names: f64,
}

impl Frame {
    /// Of all panels; `None` without any figure.
    pub(super) fn of(panels: &[(String, Vec<Series<'_>>)]) -> Option<Self> {
        let all = || panels.iter().flat_map(|(_, series)| series);
        Some(Self {
            range: range(all())?,
            is_panel: panels.len() > 1,
            names: all().map(|one| Font::Label.width(&one.label)).fold(0.0, f64::max),
        })
    }
}

/// Draws the chart.
pub(super) fn chart(
    name: String,
    title: String,
    metric: &Metric,
    axis: &Axis,
    series: &[Series<'_>],
    frame: Frame,
) -> Chart {
    let labels: Vec<&str> =
        series.iter().map(|one| one.label.as_str()).filter(|label| !label.is_empty()).collect();
    let one_for = if labels.is_empty() {
        String::new()
    } else {
        format!(" One line each for {}.", labels.join("; "))
    };
    let description = format!(
        "Lines: {} over {}, {} values, medians with 95 % intervals.{one_for} The table has all \
         figures.",
        crate::number::quantity(metric),
        axis.name,
        axis.values.len(),
    );
    let draw = |room| draw(metric, axis, series, frame, room);
    if frame.is_panel {
        Chart::panel(name, title, description, draw)
    } else {
        Chart::new(name, title, description, draw)
    }
}

/// Height of the plot.
const PLOT: f64 = 250.0;

fn draw(metric: &Metric, axis: &Axis, series: &[Series<'_>], frame: Frame, room: Room) -> Picture {
    let mut scene = Scene::new(room.width());
    let Frame { range, names, .. } = frame;
    let beside = match room {
        Room::Wide => names > 0.0,
        Room::Half => names > 0.0 && names <= 84.0,
        Room::Narrow => false,
    };
    let end_label = if beside { names.min(190.0) + 24.0 } else { 8.0 };
    let top = if beside || names == 0.0 { 24.0 } else { 24.0 + legend(&mut scene, series) };
    let bottom = top + PLOT;
    let scale = if range.spans_decades() {
        Scale::logarithmic(range, bottom, top)
    } else {
        Scale::from_zero(range, bottom, top)
    };
    let left = axis::vertical_width(metric, &scale, PLOT) + 10.0;
    let right = room.width() - end_label;
    axis::vertical(&mut scene, metric, &scale, (left, right), (top, bottom));
    scene.line("base", (left, bottom), (right, bottom));
    let places = axis.places(left + 11.0, right - 11.0);
    workload_axis(&mut scene, axis, &places, left, bottom);
    let step = dodge(series, &scale);
    for (place, one) in series.iter().enumerate() {
        let shift = step * (place as f64 - (series.len() - 1) as f64 / 2.0);
        let places: Vec<f64> = places.iter().map(|x| x + shift).collect();
        line(&mut scene, &scale, one, &places);
    }
    if beside {
        end_labels(&mut scene, &scale, series, &places, (top, bottom), right + 18.0);
    }
    scene.finish(bottom + 42.0)
}

/// How far lines stand beside each other where some of their points would cover each other.
fn dodge(series: &[Series<'_>], scale: &Scale) -> f64 {
    const CLOSE: f64 = 6.0;
    const MOST: f64 = 15.0;
    let places = series.iter().map(|one| one.points.len()).max().unwrap_or(0);
    let crowded = (0..places).any(|place| {
        let dots = series.iter().filter_map(|one| one.points.get(place)?.as_ref());
        let mut heights: Vec<f64> = dots.map(|dot| scale.at(dot.estimate.median)).collect();
        heights.sort_by(f64::total_cmp);
        heights.windows(2).any(|two| two[1] - two[0] < CLOSE)
    });
    if crowded { (MOST / series.len() as f64).min(5.0) } else { 0.0 }
}

fn line(scene: &mut Scene, scale: &Scale, one: &Series<'_>, places: &[f64]) {
    let class = number(one.color);
    let mut path = String::new();
    let mut spans = String::new();
    let mut joined = false;
    for (dot, &x) in one.points.iter().zip(places) {
        let Some(dot) = dot else {
            joined = false;
            continue;
        };
        let (x, y) = (short(x), short(scale.at(dot.estimate.median)));
        path.push_str(&format_args!("{}{x} {y}", if joined { 'L' } else { 'M' }).to_string());
        joined = true;
        if let Some(interval) = dot.estimate.interval {
            let (low, high) = (short(scale.at(interval.low)), short(scale.at(interval.high)));
            spans.push_str(&format_args!("M{x} {low}V{high}").to_string());
        }
    }
    scene.path(&format!("curve s{class}"), &path);
    if !spans.is_empty() {
        scene.path(&format!("span s{class}"), &spans);
    }
    for (dot, &x) in one.points.iter().zip(places) {
        let Some(dot) = dot else { continue };
        mark(scene, one.color, x, scale.at(dot.estimate.median), dot.hollow);
    }
}

/// Ticks at the measured values; labels that would collide are left out, the ends stay.
fn workload_axis(scene: &mut Scene, axis: &Axis, places: &[f64], left: f64, bottom: f64) {
    let width = scene.width();
    let last = places.len().saturating_sub(1);
    let order = [0, last].into_iter().chain(1..last);
    for place in order.filter(|&place| place < places.len()) {
        let (Some(label), x) = (axis.labels.get(place), places[place]) else { continue };
        if place == 0 || last > 0 {
            scene.line("base", (x, bottom), (x, bottom + 4.0));
        }
        let half = Font::Small.width(label) / 2.0;
        let middle = x.clamp(half, (width - half).max(half));
        let (top, end) = (bottom + 8.0, bottom + 20.0);
        if scene.is_free(middle - half - 5.0, middle + half + 5.0, top, end) {
            scene.text(middle, bottom + 18.0, Anchor::Middle, Font::Small, label);
        }
    }
    let title = axis.title();
    let x = if left + Font::Small.width(&title) <= width { left } else { 0.0 };
    let title = Font::Small.fit(&title, width - x);
    scene.text(x, bottom + 36.0, Anchor::Start, Font::Small, &title);
}

/// Height of a line of labels.
const LINE: f64 = 16.0;

/// Labels at the ends of lines, moved apart where they would collide, with a thread to their line.
fn end_labels(
    scene: &mut Scene,
    scale: &Scale,
    series: &[Series<'_>],
    places: &[f64],
    (top, bottom): (f64, f64),
    x: f64,
) {
    let mut ends: Vec<(f64, f64, &Series<'_>)> = series
        .iter()
        .filter_map(|one| {
            let (dot, &x) = one
                .points
                .iter()
                .zip(places)
                .rev()
                .find_map(|(dot, x)| Some((dot.as_ref()?, x)))?;
            Some((scale.at(dot.estimate.median), x, one))
        })
        .collect();
    ends.sort_by(|one, other| one.0.total_cmp(&other.0));
    let wanted: Vec<f64> = ends.iter().map(|(y, ..)| *y).collect();
    let room = scene.width() - x;
    for ((y, from, one), placed) in ends.iter().zip(apart(&wanted, LINE, top, bottom)) {
        scene.line("lead", (from + 7.0, *y), (x - 4.0, placed));
        scene.text(x, placed + 4.5, Anchor::Start, Font::Label, &Font::Label.fit(&one.label, room));
    }
}

/// Moves places that rise apart by at least `gap`, as little as possible, within the ends where
/// they fit.
fn apart(wanted: &[f64], gap: f64, low: f64, high: f64) -> Vec<f64> {
    let mut places: Vec<f64> = wanted.to_vec();
    // Clusters of neighbors that touch share the mean of their wishes.
    let mut clusters: Vec<(f64, usize)> = Vec::new();
    for &want in wanted {
        clusters.push((want, 1));
        while let [.., (before, many), (after, more)] = clusters[..] {
            let half = gap * (many + more) as f64 / 2.0;
            if after - before >= half {
                break;
            }
            let count = many + more;
            let start = (before - gap * (many - 1) as f64 / 2.0) * many as f64
                + (after - gap * (more - 1) as f64 / 2.0 - gap * many as f64) * more as f64;
            let middle = start / count as f64 + gap * (count - 1) as f64 / 2.0;
            clusters.truncate(clusters.len() - 2);
            clusters.push((middle, count));
        }
    }
    let mut place = 0;
    for (middle, count) in clusters {
        let first = middle - gap * (count - 1) as f64 / 2.0;
        for step in 0..count {
            places[place] = first + gap * step as f64;
            place += 1;
        }
    }
    // Push back inside: from the top down, then from the bottom up.
    let mut floor = low;
    for place in &mut places {
        *place = place.max(floor);
        floor = *place + gap;
    }
    let mut ceiling = high;
    for place in places.iter_mut().rev() {
        *place = place.min(ceiling);
        ceiling = *place - gap;
    }
    places
}

/// Marks and names above the plot, in as many lines as they take; the height.
fn legend(scene: &mut Scene, series: &[Series<'_>]) -> f64 {
    let width = scene.width();
    let (mut x, mut y) = (0.0, 8.0);
    for one in series {
        let label = Font::Label.fit(&one.label, width - 18.0);
        let needed = 18.0 + Font::Label.width(&label);
        if x > 0.0 && x + needed > width {
            x = 0.0;
            y += 20.0;
        }
        mark(scene, one.color, x + 6.0, y, false);
        scene.text(x + 16.0, y + 4.5, Anchor::Start, Font::Label, &label);
        x += needed + 14.0;
    }
    y + 16.0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn labels_move_as_little_as_needed() {
        assert_eq!(apart(&[10.0, 100.0], 16.0, 0.0, 200.0), [10.0, 100.0]);
        assert_eq!(apart(&[50.0, 50.0], 16.0, 0.0, 200.0), [42.0, 58.0]);
        assert_eq!(apart(&[0.0, 0.0], 16.0, 0.0, 200.0), [0.0, 16.0]);
    }

    proptest! {
        #[test]
        fn labels_keep_their_order_and_distance(mut wanted in prop::collection::vec(0.0_f64..250.0, 1..14)) {
            wanted.sort_by(f64::total_cmp);
            let placed = apart(&wanted, 16.0, 0.0, 250.0);
            for pair in placed.windows(2) {
                prop_assert!(pair[1] - pair[0] >= 16.0 - 1e-6, "{placed:?}");
            }
            prop_assert!(placed[placed.len() - 1] <= 250.0 + 1e-6);
        }
    }
}
