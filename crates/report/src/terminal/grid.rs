//! A plain table: a first column that wraps, and others as wide as they need.

use super::paint::{Meaning, Paint};
use super::text::{left, right, width, wrap};

/// How a column is set.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Right,
}

/// A table that is being filled.
pub(super) struct Grid {
    heads: Vec<(String, Align)>,
    rows: Vec<Entry>,
}

enum Entry {
    Row(Vec<(String, Meaning)>),
    Heading(String, String),
}

/// Spaces between columns.
const GAP: usize = 2;
/// The narrowest first column.
const NARROWEST: usize = 12;

impl Grid {
    pub(super) fn new(heads: &[(&str, Align)]) -> Self {
        let heads = heads.iter().map(|(name, align)| ((*name).to_owned(), *align)).collect();
        Self { heads, rows: Vec::new() }
    }

    /// A line over all columns: a name and what it is about.
    pub(super) fn heading(&mut self, name: &str, about: &str) {
        self.rows.push(Entry::Heading(name.to_owned(), about.to_owned()));
    }

    /// A row; its cells are one for each head.
    pub(super) fn row(&mut self, cells: Vec<(String, Meaning)>) {
        self.rows.push(Entry::Row(cells));
    }

    /// The table in at most `room` columns as far as its words allow.
    pub(super) fn render(&self, room: usize, paint: Paint) -> String {
        let columns = self.heads.len();
        let mut widths: Vec<usize> = self.heads.iter().map(|(name, _)| width(name)).collect();
        for row in &self.rows {
            let Entry::Row(cells) = row else { continue };
            for (column, (cell, _)) in cells.iter().enumerate().take(columns) {
                widths[column] = widths[column].max(width(cell));
            }
        }
        let others: usize = widths.iter().skip(1).map(|width| width + GAP).sum();
        let first = room.saturating_sub(others).max(NARROWEST);
        if let Some(width) = widths.first_mut() {
            *width = (*width).min(first);
        }
        let mut text = String::new();
        let heads: Vec<(String, Meaning)> =
            self.heads.iter().map(|(name, _)| (name.clone(), Meaning::Quiet)).collect();
        self.push_row(&mut text, &heads, &widths, paint);
        let total: usize =
            widths.iter().map(|width| width + GAP).sum::<usize>().saturating_sub(GAP);
        text.push_str(&paint.paint(Meaning::Quiet, &"─".repeat(total.min(room))));
        text.push('\n');
        for (place, row) in self.rows.iter().enumerate() {
            match row {
                Entry::Row(cells) => self.push_row(&mut text, cells, &widths, paint),
                Entry::Heading(name, about) => {
                    if place > 0 {
                        text.push('\n');
                    }
                    let heading = paint.paint(Meaning::Heading, name);
                    let about = paint.paint(Meaning::Quiet, about);
                    text.push_str(format!("{heading}  {about}").trim_end());
                    text.push('\n');
                }
            }
        }
        text
    }

    fn push_row(
        &self,
        text: &mut String,
        cells: &[(String, Meaning)],
        widths: &[usize],
        paint: Paint,
    ) {
        let Some(((first, meaning), others)) = cells.split_first() else { return };
        let lines = wrap(first, widths[0]);
        for (place, line) in lines.iter().enumerate() {
            let mut row = paint.paint(*meaning, &left(line, widths[0]));
            if place == 0 {
                for (column, (cell, meaning)) in others.iter().enumerate() {
                    let cell = match self.heads[column + 1].1 {
                        Align::Left => left(cell, widths[column + 1]),
                        Align::Right => right(cell, widths[column + 1]),
                    };
                    row.push_str(&" ".repeat(GAP));
                    row.push_str(&paint.paint(*meaning, &cell));
                }
            }
            text.push_str(row.trim_end());
            text.push('\n');
        }
    }
}
