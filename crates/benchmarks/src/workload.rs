//! What a trial does: prepared before the clock starts, checked after it stops.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::path::PathBuf;

use hdrhistogram::Histogram;
use model::{Case, Tally, Values};

/// Why a trial could not be set up or done.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The system refused a call, or cannot do it.
    #[error(transparent)]
    System(#[from] sys::Error),
    /// A file could not be prepared.
    #[error("{what}: {source}")]
    Prepare {
        /// What was prepared.
        what: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// The work was done wrongly, so its time means nothing.
    #[error("{0}")]
    Wrong(String),
}

/// The result of setting up or doing work.
pub type Result<T> = std::result::Result<T, Error>;

/// What a trial is given.
#[derive(Clone, Debug)]
pub struct Context {
    /// Which case.
    pub case: Case,
    /// Which process of the trial this is, by the definition's list.
    pub role: String,
    /// What the roles that were set up before this one offer, by role: an address.
    pub peers: BTreeMap<String, String>,
    /// The address that a server listens on; `None`: the loopback's.
    pub listen: Option<IpAddr>,
    /// An empty directory of the trial's own, where the benchmark uses one.
    pub directory: Option<PathBuf>,
    /// A directory beside it that lives until the run ends, for files that many trials read: the
    /// first trial that needs one makes it.
    pub shared: Option<PathBuf>,
    /// Operations in each batch.
    pub operations: u64,
    /// Batches, warm-up and timed together.
    pub batches: u64,
    /// Seed of the trial's random choices.
    pub seed: u64,
}

impl Context {
    /// The trial's directory.
    pub fn directory(&self) -> Result<&PathBuf> {
        self.directory.as_ref().ok_or_else(|| Error::Wrong("this trial has no directory".into()))
    }

    /// The directory that the run's trials share.
    pub fn shared(&self) -> Result<&PathBuf> {
        self.shared
            .as_ref()
            .ok_or_else(|| Error::Wrong("this trial has no shared directory".into()))
    }

    /// What a role that was set up before offers.
    pub fn peer(&self, role: &str) -> Result<&str> {
        let offer = self.peers.get(role).map(String::as_str);
        offer.ok_or_else(|| Error::Wrong(format!("role {role} offers nothing")))
    }

    /// A named parameter's value.
    pub fn name(&self, parameter: &str) -> Result<&str> {
        self.case
            .name(parameter)
            .ok_or_else(|| Error::Wrong(format!("parameter {parameter} has no name")))
    }

    /// An ordered parameter's value.
    pub fn integer(&self, parameter: &str) -> Result<u64> {
        self.case
            .integer(parameter)
            .ok_or_else(|| Error::Wrong(format!("parameter {parameter} has no number")))
    }
}

/// Does `operations` operations and returns how many it has counted while doing them.
type Batch = Box<dyn FnMut(u64) -> Result<u64>>;

/// Does all the work of a trial once.
type Whole = Box<dyn FnOnce(u64, &mut Findings) -> Result<Tally>>;

/// A process that works for other roles of its trial, such as a server.
pub trait Service {
    /// `go` came: what is counted counts from here.
    fn begin(&mut self) -> Result<()>;

    /// `stop` came: everything that it started ends, and what was found is told. The tally holds
    /// what it did for others.
    fn end(self: Box<Self>, findings: &mut Findings) -> Result<Tally>;
}

/// What a trial does between `go` and `done`.
pub struct Workload {
    /// The work.
    pub work: Work,
    /// Checks the outcome after the clock has stopped.
    pub verify: Option<Box<dyn FnOnce() -> Result<()>>>,
    /// What is known of the case beside its figures, such as the child program.
    pub notes: BTreeMap<String, String>,
    /// What was found out and not chosen, such as a proven cache state: only trials under equal
    /// conditions are compared.
    pub conditions: BTreeMap<String, String>,
    /// Share of the data under test that lies in the page cache, in millionths, as the last look
    /// before the work has found it.
    pub resident_ppm: Option<u64>,
    /// What other roles of the trial may use, such as an address.
    pub offer: Option<String>,
}

/// The work itself.
pub enum Work {
    /// Timed batches; the trial reads the clock around each call.
    Batches(Batch),
    /// Work that reads the clock itself and says what it found.
    Once(Whole),
    /// Work for other roles, until it is told to stop.
    Service(Box<dyn Service>),
}

impl Workload {
    fn of(work: Work) -> Self {
        let (notes, conditions) = (BTreeMap::new(), BTreeMap::new());
        Self { work, verify: None, notes, conditions, resident_ppm: None, offer: None }
    }

    /// Work for other roles, which are offered something: an address.
    pub fn service(service: impl Service + 'static, offer: String) -> Self {
        Self { offer: Some(offer), ..Self::of(Work::Service(Box::new(service))) }
    }

    /// Timed batches.
    pub fn batches(batch: impl FnMut(u64) -> Result<u64> + 'static) -> Self {
        Self::of(Work::Batches(Box::new(batch)))
    }

    /// Work done once, which is given the operation count.
    pub fn once(whole: impl FnOnce(u64, &mut Findings) -> Result<Tally> + 'static) -> Self {
        Self::of(Work::Once(Box::new(whole)))
    }

    /// Adds a check of the outcome.
    #[must_use]
    pub fn verified_by(mut self, verify: impl FnOnce() -> Result<()> + 'static) -> Self {
        self.verify = Some(Box::new(verify));
        self
    }

    /// Adds a condition under which the trial runs.
    #[must_use]
    pub fn under(mut self, condition: &str, value: &str) -> Self {
        self.conditions.insert(condition.to_owned(), value.to_owned());
        self
    }

    /// States which share of the data under test lies in the page cache, in millionths.
    #[must_use]
    pub fn resident(mut self, ppm: u64) -> Self {
        self.resident_ppm = Some(ppm);
        self
    }

    /// Adds something known of the case.
    #[must_use]
    pub fn noting(mut self, name: &str, text: impl Into<String>) -> Self {
        self.notes.insert(name.to_owned(), text.into());
        self
    }
}

/// What work done once has found.
#[derive(Debug, Default)]
pub struct Findings {
    /// Figures, by metric.
    pub values: Vec<(u16, Values)>,
    /// Metrics whose figures must not be used, and why.
    pub invalid: Vec<(u16, String)>,
    /// Conditions that only the work itself could find out.
    pub conditions: BTreeMap<String, String>,
    /// What else only the work itself could find out.
    pub notes: BTreeMap<String, String>,
}

impl Findings {
    /// Adds the latencies of a metric.
    pub fn latencies(&mut self, metric: u16, recorder: &Recorder) {
        self.values.push((metric, Values::Histogram(recorder.histogram())));
    }

    /// Adds an amount of a metric, and what it is per.
    pub fn single(&mut self, metric: u16, amount: u64, per: u64) {
        self.values.push((metric, Values::Single { amount, per }));
    }

    /// Marks the figures of a metric as of no use: they tell of something else than what was to be
    /// measured.
    pub fn invalid(&mut self, metric: u16, why: &str) {
        self.invalid.push((metric, why.to_owned()));
    }

    /// Adds a condition.
    pub fn condition(&mut self, name: &str, value: &str) {
        self.conditions.insert(name.to_owned(), value.to_owned());
    }

    /// Adds something worth knowing.
    pub fn note(&mut self, name: &str, text: impl Into<String>) {
        self.notes.insert(name.to_owned(), text.into());
    }
}

/// Records latencies without allocating: a histogram of two significant digits, prepared for
/// values up to one hundred seconds.
pub struct Recorder {
    histogram: Histogram<u64>,
    sum: u64,
}

impl Recorder {
    /// Largest latency that is told apart; anything longer counts as this.
    const LONGEST_NS: u64 = 100_000_000_000;

    /// An empty recorder, with all its memory written once.
    pub fn new() -> Self {
        let mut histogram = Histogram::new_with_max(Self::LONGEST_NS, 2)
            .expect("two digits up to a fixed maximum are valid bounds");
        histogram.saturating_record(1);
        histogram.reset();
        Self { histogram, sum: 0 }
    }

    /// Adds one latency; zero, which a coarse clock gives, counts as one nanosecond.
    #[inline]
    pub fn record(&mut self, ns: u64) {
        self.histogram.saturating_record(ns.max(1));
        self.sum = self.sum.saturating_add(ns);
    }

    /// Adds what another one has recorded.
    pub fn merge(&mut self, other: &Self) {
        self.histogram += &other.histogram;
        self.sum = self.sum.saturating_add(other.sum);
    }

    /// How many latencies there are.
    pub fn count(&self) -> u64 {
        self.histogram.len()
    }

    /// What was recorded, in the result format.
    pub fn histogram(&self) -> model::Histogram {
        let mut sparse = model::Histogram {
            max: if self.histogram.is_empty() { 0 } else { self.histogram.max() },
            sum: self.sum,
            ..model::Histogram::default()
        };
        for bucket in self.histogram.iter_recorded() {
            let value = bucket.value_iterated_to();
            let lower = self.histogram.lowest_equivalent(value);
            sparse.lower.push(lower);
            sparse.width.push(self.histogram.next_non_equivalent(value) - lower);
            sparse.count.push(bucket.count_since_last_iteration());
        }
        sparse
    }
}

impl Default for Recorder {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merged_recorders_hold_what_both_held() {
        let (mut one, mut other) = (Recorder::new(), Recorder::new());
        one.record(1_000);
        other.record(9_000);
        other.record(50_000);
        one.merge(&other);
        assert_eq!(one.count(), 3);
        let histogram = one.histogram();
        assert_eq!((histogram.total(), histogram.sum), (3, 60_000));
        assert!(histogram.max >= 50_000);
    }

    #[test]
    fn recorded_latencies_are_found_within_a_percent() {
        let mut recorder = Recorder::new();
        for ns in 1..=10_000_u64 {
            recorder.record(ns * 100);
        }
        let histogram = recorder.histogram();
        assert_eq!(histogram.total(), 10_000);
        assert_eq!(histogram.sum, (1..=10_000_u64).map(|ns| ns * 100).sum::<u64>());
        for (quantile, expected) in [(0.5, 500_000.0), (0.99, 990_000.0)] {
            let found = histogram.quantile(quantile).unwrap();
            assert!((found / expected - 1.0_f64).abs() < 0.01, "{quantile}: {found}");
        }
    }
}
