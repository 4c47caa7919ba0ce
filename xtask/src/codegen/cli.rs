//! The command line, as the program itself explains it.

use std::fmt::Write as _;

use anyhow::{Context, Result};

use crate::test::cargo;
use crate::{shell, workspace};

const HEAD: &str = "\
# The command line

Made by `cargo xtask codegen` from what `whichos --help` says; `whichos man` prints it as manual
pages. Data go to standard output, everything else to standard error. `NO_COLOR` and the XDG folders
are honored.

| exit code | meaning |
| --- | --- |
| 0 | ok |
| 1 | error |
| 2 | wrong usage |
| 3 | a gate failed |
| 4 | incomplete, or flagged |
| 130 | interrupted; what was finished is kept |
";

/// The page: the program's help and that of each of its commands.
pub(super) fn render() -> Result<String> {
    cargo(&["build", "--locked", "--package", "whichos"])?;
    let program = workspace::metadata()?.target.join("debug/whichos");
    let help = |command: &[&str]| {
        let mut program = shell::program(&program);
        // Without a terminal, this is how wide help is.
        shell::output(program.args(command).arg("--help").env("COLUMNS", "100"))
    };
    let whole = help(&[])?;
    let mut page = HEAD.to_owned();
    section(&mut page, "whichos", &whole)?;
    for command in commands(&whole).context("the help lists no commands")? {
        section(&mut page, &format!("whichos {command}"), &help(&[command])?)?;
    }
    Ok(page)
}

fn section(page: &mut String, name: &str, help: &str) -> std::fmt::Result {
    let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
    write!(page, "\n## {name}\n\n```text\n{}\n```\n", lines.join("\n").trim_end())
}

/// The names in the list of commands.
fn commands(help: &str) -> Option<Vec<&str>> {
    let (_, rest) = help.split_once("\nCommands:\n")?;
    let list = rest.lines().take_while(|line| !line.is_empty());
    // What is indented further continues the line above.
    let names = list.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    Some(names.filter(|name| !name.is_empty()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_from_the_help() {
        let help = "Measure.\n\nUsage: whichos <COMMAND>\n\nCommands:\n  run   Measure; without\n        \
            arguments\n  list  List\n\nOptions:\n  -h, --help  Print help\n";
        assert_eq!(commands(help), Some(vec!["run", "list"]));
        assert_eq!(commands("Usage: whichos"), None);
    }
}
