//! Charts: statistical graphics as SVG, drawn twice, for wide and for narrow screens.
//!
//! Principles: a figure is where it is, with its interval; bars start at zero and dots stand on
//! logarithmic axes; labels stand at what they name and never collide; color is never alone; a
//! hollow mark has no verdict.

mod axis;
mod dots;
mod lines;
mod marks;
mod metrics;
mod palette;
mod ratios;
mod rows;
mod scale;
mod scene;
mod select;
mod trials;

pub(crate) use palette::page_style;
pub(crate) use ratios::ratios;
pub(crate) use select::{of_table, trials_of_table};

use scene::Picture;

/// One chart, drawn for each room that it may have.
pub(crate) struct Chart {
    /// Unique in a document: `process.create-bars`.
    pub(crate) name: String,
    /// What it shows, as a heading.
    pub(crate) title: String,
    /// What it shows, in a sentence for those who do not see it.
    pub(crate) description: String,
    /// It is one of several that stand beside each other.
    pub(crate) is_panel: bool,
    /// It has so many rows that a page folds it.
    pub(crate) is_long: bool,
    page: Picture,
    narrow: Picture,
    /// As a file of its own, where the page's form is another.
    file: Option<Picture>,
}

/// How much room a chart has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Room {
    /// A page on a desk.
    Wide,
    /// Half of that: one of several beside each other.
    Half,
    /// A telephone: 320 pixels less margins.
    Narrow,
}

/// Pictures that are higher, in pixels, are long.
const LONG: f64 = 560.0;

impl Room {
    /// Width of the picture in pixels.
    fn width(self) -> f64 {
        match self {
            Self::Wide => 720.0,
            Self::Half => 348.0,
            Self::Narrow => 288.0,
        }
    }
}

impl Chart {
    fn new(
        name: String,
        title: String,
        description: String,
        draw: impl Fn(Room) -> Picture,
    ) -> Self {
        let (page, narrow) = (draw(Room::Wide), draw(Room::Narrow));
        let is_long = page.height() > LONG;
        Self { name, title, description, is_panel: false, is_long, page, narrow, file: None }
    }

    /// The same for one of several that stand beside each other.
    fn panel(
        name: String,
        title: String,
        description: String,
        draw: impl Fn(Room) -> Picture,
    ) -> Self {
        let whole = Self::new(name, title, description, &draw);
        Self { page: draw(Room::Half), file: Some(whole.page), is_panel: true, ..whole }
    }

    /// Both forms for a page whose style sheet shows the one that fits.
    pub(crate) fn inline(&self) -> String {
        let mut text = String::new();
        for (picture, class) in [(&self.page, "wide"), (&self.narrow, "narrow")] {
            picture.inline(&mut text, &self.name, class, &self.title, &self.description);
        }
        text
    }

    /// A file of its own.
    pub(crate) fn standalone(&self) -> String {
        self.file.as_ref().unwrap_or(&self.page).standalone(&self.title, &self.description)
    }

    /// All pictures, for tests of their layout.
    #[cfg(test)]
    fn pictures(&self) -> impl Iterator<Item = &Picture> {
        [&self.page, &self.narrow].into_iter().chain(&self.file)
    }
}

#[cfg(test)]
mod tests;
