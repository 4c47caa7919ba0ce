//! What a trial is told: environment variables, the same for our own and for foreign programs.

use std::path::PathBuf;

use benchmarks::Context;
use model::{Case, Id, Value};

use crate::protocol::{Mode, TrialOrder};

/// Variables of the surrounding environment that a trial keeps: they choose libraries and
/// allocators, which a person may be comparing.
const KEPT: [&str; 6] =
    ["PATH", "LD_PRELOAD", "LD_LIBRARY_PATH", "GLIBC_TUNABLES", "MALLOC_CONF", "MALLOC_ARENA_MAX"];

/// Longest padding of the environment and largest shift of the heap: one page, so that where
/// things lie within a page differs from trial to trial.
const PAGE: u64 = 4096;

/// The variables of an order, in a fixed sequence.
pub(crate) fn variables(
    order: &TrialOrder,
    directory: Option<&str>,
    shared: Option<&str>,
) -> Vec<(String, String)> {
    let mut variables: Vec<(String, String)> = KEPT
        .iter()
        .filter_map(|name| Some(((*name).to_owned(), std::env::var(name).ok()?)))
        .collect();
    let mut set = |name: &str, value: String| variables.push((format!("WHICHOS_{name}"), value));
    set("BENCHMARK", order.benchmark.clone());
    set("ROLE", order.role.clone());
    for (name, value) in &order.values {
        let value = match value {
            Value::Integer(number) => number.to_string(),
            Value::Name(name) => name.clone(),
        };
        set(&format!("PARAM_{}", variable_name(name)), value);
    }
    if let Some(directory) = directory {
        set("DIRECTORY", directory.to_owned());
    }
    if let Some(shared) = shared {
        set("SHARED", shared.to_owned());
    }
    if let Some(address) = order.listen {
        set("LISTEN", address.to_string());
    }
    for (role, offer) in &order.peers {
        set(&format!("PEER_{}", variable_name(role)), offer.clone());
    }
    set("OPERATIONS", order.operations.to_string());
    set("SAMPLES", order.samples.to_string());
    set("WARM_UP", order.warm_up.to_string());
    set("SEED", order.seed.to_string());
    set("PARENT", sys::process::id().to_string());
    set("MODE", order.mode.name().to_owned());
    set("HEAP_SHIFT", (order.seed / PAGE % PAGE).to_string());
    // The environment lies above the stack, so its length shifts the stack.
    set("PADDING", "x".repeat((order.seed % PAGE) as usize));
    variables
}

fn variable_name(parameter: &str) -> String {
    parameter.to_ascii_uppercase().replace('-', "_")
}

/// What this trial was told.
pub(super) struct Environment {
    role: String,
    pub(super) benchmark: String,
    pub(super) parent: i32,
    pub(super) operations: u64,
    pub(super) samples: u32,
    pub(super) warm_up: u32,
    pub(super) mode: Mode,
    pub(super) heap_shift: usize,
    seed: u64,
    directory: Option<PathBuf>,
    shared: Option<PathBuf>,
}

impl Environment {
    pub(super) fn read() -> Result<Self, String> {
        let mode = text("MODE")?;
        let modes = [Mode::Measure, Mode::Pilot, Mode::Calibrate];
        Ok(Self {
            // A trial that is started by hand plays its only role.
            role: text("ROLE").unwrap_or_default(),
            benchmark: text("BENCHMARK")?,
            parent: number("PARENT")?,
            operations: number("OPERATIONS")?,
            samples: number("SAMPLES")?,
            warm_up: number("WARM_UP")?,
            mode: modes
                .into_iter()
                .find(|known| known.name() == mode)
                .ok_or_else(|| format!("no mode {mode}"))?,
            heap_shift: number("HEAP_SHIFT").unwrap_or(0),
            seed: number("SEED")?,
            directory: std::env::var_os("WHICHOS_DIRECTORY").map(PathBuf::from),
            shared: std::env::var_os("WHICHOS_SHARED").map(PathBuf::from),
        })
    }

    /// The context of the benchmark. A value of digits is a number: no name of a value is one.
    pub(super) fn context(&self) -> Context {
        let values = named("WHICHOS_PARAM_")
            .map(|(name, value)| (name, value.parse().map_or(Value::Name(value), Value::Integer)));
        Context {
            case: Case {
                benchmark: Id(self.benchmark.clone()),
                // Harness and agent have made sure that they know the same revisions.
                revision: 0,
                values: values.collect(),
            },
            role: self.role.clone(),
            peers: named("WHICHOS_PEER_").collect(),
            listen: text("LISTEN").ok().and_then(|address| address.parse().ok()),
            directory: self.directory.clone(),
            shared: self.shared.clone(),
            operations: self.operations,
            batches: u64::from(self.samples + self.warm_up),
            seed: self.seed,
        }
    }
}

/// The variables that begin so, by the rest of their name as it was before it became a variable's.
fn named(prefix: &'static str) -> impl Iterator<Item = (String, String)> {
    std::env::vars().filter_map(move |(name, value)| {
        let rest = name.strip_prefix(prefix)?;
        Some((rest.to_ascii_lowercase().replace('_', "-"), value))
    })
}

fn text(name: &str) -> Result<String, String> {
    std::env::var(format!("WHICHOS_{name}")).map_err(|_| format!("WHICHOS_{name} is not set"))
}

fn number<T: std::str::FromStr>(name: &str) -> Result<T, String> {
    text(name)?.parse().map_err(|_| format!("WHICHOS_{name} is not a number"))
}
