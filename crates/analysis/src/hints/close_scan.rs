//! Closing a file takes far longer than opening and writing it: scanners act at close (G. Szorc,
//! "Surprisingly slow", 2021; microsoft/WSL#1932).

use super::Hint;
use super::view::View;

/// How much longer close must take than open and write together.
const TIMES: f64 = 2.0;

pub(super) fn look(view: &View<'_>) -> Option<Hint> {
    let agents = view.items("processes.security_agents")?;
    let metric = |row: &crate::Row| row.metric(view.source.record).name.clone();
    let of = |name: &str| {
        view.rows()
            .filter(|row| view.case(row).benchmark.as_str() == "file.phases")
            .find(|row| metric(row) == name)
            .and_then(|row| Some(row.estimate.as_ref()?.median))
    };
    let (open, write, close) = (of("open_ns")?, of("write_ns")?, of("close_ns")?);
    let times = close / (open + write);
    (times > TIMES).then(|| {
        view.hint(
            "close-scan",
            format!("closing a new file takes {times:.1} times as long as opening and writing it"),
            format!("these security programs run: {agents}"),
            "a scanner that acts when a file is closed",
            "run file.phases again with --in a directory that is excluded from scanning, and \
             --label 'not scanned', and compare the two",
        )
    })
}
