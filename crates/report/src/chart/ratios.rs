//! Ratios of costs with their intervals, a row for each candidate: left of the line it needs less,
//! within the band the difference does not matter.

use analysis::Findings;

use super::rows::{Block, Columns, Item, headings, items, places};
use super::scale::{Base, Range, Scale};
use super::scene::{Anchor, Font, Picture, Scene, short};
use super::{Chart, Room};
use crate::number;
use crate::versus::{self, Tone, Versus};

/// What is drawn in a row.
struct Ratio {
    low: f64,
    value: f64,
    high: f64,
    tone: Tone,
}

/// The charts of a comparison: one for each benchmark that has ratios. Of more than `most` rows in
/// all only those are drawn that are not told to be the same, and not more than that.
pub(crate) fn ratios(findings: &Findings, name: &str, most: usize) -> Vec<Chart> {
    let mut charts = Vec::new();
    let all: usize = findings.contests.iter().map(|contest| contest.pairs.len()).sum();
    let mut left = most;
    for (contest, rows) in versus::by_benchmark(findings) {
        let drawn = |row: &Versus<'_>| {
            row.pair.evidence.is_some() && (all <= most || row.verdict.tone != Tone::Same)
        };
        let rows: Vec<Versus<'_>> = rows.into_iter().filter(drawn).take(left).collect();
        left -= rows.len();
        let who = Names::of(&rows);
        for part in rows.chunks(super::rows::MOST_ROWS) {
            let blocks = blocks(part, &who);
            let ends = items(&blocks).flat_map(|item| [item.plot.low, item.plot.high]);
            let Some(range) = Range::of(ends.chain([0.9, 1.1])).filter(|range| range.low > 0.0)
            else {
                continue;
            };
            let title = format!("{}: {}", contest.benchmark, who.title());
            let description = format!(
                "Ratios of cost, candidate over baseline, with 95 % intervals, {} rows. Left of 1 \
                 the candidate needs less. The table has all figures.",
                part.len()
            );
            let name = format!("{name}-ratios-{}", charts.len());
            let threshold = contest.threshold;
            let chart =
                Chart::new(name, title, description, |room| draw(&blocks, range, threshold, room));
            let is_long = chart.is_long || rows.len() > super::rows::MOST_ROWS;
            charts.push(Chart { is_long, ..chart });
        }
    }
    charts
}

/// The names that all rows share, which then stand in the title alone.
struct Names {
    candidate: Option<String>,
    baseline: Option<String>,
}

impl Names {
    fn of(rows: &[Versus<'_>]) -> Self {
        let same = |name: fn(&Versus<'_>) -> String| {
            let first = rows.first().map(name)?;
            rows.iter().all(|row| name(row) == first).then_some(first)
        };
        Self {
            candidate: same(|row| row.candidate.clone()),
            baseline: same(|row| row.baseline.clone()),
        }
    }

    fn title(&self) -> String {
        match (&self.candidate, &self.baseline) {
            (Some(candidate), Some(baseline)) => format!("{candidate} against {baseline}"),
            (None, Some(baseline)) => format!("each against {baseline}"),
            _ => "each against its baseline".to_owned(),
        }
    }
}

fn blocks(rows: &[Versus<'_>], names: &Names) -> Vec<Block<Ratio>> {
    let mut blocks: Vec<Block<Ratio>> = Vec::new();
    for row in rows {
        let Some(evidence) = row.pair.evidence else { continue };
        let candidate = match &names.baseline {
            Some(_) => row.candidate.clone(),
            None => format!("{} against {}", row.candidate, row.baseline),
        };
        let (heading, label) = if names.candidate.is_some() && names.baseline.is_some() {
            (String::new(), row.case.clone())
        } else {
            (row.case.clone(), candidate)
        };
        let item = Item {
            label,
            subject: String::new(),
            value: row.verdict.to_string(),
            plot: Ratio {
                low: evidence.cost.low,
                value: evidence.cost.ratio,
                high: evidence.cost.high,
                tone: row.verdict.tone,
            },
        };
        match blocks.last_mut() {
            Some(block) if block.heading == heading => block.rows.push(item),
            _ => blocks.push(Block { heading, rows: vec![item] }),
        }
    }
    blocks
}

fn draw(blocks: &[Block<Ratio>], range: Range, threshold: f64, room: Room) -> Picture {
    let mut scene = Scene::new(room.width());
    let columns = Columns::of(blocks, room).with_words();
    let (left, right) = columns.plot();
    let scale = Scale::logarithmic(range, left, right);
    let places = places(blocks, &columns);
    let (top, bottom) = (places.top, places.bottom);
    let (low, high) = (scale.at(1.0 / (1.0 + threshold)), scale.at(1.0 + threshold));
    scene.rect("band", low, top, high - low, bottom - top);
    ticks(&mut scene, &scale, (left, right), (top, bottom));
    scene.line("base", (scale.at(1.0), top), (scale.at(1.0), bottom));
    headings(&mut scene, blocks, &places);
    for (block, rows) in blocks.iter().zip(&places.rows) {
        for (item, &y) in block.rows.iter().zip(rows) {
            columns.labels(&mut scene, item, None, y);
            let (class, hollow) = style(item.plot.tone);
            let ends = (scale.at(item.plot.low), scale.at(item.plot.high));
            scene.line(&format!("span {class}"), (ends.0, y), (ends.1, y));
            let class = format!("mark{} {class}", if hollow { " open" } else { "" });
            let (x, y) = (short(scale.at(item.plot.value) - 4.4), short(y));
            scene.path(&class, &format!("M{x} {y}a4.4 4.4 0 1 0 8.8 0a4.4 4.4 0 1 0 -8.8 0Z"));
        }
    }
    scene.finish(bottom + 40.0)
}

fn ticks(scene: &mut Scene, scale: &Scale, (left, right): (f64, f64), (top, bottom): (f64, f64)) {
    for tick in scale.ticks(((right - left) / 70.0) as usize, Base::TEN) {
        let x = scale.at(tick);
        scene.line("grid", (x, top), (x, bottom));
        let label = number::ratio_tick(tick);
        let half = Font::Small.width(&label) / 2.0;
        let x = x.clamp(half, scene.width() - half);
        if scene.is_free(x - half - 4.0, x + half + 4.0, bottom + 4.0, bottom + 18.0) {
            scene.text(x, bottom + 16.0, Anchor::Middle, Font::Small, &label);
        }
    }
    let long = "cost, candidate over baseline: a ratio, logarithmic scale; left is better";
    let title = [long, "cost ratio; left is better"]
        .into_iter()
        .find(|title| left + Font::Small.width(title) <= scene.width())
        .unwrap_or("cost ratio");
    scene.text(left, bottom + 34.0, Anchor::Start, Font::Small, title);
}

/// Color and mark of a verdict; its word stands beside it.
fn style(tone: Tone) -> (&'static str, bool) {
    match tone {
        Tone::Better => ("s3", false),
        Tone::Worse => ("s2", false),
        Tone::Same => ("s8", false),
        Tone::Open | Tone::Barred => ("s8", true),
    }
}
