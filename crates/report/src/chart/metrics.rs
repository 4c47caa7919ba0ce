//! How wide text is: an estimate from above, so that what fits here fits in any font of the list.

/// Widths of ASCII characters from space on, in hundredths of the font size: for each the wider of
/// Arial and the widest common sans serif of Linux, `DejaVu Sans`.
const WIDTHS: [u8; 95] = [
    32, 41, 46, 84, 64, 96, 78, 28, 40, 40, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 56, 102, 69, 69, 73, 78, 67, 62, 78, 76, 30, 50, 67, 56, 87, 75,
    79, 67, 79, 73, 67, 62, 74, 69, 99, 69, 67, 69, 40, 34, 40, 84, 56, 50, 62, 64, 55, 64, 62, 36,
    64, 64, 28, 28, 58, 28, 98, 64, 62, 64, 64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84,
];

/// How much wider bold text is.
pub(super) const BOLD: f64 = 1.14;

/// Width of a text in pixels at this font size.
pub(super) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(|c| f64::from(hundredths(c))).sum::<f64>() * size / 100.0
}

fn hundredths(c: char) -> u8 {
    let known = (c as usize).checked_sub(32).and_then(|place| WIDTHS.get(place)).copied();
    known.unwrap_or(match c {
        'µ' => 64,
        '–' => 56,
        '·' | '\u{a0}' => 33,
        '\u{0}'..='\u{24f}' | '\u{370}'..='\u{5ff}' => 80,
        // East Asian characters and symbols fill a square.
        _ => 102,
    })
}

/// The text, shortened with an ellipsis where it is wider than `room`.
pub(super) fn fit(text: &str, size: f64, room: f64) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let ellipsis = width("…", size);
    let mut shown = String::new();
    let mut used = ellipsis;
    for c in text.chars() {
        used += f64::from(hundredths(c)) * size / 100.0;
        if used > room {
            break;
        }
        shown.push(c);
    }
    format!("{}…", shown.trim_end())
}

/// Lines of words, none wider than `room` unless one word is.
pub(super) fn wrap(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(fit(word, size, room)),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_fitted_fits(text in "\\PC{0,40}", room in 20.0_f64..300.0) {
            prop_assert!(width(&fit(&text, 13.0, room), 13.0) <= room.max(width("…", 13.0)));
        }
    }
}
