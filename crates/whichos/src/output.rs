//! Where text goes: data on standard output, everything else on standard error.
#![allow(clippy::print_stderr, reason = "this is the place that prints")]

use std::io::{IsTerminal as _, Write as _};

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

/// Columns of the terminal that data go to; `None` where it is none. `COLUMNS` overrides.
pub(crate) fn width() -> Option<u16> {
    std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).or_else(|| {
        std::io::stdout()
            .is_terminal()
            .then(terminal_size::terminal_size)
            .flatten()
            .map(|(terminal_size::Width(columns), _)| columns)
    })
}

/// Whether data may be styled.
pub(crate) fn styled() -> bool {
    anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never
}
