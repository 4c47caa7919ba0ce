//! Which method to take for which workload.

use analysis::{Advice, Hint, Source};

use super::Screen;
use super::columns::{lines, widths};
use super::paint::Meaning;
use super::text::wrap;
use crate::{counsel, number, words};

/// Spaces before a row and before what is told of it.
const ROW: usize = 2;
const TOLD: usize = 6;

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
        rows(&mut text, &table, screen);
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

/// The rows of a table below its heads; what tells workloads apart stands above their rows.
fn rows(text: &mut String, table: &counsel::Table, screen: Screen) {
    let paint = screen.paint();
    let room = screen.text_width();
    let mut push = |meaning: Meaning, indent: usize, line: &str| {
        text.extend([&" ".repeat(indent), &paint.paint(meaning, line), "\n"]);
    };
    let mut cells: Vec<Vec<String>> = table.rows.iter().map(|row| table.cells(row)).collect();
    cells.insert(0, table.heads().into_iter().map(str::to_owned).collect());
    let widths = widths(&cells, room - ROW);
    let mut cells = cells.iter().map(|cells| lines(cells, &widths));
    for line in cells.next().into_iter().flatten() {
        push(Meaning::Quiet, ROW, &line);
    }
    let mut what = "";
    for (row, lines) in table.rows.iter().zip(cells) {
        if row.what != what {
            what = &row.what;
            for line in wrap(what, room) {
                push(Meaning::Plain, 0, &line);
            }
        }
        for line in lines {
            push(Meaning::Plain, ROW, &line);
        }
        let ends = [row.evidence.first(), row.evidence.last().filter(|_| row.evidence.len() > 1)];
        let told = row.remark().into_iter().chain(ends.into_iter().flatten().map(String::as_str));
        for line in told.flat_map(|told| wrap(told, room - TOLD)) {
            push(Meaning::Quiet, TOLD, &line);
        }
    }
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
