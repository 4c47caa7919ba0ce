//! What the harness and an agent say to each other.
//!
//! Messages are JSON, cut into lines of at most 1 KiB with a mark, a number and a checksum
//! ([`frame`]), because some of the ways to an agent are consoles that cut long lines and carry
//! other text besides.

pub(crate) mod frame;

use std::collections::BTreeMap;
use std::net::IpAddr;

use model::{Facts, Failure, Measured, Value};
use serde::{Deserialize, Serialize};

/// Raised when a message changes its meaning; unequal sides refuse each other.
pub(crate) const VERSION: u32 = 3;

/// From the harness to an agent.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Request {
    /// Who are you?
    Hello,
    /// Make a scratch directory in this place, which later trials name by number.
    Open { place: String },
    /// What is this system, seen from one of the opened places?
    Facts { place: Option<usize> },
    /// How busy is it?
    State,
    /// Write so many bytes from here on of a file in an opened place, and say how long it took.
    WritePiece { place: usize, at: u64, bytes: u64 },
    /// Remove that file, and bring the place to rest.
    EndPieces,
    /// Start a trial and say when it is ready.
    Prepare(TrialOrder),
    /// Let the prepared process of this role work.
    Go { role: String },
    /// Let a process that serves others come to its end.
    Stop { role: String },
    /// Kill the trial, whatever roles of it run here.
    Abort,
}

/// From an agent to the harness.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Reply {
    Hello(Hello),
    Opened(Opened),
    Facts(Facts),
    State(SystemState),
    PieceWritten(PieceWritten),
    PiecesEnded,
    /// The process waits for `Go`; what it offers, other roles may use: an address.
    Ready {
        role: String,
        offer: Option<String>,
    },
    /// The process is done; the reports of all roles that run here follow when the last one has
    /// ended and the system was brought to rest.
    Done {
        role: String,
    },
    Report(Box<Report>),
    /// The request could not be done.
    Refused(String),
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Hello {
    pub(crate) version: u32,
    /// SHA-256 of every benchmark's name and revision.
    pub(crate) registry: String,
    /// SHA-256 of the executable.
    pub(crate) binary: String,
    pub(crate) pid: i32,
    pub(crate) boot: String,
    pub(crate) processors: u64,
    pub(crate) memory_bytes: Option<u64>,
    pub(crate) processes: Option<u64>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Opened {
    pub(crate) place: usize,
    /// Where the scratch directory is, so that the harness can remove it when the agent dies.
    pub(crate) scratch: String,
    pub(crate) free_bytes: u64,
    pub(crate) free_inodes: Option<u64>,
    /// `tmpfs` or `overlay`, where it is no disk.
    pub(crate) not_a_disk: Option<String>,
}

/// Counters since boot, and the load now.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct SystemState {
    pub(crate) load_milli: Option<u64>,
    pub(crate) steal_ns: Option<u64>,
    pub(crate) busy_ns: Option<u64>,
    pub(crate) frequency_khz: Option<u64>,
}

/// How a piece of a file was written.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct PieceWritten {
    pub(crate) elapsed_ns: u64,
    /// Past the page cache; otherwise `fsync(2)` is in the time.
    pub(crate) direct: bool,
    /// What the kernel counted.
    pub(crate) counted_bytes: Option<u64>,
}

/// What a trial is to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TrialOrder {
    pub(crate) role: String,
    pub(crate) benchmark: String,
    pub(crate) values: BTreeMap<String, Value>,
    /// The opened place whose file system is used.
    pub(crate) place: Option<usize>,
    pub(crate) operations: u64,
    pub(crate) samples: u32,
    pub(crate) warm_up: u32,
    pub(crate) seed: u64,
    pub(crate) mode: Mode,
    /// Kill it when it takes longer than this, from its start to its end.
    pub(crate) limit_ns: u64,
    /// A foreign program that does the work instead of our own trial process.
    pub(crate) program: Option<String>,
    /// What the roles that were prepared before offer.
    pub(crate) peers: BTreeMap<String, String>,
    /// Whether the roles of this trial share a network of their own, where the system has such.
    pub(crate) own_network: bool,
    /// The address that a server listens on; the loopback's where there is none.
    pub(crate) listen: Option<IpAddr>,
}

/// What a trial is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Mode {
    /// Figures.
    Measure,
    /// How long a batch of the given operation count takes.
    Pilot,
    /// How many operations a batch needs.
    Calibrate,
}

impl Mode {
    /// Its name in the trial's environment.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Measure => "measure",
            Self::Pilot => "pilot",
            Self::Calibrate => "calibrate",
        }
    }
}

/// What came of a trial.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Report {
    pub(crate) role: String,
    pub(crate) outcome: Option<Result<Measured, Failure>>,
    /// The system cannot do it.
    pub(crate) unsupported: Option<String>,
    pub(crate) calibration: Option<Calibration>,
    pub(crate) state: model::TrialState,
    /// From `go` to the end by the trial's own clock.
    pub(crate) own_span_ns: Option<u64>,
    pub(crate) warm_up_ns: u64,
    pub(crate) conditions: BTreeMap<String, Value>,
    pub(crate) notes: BTreeMap<String, String>,
    /// What could not be brought to rest.
    pub(crate) unsettled: Option<String>,
}

/// What a calibration trial found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Calibration {
    /// Operations that a batch should have.
    pub(crate) operations: u64,
    /// How long such a batch takes.
    pub(crate) batch_ns: u64,
    /// How much more time 3.5 % more operations took; `None` where it was not tried.
    pub(crate) nonlinear_ppm: Option<u64>,
    /// Smallest step of the trial's clock.
    pub(crate) resolution_ns: u64,
    /// Cost of one pair of readings.
    pub(crate) pair_ns: u64,
}
