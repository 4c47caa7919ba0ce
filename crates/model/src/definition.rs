//! What a benchmark is: the part of it that is data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Name of a benchmark: `suite.name`, such as `process.create`.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Id(pub String);

impl Id {
    /// The part before the first dot.
    pub fn suite(&self) -> &str {
        self.0.split('.').next().unwrap_or(&self.0)
    }

    /// The whole name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for Id {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// One named, versioned definition of something measured.
///
/// A result file carries the definitions it uses, because its reader may be of another build.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Definition {
    /// `suite.name`.
    pub id: Id,
    /// Raised when results stop being comparable with earlier ones.
    pub revision: u32,
    /// One sentence.
    pub summary: String,
    /// What lies between the two readings of the clock, call by call.
    pub timed: String,
    /// What the figure does not tell.
    pub caveats: String,
    /// Where the method comes from: an article, a paper, another suite.
    pub source: String,
    /// How a trial of it runs.
    pub shape: Shape,
    /// What of a subject it uses.
    pub uses: Uses,
    /// What it finds out; the first is the headline.
    pub metrics: Vec<Metric>,
    /// What can be chosen about it.
    pub parameters: Vec<Parameter>,
    /// The processes of a trial; the first is measured.
    pub roles: Vec<String>,
}

impl Definition {
    /// The parameter of this name.
    pub fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|parameter| parameter.name == name)
    }

    /// The metric that verdicts are made of.
    ///
    /// # Panics
    /// Where the definition has no metric, which the registry's tests and the reader of result
    /// files refuse.
    pub fn headline(&self) -> &Metric {
        self.metrics.first().expect("a definition has at least one metric")
    }
}

/// How a trial runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// Timed batches of equal operation count; the harness chooses the count by calibration.
    Batches,
    /// Work goes on for a stretch of time and is counted.
    Window,
    /// The work is done once a trial.
    Once,
}

/// What of a subject a benchmark uses. Without `Directory` it runs once a target, however many
/// directories are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Uses {
    /// Processor, memory and kernel only.
    Nothing,
    /// A directory, and so its file system.
    Directory,
    /// The network.
    Network,
}

/// One named quantity that a benchmark finds out: an amount and what it is per.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Metric {
    /// Unit last: `time_ns`, `open_ns`, `rate_per_s`.
    pub name: String,
    /// One sentence.
    pub summary: String,
    /// Unit of the amount.
    pub amount: Unit,
    /// What the amount is per: one operation, one byte, one second.
    pub per: Unit,
    /// Which direction is good.
    pub better: Better,
    /// How large a difference matters.
    pub class: ThresholdClass,
}

/// A unit; raw data are integers in base units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Time.
    Nanoseconds,
    /// Data.
    Bytes,
    /// A countable thing, in the singular: `thread`, `file`.
    Count(String),
}

impl Unit {
    /// A countable thing, named in the singular.
    pub fn count(noun: &str) -> Self {
        Self::Count(noun.to_owned())
    }
}

/// Which direction of a metric is good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Better {
    /// Less of it, such as time.
    Less,
    /// More of it, such as bandwidth.
    More,
    /// Neither: it may be zero and never forms a ratio.
    Diagnostic,
}

/// How large a difference matters: the smallest ratio that a verdict may rest on.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ThresholdClass {
    /// Processor work and system calls: 2 % by default.
    Processor,
    /// Processes, file systems and networks: 5 % by default.
    System,
}

impl ThresholdClass {
    /// The default threshold as a fraction (`statistics` §2.7: 2 % and 5 %).
    pub fn default_threshold(self) -> f64 {
        match self {
            Self::Processor => 0.02,
            Self::System => 0.05,
        }
    }
}

/// A named knob of a benchmark.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Parameter {
    /// kebab-case; one name means one thing in the whole program.
    pub name: String,
    /// One sentence.
    pub summary: String,
    /// Who decides its value.
    pub role: Role,
    /// What values it can have.
    pub scale: Scale,
}

/// Who decides a parameter's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The work dictates it.
    Workload,
    /// The programmer can choose it.
    Method,
}

/// The values that a parameter can have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// Numbers of a unit; an ordered parameter can be a chart's axis.
    Ordered(Unit),
    /// Names, in order of simplicity.
    Named(Vec<Named>),
}

/// One named value of a parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Named {
    /// kebab-case.
    pub name: String,
    /// One clause: what it does.
    pub summary: String,
    /// A class of methods that means the same on every system.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// The systems that have it; empty: all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub systems: Vec<System>,
}

/// An operating system that whichos knows.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "each is the system's own name")]
pub enum System {
    Linux,
    MacOs,
    FreeBsd,
    NetBsd,
    OpenBsd,
    DragonFly,
    Illumos,
    Windows,
}

impl System {
    /// The system that a build names so (`std::env::consts::OS`).
    pub fn of_build(os: &str) -> Option<Self> {
        Some(match os {
            "linux" => Self::Linux,
            "macos" => Self::MacOs,
            "freebsd" => Self::FreeBsd,
            "netbsd" => Self::NetBsd,
            "openbsd" => Self::OpenBsd,
            "dragonfly" => Self::DragonFly,
            "illumos" => Self::Illumos,
            "windows" => Self::Windows,
            _ => return None,
        })
    }

    /// The system's own spelling.
    pub fn name(self) -> &'static str {
        match self {
            Self::Linux => "Linux",
            Self::MacOs => "macOS",
            Self::FreeBsd => "FreeBSD",
            Self::NetBsd => "NetBSD",
            Self::OpenBsd => "OpenBSD",
            Self::DragonFly => "DragonFly BSD",
            Self::Illumos => "illumos",
            Self::Windows => "Windows",
        }
    }
}
