//! The footprint of a trial is part of its figure: every fork copies its private dirty pages.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

use crate::bench::{Bench, has_ended};

/// How much more than an equal C program a trial may have made dirty at `go`.
const ALLOWANCE: u64 = 64 * 1024;

const EQUAL: &str = r#"
#include <stdio.h>
int main(void) {
    char line[16];
    puts("ready");
    fflush(stdout);
    return fgets(line, sizeof line, stdin) == NULL;
}
"#;

#[test]
fn a_trial_is_hardly_larger_than_an_equal_c_program() {
    if cfg!(debug_assertions) {
        // Unoptimised code has another footprint; `cargo xtask test` runs this in release.
        return;
    }
    let bench = Bench::new();
    let output =
        bench.run(&["process.create", "--param", "call=fork", "--param", "parent-memory=0"]);
    has_ended(&output);
    let record = bench.record();
    let equal = private_dirty_of_equal(&bench);
    for trial in &record.sessions[0].trials {
        let dirty = trial.state.private_dirty_bytes.unwrap();
        assert!(dirty <= equal + ALLOWANCE, "{dirty} bytes, an equal C program has {equal}");
    }
}

fn private_dirty_of_equal(bench: &Bench) -> u64 {
    let (source, program) = (bench.path("equal.c"), bench.path("equal"));
    std::fs::write(&source, EQUAL).unwrap();
    let built = Command::new("cc").arg("-O2").arg("-o").arg(&program).arg(&source).status();
    assert!(built.unwrap().success());
    let mut child =
        Command::new(&program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let dirty = sys::memory::private_dirty_bytes(child.id() as i32).unwrap();
    child.stdin.take().unwrap().write_all(b"go\n").unwrap();
    assert!(child.wait().unwrap().success());
    dirty
}
