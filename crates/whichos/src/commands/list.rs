//! `whichos list`: the benchmarks, by suite.

use std::fmt::Write as _;

use anyhow::Result;
use benchmarks::SUITES;

use crate::cli::List;
use crate::{Exit, output};

pub(crate) fn list(arguments: &List) -> Result<Exit> {
    if arguments.json {
        let all: Vec<_> =
            benchmarks::registry().into_iter().map(|(_, definition)| definition).collect();
        output::data(&(serde_json::to_string_pretty(&all)? + "\n"))?;
        return Ok(Exit::Ok);
    }
    let mut text = String::new();
    for suite in SUITES {
        writeln!(text, "{}  {}", suite.name, suite.summary)?;
        for benchmark in suite.benchmarks {
            let definition = (benchmark.definition)();
            writeln!(text, "  {:<16} {}", definition.id.0, definition.summary)?;
        }
    }
    writeln!(text, "\n`whichos show ID` tells what one times; `whichos run ID` measures it.")?;
    output::data(&text)?;
    Ok(Exit::Ok)
}
