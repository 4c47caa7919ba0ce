//! Widths, padding and wrapping of text in columns of a terminal.

use unicode_width::UnicodeWidthStr;

/// A space at which lines do not break; shown as a plain one.
pub(super) const STUCK: char = '\u{a0}';

/// How many columns a text takes.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// The text and spaces up to `columns`.
pub(super) fn left(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Spaces and the text up to `columns`.
pub(super) fn right(text: &str, columns: usize) -> String {
    format!("{}{text}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Lines of at most `columns`, broken between words, within a word only where it alone is longer.
pub(super) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(4);
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        for piece in pieces(word, columns) {
            let last = lines.last_mut().expect("one line at least");
            if last.is_empty() {
                last.push_str(piece);
            } else if width(last) + 1 + width(piece) <= columns {
                last.push(' ');
                last.push_str(piece);
            } else {
                lines.push(piece.to_owned());
            }
        }
    }
    lines
}

/// A word cut so that no piece is wider than `columns`.
fn pieces(word: &str, columns: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = word;
    while width(rest) > columns {
        let mut end = 0;
        for (start, c) in rest.char_indices() {
            let next = start + c.len_utf8();
            if width(&rest[..next]) > columns && end > 0 {
                break;
            }
            end = next;
        }
        let (piece, after) = rest.split_at(end);
        pieces.push(piece);
        rest = after;
    }
    pieces.push(rest);
    pieces
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("incomprehensible", 6), ["incomp", "rehens", "ible"]);
        assert_eq!(wrap("", 6), [""]);
    }

    proptest! {
        #[test]
        fn wrapped_lines_fit_and_lose_nothing(text in "[a-zµ一二 ]{0,60}", columns in 4_usize..30) {
            let lines = wrap(&text, columns);
            for line in &lines {
                prop_assert!(width(line) <= columns, "{line}");
            }
            let squeeze = |text: &str| text.replace(' ', "");
            prop_assert_eq!(squeeze(&lines.concat()), squeeze(&text));
        }
    }
}
