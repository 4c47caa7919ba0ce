//! Another program as a member of a group: it speaks the trial protocol (docs/trial-protocol.md)
//! and lets fio, cp or dd do the work of the case. What is reported is what fio measured of its own
//! input and output; cp and dd measure nothing, so theirs is the time from their start to their
//! end.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};

use super::{copy, fio};

/// The trial that a harness orders by environment variables.
#[derive(Args)]
pub(crate) struct Options {
    /// Who does the work.
    tool: Tool,
    /// The value of `call` at which this member takes part; elsewhere it is unsupported, so that
    /// it runs once a round however many methods of ours do.
    #[arg(long, value_name = "CALL")]
    beside: Option<String>,
}

/// Who does the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Tool {
    Fio,
    Cp,
    Dd,
}

impl Tool {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Fio => "fio",
            Self::Cp => "cp",
            Self::Dd => "dd",
        }
    }
}

/// What a harness orders.
#[derive(Clone, Debug, Default)]
pub(super) struct Order {
    pub(super) benchmark: String,
    pub(super) operations: u64,
    /// An empty directory of this trial's own.
    pub(super) directory: PathBuf,
    /// A directory that all trials of a run share.
    pub(super) shared: PathBuf,
    parameters: BTreeMap<String, String>,
}

impl Order {
    fn from_environment() -> Result<Self> {
        const PARAMETER: &str = "WHICHOS_PARAM_";
        let text = |name: &str| {
            std::env::var(name).with_context(|| format!("{name} is not in the environment"))
        };
        let parameters = std::env::vars().filter_map(|(name, value)| {
            let name = name.strip_prefix(PARAMETER)?.to_lowercase().replace('_', "-");
            Some((name, value))
        });
        Ok(Self {
            benchmark: text("WHICHOS_BENCHMARK")?,
            operations: text("WHICHOS_OPERATIONS")?.parse()?,
            directory: text("WHICHOS_DIRECTORY")?.into(),
            shared: text("WHICHOS_SHARED")?.into(),
            parameters: parameters.collect(),
        })
    }

    /// The value of a parameter; empty where it does not apply.
    pub(super) fn value(&self, name: &str) -> &str {
        self.parameters.get(name).map_or("", String::as_str)
    }

    pub(super) fn number(&self, name: &str) -> Result<u64> {
        self.value(name).parse().with_context(|| format!("{name} is no number"))
    }

    /// Whether each of these parameters has its value; `none` is the value of what does not apply.
    pub(super) fn is(&self, wanted: &[(&str, &str)]) -> bool {
        let fits = |(name, value): &(&str, &str)| {
            let own = self.value(name);
            own == *value || (*value == "none" && own.is_empty())
        };
        wanted.iter().all(fits)
    }

    #[cfg(test)]
    pub(super) fn of(benchmark: &str, values: &[(&str, &str)]) -> Self {
        let pair = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let parameters = values.iter().map(pair).collect();
        Self { benchmark: benchmark.to_owned(), parameters, ..Self::default() }
    }
}

/// What was found out, as the protocol's lines between `go` and `done`.
pub(super) struct Told(pub(super) Vec<String>);

/// Work that is prepared; `None` where the case is not one that this program can do.
pub(super) type Prepared = Option<Box<dyn FnOnce() -> Result<Told>>>;

/// Runs one trial. Whatever goes wrong is said in the protocol's words.
pub(crate) fn run(options: &Options) -> Result<()> {
    let mut out = std::io::stdout();
    let prepared = Order::from_environment().and_then(|order| {
        let beside = options.beside.as_deref().is_none_or(|call| order.value("call") == call);
        if beside { prepare(options.tool, &order) } else { Ok(None) }
    });
    let work = match prepared {
        Ok(Some(work)) => work,
        Ok(None) => return say(&mut out, "unsupported this program does not do this case"),
        Err(error) => return say(&mut out, &failed("set_up", &error)),
    };
    say(&mut out, "ready")?;
    let mut go = String::new();
    std::io::stdin().lock().read_line(&mut go)?;
    if go.trim() != "go" {
        bail!("nobody said go");
    }
    match work() {
        Ok(told) => say(&mut out, &(told.0.join("\n") + "\ndone")),
        Err(error) => say(&mut out, &failed("work", &error)),
    }
}

fn prepare(tool: Tool, order: &Order) -> Result<Prepared> {
    match tool {
        Tool::Fio => fio::prepare(order),
        Tool::Cp | Tool::Dd => copy::prepare(tool, order),
    }
}

fn failed(stage: &str, error: &anyhow::Error) -> String {
    format!("failed {stage} {}", format!("{error:#}").replace('\n', " "))
}

fn say(out: &mut std::io::Stdout, text: &str) -> Result<()> {
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}
