//! How far a run is: one line that is drawn anew between trials, or plain lines where standard
//! error is no terminal. No thread of its own: it must not run while something is measured.

use std::io::IsTerminal as _;

use harness::{Step, Watch};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::say;

/// Shows a run's progress.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    /// Tenths of the plan that a plain line was written for.
    told: usize,
    pilots: bool,
}

impl Progress {
    pub(crate) fn new() -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            let style =
                ProgressStyle::with_template("{bar:24} {pos:>4}/{len:4} {prefix}  {wide_msg}")
                    .unwrap_or_else(|_| ProgressStyle::default_bar());
            bar.set_style(style);
            bar
        });
        Self { bar, told: 0, pilots: false }
    }

    /// Removes the line.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn left(ns: u64) -> String {
    let seconds = ns.div_ceil(1_000_000_000);
    match seconds {
        0..=99 => format!("at most {seconds} s left"),
        _ => format!("at most {} min left", seconds.div_ceil(60)),
    }
}

impl Watch for Progress {
    fn planned(&mut self, runs: usize, left_out: usize) {
        if self.bar.is_none() {
            say(&format!("{runs} cases are measured, {left_out} are left out"));
        }
        self.pilots = false;
    }

    fn step(&mut self, step: &Step<'_>) {
        let what = if step.pilot { "finding batch sizes: " } else { "" };
        if let Some(bar) = &self.bar {
            bar.set_length(step.planned as u64);
            bar.set_position(step.done as u64);
            bar.set_prefix(left(step.left_ns));
            bar.set_message(format!("{what}{}", step.what));
            return;
        }
        if step.pilot {
            if !std::mem::replace(&mut self.pilots, true) {
                say("finding batch sizes");
            }
            return;
        }
        let tenth = step.done * 10 / step.planned.max(1);
        if tenth > self.told || step.done == 0 {
            self.told = tenth;
            let (done, planned) = (step.done, step.planned);
            say(&format!("{done} of {planned} trials, {}: {}", left(step.left_ns), step.what));
        }
    }

    fn note(&mut self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| say(&format!("note: {text}"))),
            None => say(&format!("note: {text}")),
        }
    }
}
