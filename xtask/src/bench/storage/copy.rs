//! cp and dd doing the work of a case of `io.copy`: what everybody has for it.

use anyhow::{Result, ensure};

use super::member::{Order, Prepared, Told, Tool};
use super::source;
use crate::shell;

/// The copy as a command line, or `None` where the program cannot do the same.
pub(super) fn prepare(tool: Tool, order: &Order) -> Result<Prepared> {
    let Some(arguments) = arguments(tool, order) else { return Ok(None) };
    let size = order.number("size")?;
    let from = source::file(&order.shared, size)?;
    let to = order.directory.join("copy");
    source::bring(&from, order.value("cache"))?;
    let files = match tool {
        Tool::Dd => [format!("if={}", from.display()), format!("of={}", to.display())],
        _ => [from, to.clone()].map(|path| path.to_string_lossy().into_owned()),
    };
    let mut command = shell::program(tool.name());
    command.args(files).args(arguments);
    let operations = order.operations;
    Ok(Some(Box::new(move || {
        let begun = sys::clock::now_ns();
        let status = command.status()?;
        let elapsed_ns = sys::clock::now_ns() - begun;
        ensure!(status.success(), "it ended with {status}");
        let copied = to.metadata()?.len();
        ensure!(copied == size, "{copied} of {size} bytes were copied");
        Ok(Told(vec![
            format!("single 0 {operations} {elapsed_ns}"),
            format!("tally {operations} 0"),
        ]))
    })))
}

/// What stands behind the files.
fn arguments(tool: Tool, order: &Order) -> Option<Vec<&'static str>> {
    // Neither asks for room first.
    if order.benchmark != "io.copy" || !order.is(&[("preallocate", "none")]) {
        return None;
    }
    match (tool, order.value("end")) {
        (Tool::Cp, "closed") => Some(Vec::new()),
        (Tool::Dd, "closed") => Some(vec!["bs=1M", "status=none"]),
        (Tool::Dd, "durable") => Some(vec!["bs=1M", "conv=fsync", "status=none"]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ends_that_a_program_has_are_done() {
        let of = |tool, end| arguments(tool, &Order::of("io.copy", &[("end", end)]));
        assert_eq!(of(Tool::Cp, "closed"), Some(vec![]));
        assert_eq!(of(Tool::Cp, "durable"), None);
        assert!(of(Tool::Dd, "durable").unwrap().contains(&"conv=fsync"));
        assert_eq!(arguments(Tool::Cp, &Order::of("io.read", &[("end", "closed")])), None);
        let asked = [("end", "closed"), ("preallocate", "fallocate")];
        assert_eq!(arguments(Tool::Cp, &Order::of("io.copy", &asked)), None);
    }
}
