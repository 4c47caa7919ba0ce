//! Styles of text in a terminal. What they say is always said in words too.

use anstyle::{AnsiColor, Style};

/// How a piece of text is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// Running text.
    Plain,
    /// Names of suites and benchmarks.
    Heading,
    /// Heads of columns, legends.
    Quiet,
    /// Better by a verdict.
    Better,
    /// Worse by a verdict.
    Worse,
    /// A failure, or a mark that forbids a verdict.
    Alarm,
}

/// Paints, or not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    pub(super) styled: bool,
}

impl Paint {
    /// The text in the style of its meaning.
    pub(super) fn paint(self, meaning: Meaning, text: &str) -> String {
        if !self.styled || text.is_empty() || meaning == Meaning::Plain {
            return text.to_owned();
        }
        let style = match meaning {
            Meaning::Plain => Style::new(),
            Meaning::Heading => Style::new().bold(),
            Meaning::Quiet => Style::new().dimmed(),
            Meaning::Better => AnsiColor::Green.on_default().bold(),
            Meaning::Worse => AnsiColor::Red.on_default().bold(),
            Meaning::Alarm => AnsiColor::Yellow.on_default(),
        };
        format!("{style}{text}{style:#}")
    }
}
