//! The table at the end of a run.

use analysis::{Bar, Basis, Summary};
use model::{Better, RunRecord};

use super::Screen;
use super::figures::{Columns, Figures};
use super::labels::Labels;
use super::paint::Meaning;
use super::text::{STUCK, left, width, wrap};
use crate::view::{self, Line, Suite, Table};
use crate::{legend, number, words};

/// The narrowest label column worth having beside figures.
const NARROWEST: usize = 16;
/// At most so many cases of one reason are named.
const NAMED: usize = 6;

/// All results of a record: a table for each benchmark, by suite, then the legend of its marks.
pub fn results(record: &RunRecord, summary: &Summary, screen: Screen) -> String {
    let suites = view::suites(record, summary);
    let mut page = Page::new(&suites, screen);
    for suite in &suites {
        page.suite(suite);
    }
    page.legend(summary);
    page.text
}

struct Page {
    screen: Screen,
    columns: Columns,
    /// Columns for labels; as wide as the widest table needs.
    labels: usize,
    /// The most that they may take.
    room: usize,
    place: Place,
    /// Flags have a head.
    has_flags: bool,
    text: String,
}

/// Where figures and flags stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Labels and figures in one line, and flags where they fit.
    Beside,
    /// Figures below their label.
    Below,
}

impl Page {
    fn new(suites: &[Suite<'_>], screen: Screen) -> Self {
        let tables = || suites.iter().flat_map(|suite| &suite.tables);
        let lines = || tables().flat_map(|table| &table.lines);
        let figures: Vec<Figures> = lines().map(Figures::of).collect();
        let more = lines().any(|line| line.metric.better == Better::More);
        let columns = Columns::of(&figures, if more { "best" } else { "minimum" });
        let flags = lines().map(|line| view::marks(line.row).join(" ").len()).max().unwrap_or(0);
        let total = screen.width.map_or(usize::MAX / 2, usize::from);
        let fit = |room: usize| tables().all(|table| Labels::within(table, room).is_some());
        let beside = total.saturating_sub(columns.width() + if flags > 0 { 2 + flags } else { 0 });
        let below = total.saturating_sub(columns.width());
        let (place, room) = if fit(beside) {
            (Place::Beside, beside)
        } else if below >= NARROWEST {
            (Place::Beside, below)
        } else {
            (Place::Below, total)
        };
        let widest = tables()
            .map(|table| {
                let labels = Labels::joined(table, room);
                let beside_name = if labels.is_empty() { table.definition.id.0.len() } else { 0 };
                labels.width().max(beside_name)
            })
            .max()
            .unwrap_or(0);
        let labels = widest.max(NARROWEST).min(room);
        let has_flags = flags > 0 && labels + columns.width() + 2 + 5 <= total;
        Self { screen, columns, labels, room, place, has_flags, text: String::new() }
    }

    fn paint(&self, meaning: Meaning, text: &str) -> String {
        self.screen.paint().paint(meaning, text)
    }

    fn push(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    /// A note: wrapped, indented under its line.
    fn note(&mut self, meaning: Meaning, indent: usize, text: &str) {
        let hang = if indent == 0 { 0 } else { 2 };
        let columns = self.screen.text_width().saturating_sub(indent + hang);
        for (place, line) in wrap(text, columns).iter().enumerate() {
            let hanging = if place == 0 { 0 } else { hang };
            let line = self.paint(meaning, &line.replace(STUCK, " "));
            let line = format!("{}{line}", " ".repeat(indent + hanging));
            self.push(&line);
        }
    }

    fn suite(&mut self, suite: &Suite<'_>) {
        if !self.text.is_empty() {
            self.push("");
        }
        let name = suite.name.to_uppercase();
        let heads = self.columns.heads();
        let flags = if self.has_flags { "  flags" } else { "" };
        let has_figures = suite.tables.iter().any(|table| !table.lines.is_empty());
        if self.place == Place::Below || !has_figures {
            let line = self.paint(Meaning::Heading, &name);
            self.push(&line);
        } else {
            let line = format!(
                "{}{}",
                self.paint(Meaning::Heading, &left(&name, self.labels)),
                self.paint(Meaning::Quiet, &format!("{heads}{flags}"))
            );
            self.push(&line);
        }
        let rule = self.labels.max(width(&name))
            + if self.place == Place::Below { 0 } else { self.columns.width() };
        let line = self.paint(Meaning::Quiet, &"─".repeat(rule.min(self.total())));
        self.push(&line);
        for (place, table) in suite.tables.iter().enumerate() {
            if place > 0 {
                self.push("");
            }
            self.table(table);
        }
    }

    fn total(&self) -> usize {
        self.screen.width.map_or(usize::MAX, usize::from)
    }

    fn table(&mut self, table: &Table<'_>) {
        let labels = Labels::joined(table, self.room);
        let id = &table.definition.id.0;
        let constants = labels.constants(table);
        let quantity = number::quantity(table.definition.headline());
        let about =
            if constants.is_empty() { quantity } else { format!("{quantity}; {constants}") };
        if labels.is_empty() && table.lines.len() == 1 && self.place != Place::Below {
            let inside = self.figures(&left(id, self.labels), &table.lines[0], true);
            self.note(Meaning::Quiet, 2, &about);
            self.under(&table.lines[0], 4, inside);
        } else {
            self.heading(id, &about);
            let heads = labels.heads(table);
            if !heads.is_empty() && !table.lines.is_empty() && self.place == Place::Beside {
                for line in heads.split('\n') {
                    let line = self.paint(Meaning::Quiet, line);
                    self.push(&line);
                }
            }
            let mut above: Option<&[String]> = None;
            for line in &table.lines {
                let inside = self.line(&labels.label(&line.labels, above), line);
                let indent = if self.place == Place::Below { 4 } else { labels.last_start() + 2 };
                self.under(line, indent, inside);
                above = Some(&line.labels);
            }
        }
        for fold in view::folded(&table.absent, NAMED) {
            let meaning = if fold.word == "failed" { Meaning::Alarm } else { Meaning::Quiet };
            self.note(meaning, 2, &fold.text);
        }
    }

    fn heading(&mut self, id: &str, about: &str) {
        let room = self.screen.text_width().max(self.labels + self.columns.width());
        if width(id) + 2 + width(about) <= room.min(self.total()) {
            let line = format!(
                "{}  {}",
                self.paint(Meaning::Heading, id),
                self.paint(Meaning::Quiet, about)
            );
            self.push(&line);
        } else {
            let line = self.paint(Meaning::Heading, id);
            self.push(&line);
            self.note(Meaning::Quiet, 2, about);
        }
    }

    /// A label, its figures, and its flags where they fit; whether they did.
    fn line(&mut self, label: &[String], line: &Line<'_>) -> bool {
        if self.place == Place::Below {
            let label = line.labels.join(", ");
            self.note(Meaning::Heading, 2, &label);
            self.note(Meaning::Plain, 4, &Figures::of(line).in_words(self.columns.minimum_head()));
            return false;
        }
        let (first, rest) = label.split_first().expect("a label has a line");
        let inside = self.figures(&left(first, self.labels), line, false);
        for part in rest {
            self.push(part);
        }
        inside
    }

    fn figures(&mut self, label: &str, line: &Line<'_>, is_name: bool) -> bool {
        let figures = self.columns.line(&Figures::of(line));
        let flags = view::marks(line.row).join(" ");
        let inside =
            flags.is_empty() || width(label) + width(&figures) + 2 + width(&flags) <= self.total();
        let label = if is_name { self.paint(Meaning::Heading, label) } else { label.to_owned() };
        let flags = if inside { self.paint(urgency(line), &flags) } else { String::new() };
        let gap = if flags.is_empty() { "" } else { "  " };
        self.push(&format!("{label}{figures}{gap}{flags}"));
        inside
    }

    /// What stands under a line: flags where there was no room, percentiles, a failure's reason.
    fn under(&mut self, line: &Line<'_>, indent: usize, has_flags: bool) {
        let marks = view::marks(line.row).join(" ");
        if !has_flags && !marks.is_empty() {
            self.note(urgency(line), indent, &format!("flags: {marks}"));
        }
        if let Some(percentiles) = &line.estimate.percentiles {
            let show = |value: f64| number::figure(line.metric, value);
            let text = format!(
                "p50 {}  p90 {}  p99 {}  max {}",
                show(percentiles.p50),
                show(percentiles.p90),
                show(percentiles.p99),
                show(percentiles.max)
            );
            self.note(Meaning::Quiet, indent, &text);
        }
        if let Some(bar @ (Bar::FailedTrial { .. } | Bar::Invalid { .. })) = &line.row.bar {
            self.note(Meaning::Alarm, indent, &words::clean(&bar.to_string()));
        }
    }

    fn legend(&mut self, summary: &Summary) {
        let rows = || summary.rows.iter().filter(|row| row.estimate.is_some());
        if rows().next().is_none() {
            return;
        }
        self.push("");
        let bases: Vec<Basis> = rows()
            .filter_map(|row| row.estimate.as_ref()?.interval.map(|interval| interval.basis))
            .collect();
        let basis = match (bases.contains(&Basis::WithinSession), bases.contains(&Basis::Sessions))
        {
            (true, true) => " within a session, between sessions from three of them on,",
            (false, true) => " between sessions",
            _ => " within one session",
        };
        let several = rows().filter_map(|row| row.estimate.as_ref()).any(|it| it.sessions > 1);
        let sessions = if several { "; n:\u{a0}trials/sessions" } else { "" };
        self.note(
            Meaning::Quiet,
            0,
            &format!(
                "The median of n trials and where it lies{basis} with at least 95 % confidence. \
                 The {} is of single samples: it moves with their number, and no verdict uses it{sessions}.",
                self.columns.minimum_head()
            ),
        );
        let entries = legend::legend(rows());
        let names = entries.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
        for entry in &entries {
            let rows = format!("{} {}", entry.rows, number::plural("row", entry.rows as u64));
            let text = format!("{}  {} ({rows})", left(entry.name, names), entry.meaning);
            self.note(Meaning::Quiet, 2, &text);
        }
    }
}

fn urgency(line: &Line<'_>) -> Meaning {
    if line.row.bar.is_some() { Meaning::Alarm } else { Meaning::Quiet }
}
