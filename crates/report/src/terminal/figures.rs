//! The columns of figures: numbers aligned on their right, units on their left, the same width in
//! every table of a document.

use super::text::{STUCK, left, right, width};
use crate::view::{Line, trials};

/// The figures of a line as text.
pub(super) struct Figures {
    median: (String, String),
    interval: Option<(String, String)>,
    minimum: String,
    trials: String,
}

impl Figures {
    pub(super) fn of(line: &Line<'_>) -> Self {
        let (estimate, format) = (line.estimate, &line.format);
        Self {
            median: (format.digits(estimate.median), format.unit().to_owned()),
            interval: estimate
                .interval
                .map(|interval| (format.digits(interval.low), format.digits(interval.high))),
            minimum: format.digits(estimate.best.value),
            trials: trials(estimate),
        }
    }
}

impl Figures {
    /// All of it in words, for screens too narrow for columns.
    pub(super) fn in_words(&self, minimum: &str) -> String {
        let unit = &self.median.1;
        let interval = self.interval.as_ref().map_or_else(
            || "no interval".to_owned(),
            |(low, high)| format!("{low} – {high} {unit}").replace(' ', &STUCK.to_string()),
        );
        format!(
            "{}{STUCK}{unit} ({interval}), {minimum}{STUCK}{}{STUCK}{unit}, n{STUCK}{}",
            self.median.0, self.minimum, self.trials
        )
    }
}

/// Widths of the columns of figures.
pub(super) struct Columns {
    median: usize,
    unit: usize,
    low: usize,
    high: usize,
    minimum: usize,
    trials: usize,
    /// `minimum`, or `best` where more of something is better.
    minimum_head: &'static str,
}

/// What stands above the interval.
const INTERVAL: &str = "95 % interval";

impl Columns {
    /// Widths that fit all lines.
    pub(super) fn of(figures: &[Figures], minimum_head: &'static str) -> Self {
        let widest = |cell: &dyn Fn(&Figures) -> usize| figures.iter().map(cell).max().unwrap_or(0);
        let end = |interval: Option<&String>| interval.map_or(0, |text| width(text));
        Self {
            median: widest(&|it| width(&it.median.0)).max(6),
            unit: widest(&|it| width(&it.median.1)),
            low: widest(&|it| end(it.interval.as_ref().map(|it| &it.0))).max(5),
            high: widest(&|it| end(it.interval.as_ref().map(|it| &it.1))).max(5),
            minimum: widest(&|it| width(&it.minimum)).max(width(minimum_head)),
            trials: widest(&|it| width(&it.trials)).max(2),
            minimum_head,
        }
    }

    /// What the column of minima is called.
    pub(super) fn minimum_head(&self) -> &'static str {
        self.minimum_head
    }

    fn interval(&self) -> usize {
        (self.low + 3 + self.high + 1 + self.unit).max(width(INTERVAL))
    }

    /// Columns in all, with the gap before them.
    pub(super) fn width(&self) -> usize {
        let with_unit = 1 + self.unit;
        2 + self.median
            + with_unit
            + 2
            + self.interval()
            + 2
            + self.minimum
            + with_unit
            + 2
            + self.trials
    }

    /// The line of heads; each stands over the numbers that it names.
    pub(super) fn heads(&self) -> String {
        let no_unit = " ".repeat(1 + self.unit);
        format!(
            "  {}{no_unit}  {}  {}{no_unit}  {}",
            right("median", self.median),
            left(INTERVAL, self.interval()),
            right(self.minimum_head, self.minimum),
            right("n", self.trials),
        )
    }

    /// One line of figures.
    pub(super) fn line(&self, figures: &Figures) -> String {
        let unit = left(&figures.median.1, self.unit);
        let interval = figures.interval.as_ref().map_or_else(
            || left("none: n < 6", self.interval()),
            |(low, high)| {
                let text = format!(
                    "{} – {} {}",
                    right(low, self.low),
                    right(high, self.high),
                    figures.median.1
                );
                left(&text, self.interval())
            },
        );
        format!(
            "  {} {unit}  {interval}  {} {unit}  {}",
            right(&figures.median.0, self.median),
            right(&figures.minimum, self.minimum),
            right(&figures.trials, self.trials),
        )
    }
}
