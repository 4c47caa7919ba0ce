//! The program: a trial or an agent if it was started as one, else the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    // First of all, before anything is allocated: the measured process must stay small.
    if let Some(ended) = harness::trial::enter() {
        return ended;
    }
    whichos::main()
}
