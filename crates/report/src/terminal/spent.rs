//! Where the time of a run went.

use model::RunRecord;

use super::Screen;
use super::paint::Meaning;
use super::text::wrap;

/// One sentence: the length of all sessions and its parts.
pub fn spent(record: &RunRecord, screen: Screen) -> String {
    let text = crate::spent::sentence(record);
    if text.is_empty() {
        return text;
    }
    let mut lines = String::new();
    for line in wrap(&text, screen.text_width()) {
        lines.push_str(&screen.paint().paint(Meaning::Quiet, &line));
        lines.push('\n');
    }
    lines
}
