//! Where text goes: data on standard output, everything else on standard error.
#![allow(clippy::print_stderr, reason = "this is the place that prints")]

use std::io::{IsTerminal as _, Write as _};

use report::terminal::Screen;

/// Writes data to standard output. Styles are removed where the output is no terminal or color is
/// not wanted (`NO_COLOR`).
pub(crate) fn data(text: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Writes a line to standard error.
pub(crate) fn say(line: &str) {
    anstream::eprintln!("{line}");
}

/// The terminal that data go to. `COLUMNS` overrides its width; where it is none, lines are as
/// long as they need to be.
pub(crate) fn screen() -> Screen {
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = std::io::stdout().is_terminal();
    let seen = terminal.then(terminal_size::terminal_size).flatten();
    Screen {
        width: told.or(seen.map(|(terminal_size::Width(columns), _)| columns)),
        styled: anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never,
    }
}
