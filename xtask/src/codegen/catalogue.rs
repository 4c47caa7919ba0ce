//! The catalogue of benchmarks, made from their registry.

use std::fmt::Write as _;

use anyhow::Result;
use benchmarks::{SUITES, Suite};
use model::{Better, Definition, Metric, Named, Parameter, Role, Scale, System, Unit, Uses};

const HEAD: &str = "\
# The benchmarks

Made from the registry by `cargo xtask codegen`; `whichos show ID` prints the same. A **workload**
parameter is dictated by the work to be done, a **method** parameter is the programmer's choice:
systems are compared at equal workload, methods at equal workload on one system. The headline metric
stands first.
";

/// The page.
pub(super) fn render() -> Result<String> {
    let mut page = HEAD.to_owned();
    for suite in SUITES {
        self::suite(&mut page, suite)?;
    }
    Ok(page)
}

fn suite(page: &mut String, suite: &Suite) -> std::fmt::Result {
    write!(page, "\n## {}\n\n{}\n", suite.name, suite.summary)?;
    suite.benchmarks.iter().try_for_each(|known| benchmark(page, &(known.definition)()))
}

fn benchmark(page: &mut String, definition: &Definition) -> std::fmt::Result {
    let Definition { id, revision, summary, timed, caveats, source, .. } = definition;
    write!(page, "\n### {id}\n\n{summary}\n\n")?;
    writeln!(page, "- **Timed:** {timed}")?;
    writeln!(page, "- **Does not tell:** {caveats}")?;
    writeln!(page, "- **Source:** {source}")?;
    writeln!(page, "- **Uses:** {}; revision {revision}", uses(definition.uses))?;
    page.push_str("\n| metric | what | unit | better |\n| --- | --- | --- | --- |\n");
    definition.metrics.iter().try_for_each(|known| metric(page, known))?;
    if !definition.parameters.is_empty() {
        page.push_str("\nParameters:\n\n");
    }
    definition.parameters.iter().try_for_each(|known| parameter(page, known))
}

fn metric(page: &mut String, metric: &Metric) -> std::fmt::Result {
    let Metric { name, summary, amount, per, better, .. } = metric;
    let better = match better {
        Better::Less => "less",
        Better::More => "more",
        Better::Diagnostic => "neither",
    };
    let unit = format!("{} per {}", unit(amount), unit(per));
    writeln!(page, "| `{name}` | {} | {unit} | {better} |", cell(summary))
}

fn parameter(page: &mut String, parameter: &Parameter) -> std::fmt::Result {
    let Parameter { name, summary, role, scale } = parameter;
    let role = match role {
        Role::Workload => "workload",
        Role::Method => "method",
    };
    write!(page, "- `{name}` ({role}): {summary}")?;
    match scale {
        Scale::Ordered(Unit::Nanoseconds) => page.push_str(" A time in nanoseconds.\n"),
        Scale::Ordered(Unit::Bytes) => page.push_str(" A size, such as `64MiB`.\n"),
        Scale::Ordered(Unit::Count(_)) => page.push_str(" A number.\n"),
        Scale::Named(names) => {
            page.push('\n');
            names.iter().try_for_each(|known| named(page, known))?;
        }
    }
    Ok(())
}

fn named(page: &mut String, named: &Named) -> std::fmt::Result {
    let Named { name, summary, family, systems } = named;
    write!(page, "  - `{name}`: {summary}")?;
    let family = family.iter().map(|family| format!("family {family}"));
    let asides: Vec<String> = family.chain(where_found(systems)).collect();
    if !asides.is_empty() {
        write!(page, " ({})", asides.join("; "))?;
    }
    page.push('\n');
    Ok(())
}

/// The systems that have it, where not all do.
fn where_found(systems: &[System]) -> Option<String> {
    /// Every system of `model::System` but Windows.
    const UNIX: usize = 7;
    if systems.len() == UNIX && !systems.contains(&System::Windows) {
        return Some("not on Windows".to_owned());
    }
    let names: Vec<&str> = systems.iter().map(|system| system.name()).collect();
    (!names.is_empty()).then(|| format!("on {}", names.join(", ")))
}

fn uses(uses: Uses) -> &'static str {
    match uses {
        Uses::Nothing => "processor, memory and kernel only",
        Uses::Directory => "a directory, and so its file system",
        Uses::Network => "the network",
    }
}

fn unit(unit: &Unit) -> &str {
    match unit {
        Unit::Nanoseconds => "ns",
        Unit::Bytes => "byte",
        Unit::Count(noun) => noun,
    }
}

/// Text that cannot end its cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_benchmark_has_its_section() {
        let page = super::render().unwrap();
        for (_, definition) in benchmarks::registry() {
            assert!(page.contains(&format!("\n### {}\n", definition.id)), "{}", definition.id);
        }
    }
}
