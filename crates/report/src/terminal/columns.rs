//! Columns that all wrap: for cells of words, where none may be cut off.

use super::text::{left, width, wrap};

/// Spaces between columns.
const GAP: usize = 2;
/// The narrowest column that is narrower than its words.
const NARROWEST: usize = 6;

/// The widths at which rows fit in `room`: what is widest gives way first.
pub(super) fn widths(rows: &[Vec<String>], room: usize) -> Vec<usize> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let natural = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| width(cell)).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..count).map(natural).collect();
    let room = room.saturating_sub(GAP * count.saturating_sub(1));
    while widths.iter().sum::<usize>() > room {
        match widths.iter_mut().max() {
            Some(widest) if *widest > NARROWEST => *widest -= 1,
            _ => break,
        }
    }
    widths
}

/// The lines of a row.
pub(super) fn lines(cells: &[String], widths: &[usize]) -> Vec<String> {
    let wrapped: Vec<Vec<String>> =
        cells.iter().zip(widths).map(|(cell, width)| wrap(cell, *width)).collect();
    let height = wrapped.iter().map(Vec::len).max().unwrap_or(0);
    let line = |number: usize| {
        let cells = wrapped
            .iter()
            .zip(widths)
            .map(|(cell, width)| left(cell.get(number).map_or("", String::as_str), *width));
        let line = cells.collect::<Vec<_>>().join(&" ".repeat(GAP));
        line.trim_end().to_owned()
    };
    (0..height).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_widest_column_gives_way() {
        let row = vec!["any".to_owned(), "call=read and some more words".to_owned()];
        let widths = widths(std::slice::from_ref(&row), 20);
        assert_eq!(widths, [3, 15]);
        assert_eq!(lines(&row, &widths), ["any  call=read and", "     some more words"]);
    }

    #[test]
    fn enough_room_is_not_filled() {
        let row = vec!["a".to_owned(), String::new(), "bc".to_owned()];
        assert_eq!(widths(std::slice::from_ref(&row), 80), [1, 0, 2]);
        assert_eq!(lines(&row, &[1, 0, 2]), ["a    bc"]);
    }
}
