//! Charts of rows: headings of blocks, labels before rows, figures behind them, a plot between.

use super::Room;
use super::scene::{Anchor, Font, Scene};

/// Rows under one heading, such as a workload.
pub(super) struct Block<P> {
    pub(super) heading: String,
    pub(super) rows: Vec<Item<P>>,
}

/// A row of a chart.
pub(super) struct Item<P> {
    /// Method and metric; may be empty.
    pub(super) label: String,
    /// Subject, where there are several.
    pub(super) subject: String,
    /// What stands behind the plot.
    pub(super) value: String,
    /// What is drawn.
    pub(super) plot: P,
}

/// The most rows of one chart.
pub(super) const MOST_ROWS: usize = 60;

/// All rows.
pub(super) fn items<P>(blocks: &[Block<P>]) -> impl Iterator<Item = &Item<P>> {
    blocks.iter().flat_map(|block| &block.rows)
}

/// The headings of blocks.
pub(super) fn headings<P>(scene: &mut Scene, blocks: &[Block<P>], places: &Places) {
    for (block, &y) in blocks.iter().zip(&places.headings) {
        let width = scene.width();
        scene.text(0.0, y, Anchor::Start, Font::Heading, &Font::Heading.fit(&block.heading, width));
    }
}

/// Where the columns of a chart of rows stand.
pub(super) struct Columns {
    room: Room,
    /// Width of the labels' column.
    label: f64,
    subject: f64,
    /// Start of the plot.
    plot: f64,
    /// Width of the figures' column.
    value: f64,
    /// Where the figures' column starts, if what stands there are words.
    words: Option<f64>,
    row: f64,
}

impl Columns {
    pub(super) fn of<P>(blocks: &[Block<P>], room: Room) -> Self {
        let value = widest(blocks, Font::Value, |item| item.value.clone());
        match room {
            Room::Wide | Room::Half => {
                let label = widest(blocks, Font::Label, |item| item.label.clone()).min(230.0);
                let subject = widest(blocks, Font::Label, |item| item.subject.clone()).min(150.0);
                let gap = |width: f64| if width > 0.0 { width + 12.0 } else { 0.0 };
                let plot = (gap(label) + gap(subject)).max(8.0);
                Self { room, label, subject, plot, value, words: None, row: 22.0 }
            }
            Room::Narrow => {
                let label = room.width() - value - 10.0;
                Self { room, label, subject: 0.0, plot: 1.0, value: 0.0, words: None, row: 38.0 }
            }
        }
    }

    /// The same with rows of another height, for charts that put more into a row.
    pub(super) fn with_rows(self, wide: f64, narrow: f64) -> Self {
        let row = if self.room == Room::Narrow { narrow } else { wide };
        Self { row, ..self }
    }

    /// The same with words instead of figures, set flush left.
    pub(super) fn with_words(self) -> Self {
        let start = self.room.width() - self.value;
        Self { words: (self.room != Room::Narrow).then_some(start), ..self }
    }

    pub(super) fn plot(&self) -> (f64, f64) {
        (self.plot, self.room.width() - self.value - 10.0)
    }

    /// Labels and figure of a row: beside its bar, or above where there is no room.
    pub(super) fn labels<P>(
        &self,
        scene: &mut Scene,
        item: &Item<P>,
        above: Option<&Item<P>>,
        y: f64,
    ) {
        let right = self.room.width();
        if self.room == Room::Narrow {
            let y = y - self.row / 2.0 + 3.0;
            let parts = [item.label.as_str(), item.subject.as_str()];
            let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            let label = Font::Label.fit(&parts.join(", "), self.label);
            scene.text(0.0, y, Anchor::Start, Font::Label, &label);
            scene.text(right, y, Anchor::End, Font::Value, &item.value);
            return;
        }
        let baseline = y + 4.5;
        let same = above.is_some_and(|above| above.label == item.label);
        if !same || item.subject.is_empty() {
            let label = Font::Label.fit(&item.label, self.label);
            scene.text(0.0, baseline, Anchor::Start, Font::Label, &label);
        }
        let subject = Font::Label.fit(&item.subject, self.subject);
        let x = if self.label > 0.0 { self.label + 12.0 } else { 0.0 };
        scene.text(x, baseline, Anchor::Start, Font::Label, &subject);
        match self.words {
            Some(start) => scene.text(start, baseline, Anchor::Start, Font::Value, &item.value),
            None => scene.text(right, baseline, Anchor::End, Font::Value, &item.value),
        }
    }
}

fn widest<P>(blocks: &[Block<P>], font: Font, text: impl Fn(&Item<P>) -> String) -> f64 {
    items(blocks).map(|item| font.width(&text(item))).fold(0.0, f64::max)
}

/// Where headings and rows stand.
pub(super) struct Places {
    pub(super) headings: Vec<f64>,
    /// The middle of each row's bar.
    pub(super) rows: Vec<Vec<f64>>,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

pub(super) fn places<P>(blocks: &[Block<P>], columns: &Columns) -> Places {
    let mut places = Places { headings: Vec::new(), rows: Vec::new(), top: 2.0, bottom: 2.0 };
    let mut y = 2.0;
    for (place, block) in blocks.iter().enumerate() {
        if place > 0 {
            y += 8.0;
        }
        places.headings.push(y + 14.0);
        if !block.heading.is_empty() {
            y += 22.0;
            if place == 0 {
                places.top = y;
            }
        }
        let rows = block.rows.iter().map(|_| {
            y += columns.row;
            match columns.room {
                Room::Wide | Room::Half => y - columns.row / 2.0,
                Room::Narrow => y - columns.row / 2.0 + 9.0,
            }
        });
        places.rows.push(rows.collect());
    }
    places.bottom = y + 4.0;
    places
}
