//! A list of steps: each is announced and timed, a failure does not hide those after it, and the
//! end sums up.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};

/// Steps that have been run.
pub(crate) struct Steps {
    done: Vec<Step>,
}

struct Step {
    name: &'static str,
    took: Duration,
    error: Option<anyhow::Error>,
}

impl Steps {
    /// No step yet.
    pub(crate) fn new() -> Self {
        Self { done: Vec::new() }
    }

    /// Runs a step and tells how it went.
    pub(crate) fn run(
        &mut self,
        name: &'static str,
        work: impl FnOnce() -> Result<()>,
    ) -> &mut Self {
        println!("\n== {name}");
        let start = Instant::now();
        let error = work().err();
        let took = start.elapsed();
        match &error {
            None => println!("== {name}: ok, {}", seconds(took)),
            Some(error) => println!("== {name}: FAILED, {}: {error:#}", seconds(took)),
        }
        self.done.push(Step { name, took, error });
        self
    }

    /// Prints the table of all steps; an error where one failed.
    pub(crate) fn finish(&self) -> Result<()> {
        println!("\n== summary");
        for step in &self.done {
            let verdict = if step.error.is_none() { "ok" } else { "FAILED" };
            println!("{:28} {verdict:6} {:>8}", step.name, seconds(step.took));
        }
        let failed: Vec<&str> =
            self.done.iter().filter(|step| step.error.is_some()).map(|step| step.name).collect();
        if !failed.is_empty() {
            bail!("failed: {}", failed.join(", "));
        }
        Ok(())
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_step_does_not_hide_the_next() {
        let mut steps = Steps::new();
        let mut reached = false;
        steps.run("first", || bail!("broken")).run("second", || {
            reached = true;
            Ok(())
        });
        assert_eq!(steps.finish().unwrap_err().to_string(), "failed: first");
        assert!(reached);
    }
}
