//! Which method to take for which workload.

use analysis::{Advice, Hint, Source};

use super::Screen;
use super::paint::Meaning;
use super::text::{left, width, wrap};
use crate::{counsel, number, words};

/// Advice on every benchmark that has methods: a range of workloads, what to take there, and why.
pub fn advice(source: &Source<'_>, advice: &Advice, screen: Screen) -> String {
    let paint = screen.paint();
    let mut text = String::new();
    for table in counsel::tables(source, advice) {
        let heading = paint.paint(Meaning::Heading, &table.benchmark);
        let about = match table.axis.as_str() {
            "" => table.quantity.clone(),
            axis => format!("{}, by {axis}", table.quantity),
        };
        text.extend([&heading, "  ", &paint.paint(Meaning::Quiet, &about), "\n"]);
        let labels = table.rows.iter().map(|row| width(&row.label()));
        let first = labels.max().unwrap_or(0).min(screen.text_width() / 3);
        let room = screen.text_width().saturating_sub(first + 4).max(24);
        for row in &table.rows {
            let ends =
                [row.evidence.first(), row.evidence.last().filter(|_| row.evidence.len() > 1)];
            let evidence = ends.into_iter().flatten().flat_map(|line| wrap(line, room));
            let sentence = wrap(&row.sentence, room).into_iter();
            let told = sentence.chain(evidence.map(|line| paint.paint(Meaning::Quiet, &line)));
            let mut labels = wrap(&row.label(), first).into_iter();
            for line in told {
                let label = left(&labels.next().unwrap_or_default(), first);
                text.extend(["  ", &label, "  ", &line, "\n"]);
            }
            for label in labels {
                text.extend(["  ", &label, "\n"]);
            }
        }
        for line in table.crossovers.iter().flat_map(|line| wrap(line, screen.text_width() - 2)) {
            text.extend(["  ", &line, "\n"]);
        }
        text.push('\n');
    }
    if text.is_empty() {
        return "No benchmark of this file has methods to choose from.\n".to_owned();
    }
    let about = format!(
        "As good as the best: within {} of its cost, as far as the figures tell.",
        number::limit(advice.tolerance)
    );
    let limits = advice.limits.as_deref().map(words::clean);
    for line in [Some(about), limits].into_iter().flatten() {
        for line in wrap(&line, screen.text_width()) {
            text.extend([&paint.paint(Meaning::Quiet, &line), "\n"]);
        }
    }
    text
}

/// Likely causes, one to a paragraph.
pub fn hints(hints: &[Hint], screen: Screen) -> String {
    let mut text = String::new();
    for hint in hints {
        let sentence = words::clean(&hint.to_string());
        for (place, line) in wrap(&sentence, screen.text_width() - 2).iter().enumerate() {
            text.extend([if place == 0 { "– " } else { "  " }, line, "\n"]);
        }
    }
    text
}
