//! Running other programs, so that a person sees which, and can run them again by hand.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// A program of the system or of ours, in an environment without what `cargo run` adds for programs
/// that load the compiler's libraries: every program that such a program starts would search there.
pub(crate) fn program(name: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(name);
    command.env_remove("LD_LIBRARY_PATH");
    command
}

/// Runs a command after printing it; its output goes where ours goes.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    println!("$ {}", line(command));
    let status = command.status().with_context(|| cannot_start(command))?;
    if !status.success() {
        bail!("`{}` failed: {status}", line(command));
    }
    Ok(())
}

/// What a command writes to standard output.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| cannot_start(command))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("`{}` failed: {}\n{}", line(command), output.status, said.trim_end());
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{}` writes no text", line(command)))
}

/// Whether a command exists and ends well; it is neither shown nor heard.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The command as one would type it: what is set in its environment, its name, its arguments.
pub(crate) fn line(command: &Command) -> String {
    let mut words: Vec<String> = command
        .get_envs()
        .filter_map(|(name, value)| Some((name.to_str()?, value?.to_str()?)))
        // Between the flags in this one lie control characters, which nobody can type.
        .map(|(name, value)| format!("{name}={}", quoted(&value.replace('\u{1f}', " "))))
        .collect();
    let program = std::path::Path::new(command.get_program());
    let cargo = program.file_name().is_some_and(|name| name == "cargo");
    words.push(if cargo { "cargo".to_owned() } else { quoted(&program.to_string_lossy()) });
    words.extend(command.get_args().map(|argument| quoted(&argument.to_string_lossy())));
    words.join(" ")
}

/// A word as a shell reads it back.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

fn cannot_start(command: &Command) -> String {
    format!("cannot start {}", command.get_program().display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_can_be_typed() {
        let mut command = Command::new("/usr/bin/cargo");
        command.env("A", "b c").env_remove("D").args(["test", "it's", ""]);
        assert_eq!(line(&command), r"A='b c' cargo test 'it'\''s' ''");
    }

    #[test]
    fn a_failing_command_is_named() {
        let error = run(&mut Command::new("false")).unwrap_err();
        assert!(error.to_string().contains("`false` failed"), "{error}");
        let error = run(&mut Command::new("no-such-program-here")).unwrap_err();
        assert!(error.to_string().contains("cannot start no-such-program-here"), "{error}");
    }
}
