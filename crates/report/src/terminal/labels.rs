//! The label block of a table: a column for each parameter where they fit, else one that wraps.

use super::text::{left, width, wrap};
use crate::view::{Head, Table};

/// How the labels of one table are laid out.
pub(super) struct Labels {
    /// Indices of the heads that have a column of their own.
    columns: Vec<usize>,
    widths: Vec<usize>,
    /// Labels are joined in one column that wraps at this width.
    joined: Option<usize>,
    /// Heads whose only value stands beside the benchmark's name.
    constants: Vec<usize>,
}

/// Spaces before labels.
const INDENT: usize = 2;
/// Spaces between them.
const GAP: usize = 2;

impl Labels {
    /// The fullest layout of at most `room` columns that needs no wrapping.
    pub(super) fn within(table: &Table<'_>, room: usize) -> Option<Self> {
        let all: Vec<usize> = (0..table.heads.len()).collect();
        let (constants, varying): (Vec<usize>, Vec<usize>) =
            all.iter().partition(|&&head| table.heads[head].constant);
        let choices = if varying.is_empty() {
            vec![(varying, constants)]
        } else {
            vec![(all, Vec::new()), (varying, constants)]
        };
        choices.into_iter().find_map(|(columns, constants)| {
            let widths: Vec<usize> =
                columns.iter().map(|&column| column_width(table, column)).collect();
            let layout = Self { columns, widths, joined: None, constants };
            (layout.width() <= room).then_some(layout)
        })
    }

    /// All varying labels in one column of at most `room` columns.
    pub(super) fn joined(table: &Table<'_>, room: usize) -> Self {
        Self::within(table, room).unwrap_or_else(|| {
            let (constants, columns): (Vec<usize>, Vec<usize>) =
                (0..table.heads.len()).partition(|&head| table.heads[head].constant);
            Self { columns, widths: Vec::new(), joined: Some(room.max(INDENT + 8)), constants }
        })
    }

    /// Columns that it takes.
    pub(super) fn width(&self) -> usize {
        match self.joined {
            Some(room) => room,
            None if self.columns.is_empty() => 0,
            None => INDENT + self.widths.iter().sum::<usize>() + GAP * (self.widths.len() - 1),
        }
    }

    /// Where the last column starts: what belongs to a line is indented so far.
    pub(super) fn last_start(&self) -> usize {
        let before = self.widths.len().saturating_sub(1);
        INDENT + self.widths.iter().take(before).map(|columns| columns + GAP).sum::<usize>()
    }

    /// Whether lines have no label, so that the figures of the only one stand beside the
    /// benchmark's name.
    pub(super) fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    /// `shape batch, stack default`: what all lines share.
    pub(super) fn constants(&self, table: &Table<'_>) -> String {
        let Some(line) = table.lines.first() else { return String::new() };
        let shared: Vec<String> = self
            .constants
            .iter()
            .map(|&head| format!("{} {}", table.heads[head].name, line.labels[head]))
            .collect();
        shared.join(", ")
    }

    /// The line of heads, or nothing.
    pub(super) fn heads(&self, table: &Table<'_>) -> String {
        let names = self.columns.iter().map(|&head| table.heads[head].name.as_str());
        match self.joined {
            Some(room) => {
                let joined = names.collect::<Vec<_>>().join(", ");
                wrap(&joined, room - INDENT)
                    .iter()
                    .map(|line| indented(line))
                    .collect::<Vec<_>>()
                    .join("\n")
            }
            None => self.row(names),
        }
    }

    /// The label of a line: one or more lines of text. What equals the line above is left blank.
    pub(super) fn label(&self, labels: &[String], above: Option<&[String]>) -> Vec<String> {
        let own = self.columns.iter().map(|&head| labels[head].as_str());
        if let Some(room) = self.joined {
            let joined = own.collect::<Vec<_>>().join(", ");
            return wrap(&joined, room - INDENT).iter().map(|line| indented(line)).collect();
        }
        let mut same = above.is_some();
        let cells: Vec<&str> = self
            .columns
            .iter()
            .enumerate()
            .map(|(place, &head)| {
                same = same && above.is_some_and(|above| above[head] == labels[head]);
                let last = place + 1 == self.columns.len();
                if same && !last { "" } else { labels[head].as_str() }
            })
            .collect();
        vec![self.row(cells.into_iter())]
    }

    fn row<'a>(&self, cells: impl Iterator<Item = &'a str>) -> String {
        let cells: Vec<String> =
            cells.zip(&self.widths).map(|(cell, &columns)| left(cell, columns)).collect();
        if cells.is_empty() { String::new() } else { indented(&cells.join(&" ".repeat(GAP))) }
    }
}

fn indented(text: &str) -> String {
    format!("{}{text}", " ".repeat(INDENT))
}

fn column_width(table: &Table<'_>, column: usize) -> usize {
    let Head { name, .. } = &table.heads[column];
    let cells = table.lines.iter().map(|line| width(&line.labels[column]));
    cells.max().unwrap_or(0).max(width(name))
}
