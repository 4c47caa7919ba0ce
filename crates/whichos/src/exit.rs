//! Exit codes, and the one place that prints an error.

use std::process::ExitCode;

use harness::{PlanError, RunError};

/// How the program ends.
#[derive(Clone, Copy, Debug)]
pub enum Exit {
    /// 0: all is well.
    Ok,
    /// 1: something went wrong.
    Error,
    /// 2: the arguments make no sense.
    Usage,
    /// 3: a gate failed.
    Gate,
    /// 4: finished, but incomplete or flagged.
    Incomplete,
    /// 130: stopped by a person; the partial result is kept.
    Interrupted,
    /// What an agent ends with.
    Code(ExitCode),
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Ok => Self::SUCCESS,
            Exit::Error => Self::from(1),
            Exit::Usage => Self::from(2),
            Exit::Gate => Self::from(3),
            Exit::Incomplete => Self::from(4),
            Exit::Interrupted => Self::from(130),
            Exit::Code(code) => code,
        }
    }
}

/// Prints an error with its causes and says what it ends the program with.
pub(crate) fn report(error: &anyhow::Error) -> Exit {
    let broken_pipe = error.chain().any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
    });
    if broken_pipe {
        // Whoever read our output has seen enough.
        return Exit::Ok;
    }
    crate::output::say(&format!("error: {error:#}"));
    if error.is::<PlanError>() {
        return Exit::Usage;
    }
    match error.downcast_ref::<RunError>() {
        Some(RunError::Plan(_)) => Exit::Usage,
        Some(RunError::Stopped(_)) => Exit::Interrupted,
        _ => Exit::Error,
    }
}
