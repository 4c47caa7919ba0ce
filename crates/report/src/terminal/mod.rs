//! Text for a terminal: the table at the end of a run, what it means, and where the time went.

mod advice;
mod columns;
mod comparison;
mod figures;
mod grid;
mod labels;
mod paint;
mod results;
mod spent;
mod text;

pub use advice::{advice, hints};
pub use comparison::{attributions, comparison, findings, medians, notes};
pub use results::results;
pub use spent::spent;

/// The terminal that text is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Screen {
    /// How many columns it has; `None`: as many as it takes.
    pub width: Option<u16>,
    /// Whether it shows styles. Without them nothing is lost.
    pub styled: bool,
}

impl Screen {
    fn paint(self) -> paint::Paint {
        paint::Paint { styled: self.styled }
    }

    /// Columns for running text, which is hard to read in long lines.
    fn text_width(self) -> usize {
        self.width.map_or(96, |width| usize::from(width).clamp(24, 96))
    }
}

#[cfg(test)]
mod tests;
