//! The words of the trial protocol, written and read in one place.

use std::collections::BTreeMap;

use model::{Histogram, Measured, Observation, Stage, Tally, Value, Values};

use crate::protocol::Calibration;

/// Appends a line.
pub(crate) fn push(lines: &mut String, line: &str) {
    lines.push_str(line);
    lines.push('\n');
}

/// The line of a failure; line breaks in the reason would end it.
pub(crate) fn failed(stage: Stage, reason: &str) -> String {
    format!("failed {} {}", stage_name(stage), reason.replace(['\n', '\r'], " "))
}

const STAGES: [(&str, Stage); 5] = [
    ("start", Stage::Start),
    ("set_up", Stage::SetUp),
    ("work", Stage::Work),
    ("check", Stage::Check),
    ("settle", Stage::Settle),
];

fn stage_name(stage: Stage) -> &'static str {
    STAGES.iter().find(|(_, known)| *known == stage).map_or("work", |(name, _)| name)
}

/// The lines of an observation.
pub(crate) fn observation(lines: &mut String, metric: u16, values: &Values) {
    match values {
        Values::Batches { elapsed_ns, start_ns, .. } => {
            for (start, elapsed) in start_ns.iter().zip(elapsed_ns) {
                push(lines, &format!("sample {metric} {start} {elapsed}"));
            }
        }
        Values::Single { amount, per } => push(lines, &format!("single {metric} {amount} {per}")),
        Values::Histogram(histogram) => {
            let buckets = histogram.lower.iter().zip(&histogram.width).zip(&histogram.count);
            for ((lower, width), count) in buckets {
                push(lines, &format!("bucket {metric} {lower} {width} {count}"));
            }
            push(lines, &format!("histogram {metric} {} {}", histogram.max, histogram.sum));
        }
    }
}

/// Everything that a trial has said, put together.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    pub(crate) ready: bool,
    /// What other roles may use, such as an address.
    pub(crate) offer: Option<String>,
    pub(crate) done: bool,
    pub(crate) failed: Option<(Stage, String)>,
    pub(crate) unsupported: Option<String>,
    pub(crate) calibration: Option<Calibration>,
    pub(crate) tally: Option<Tally>,
    pub(crate) span_ns: Option<u64>,
    pub(crate) set_up_ns: u64,
    pub(crate) warm_up_ns: u64,
    pub(crate) usage: Option<sys::usage::Usage>,
    pub(crate) resident_ppm: Option<u64>,
    pub(crate) conditions: BTreeMap<String, Value>,
    pub(crate) notes: BTreeMap<String, String>,
    observations: BTreeMap<u16, Values>,
    /// Why the figures of a metric must not be used.
    invalid: BTreeMap<u16, String>,
}

impl Heard {
    /// Takes in one line; what it says of a line that it cannot read.
    pub(crate) fn hear(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "ready" => self.ready = true,
            "offer" => self.offer = Some(rest.to_owned()),
            "done" => self.done = true,
            "failed" => {
                let (stage, reason) = rest.split_once(' ').unwrap_or((rest, "no reason given"));
                let stage = STAGES.iter().find(|(name, _)| *name == stage);
                self.failed = Some((stage.map_or(Stage::Work, |(_, stage)| *stage), reason.into()));
            }
            "unsupported" => self.unsupported = Some(rest.to_owned()),
            "invalid" => {
                let (metric, why) = rest.split_once(' ').unwrap_or((rest, "no reason given"));
                let metric = metric
                    .parse()
                    .map_err(|_| format!("unreadable line of the trial: {line:?}"))?;
                self.invalid.insert(metric, why.to_owned());
            }
            "note" | "condition" => {
                let (name, text) = rest.split_once(' ').unwrap_or((rest, ""));
                if word == "note" {
                    self.notes.insert(name.to_owned(), text.to_owned());
                } else {
                    self.conditions.insert(name.to_owned(), Value::name(text));
                }
            }
            _ => return self.hear_numbers(word, rest, line),
        }
        Ok(())
    }

    fn hear_numbers(&mut self, word: &str, rest: &str, line: &str) -> Result<(), String> {
        let numbers: Option<Vec<u64>> = rest.split(' ').map(|number| number.parse().ok()).collect();
        let unreadable = || format!("unreadable line of the trial: {line:?}");
        let numbers = numbers.ok_or_else(unreadable)?;
        let metric = numbers.first().and_then(|&first| u16::try_from(first).ok());
        if metric.is_none() && matches!(word, "sample" | "single" | "bucket" | "histogram") {
            return Err(unreadable());
        }
        let metric = metric.unwrap_or_default();
        match (word, numbers.as_slice()) {
            ("sample", &[_, start, elapsed]) => self.sample(metric, start, elapsed),
            ("single", &[_, amount, per]) => {
                self.observations.insert(metric, Values::Single { amount, per });
            }
            ("bucket", &[_, lower, width, count]) => {
                let histogram = self.histogram(metric);
                histogram.lower.push(lower);
                histogram.width.push(width);
                histogram.count.push(count);
            }
            ("histogram", &[_, max, sum]) => {
                let histogram = self.histogram(metric);
                (histogram.max, histogram.sum) = (max, sum);
            }
            ("tally", &[operations, checksum]) => self.tally = Some(Tally { operations, checksum }),
            ("span", &[ns]) => self.span_ns = Some(ns),
            ("set_up", &[ns]) => self.set_up_ns = ns,
            ("warm_up", &[ns]) => self.warm_up_ns = ns,
            ("resident", &[ppm]) if ppm <= 1_000_000 => self.resident_ppm = Some(ppm),
            ("usage", &[user, system, minor, major, voluntary, involuntary]) => {
                self.usage = Some(sys::usage::Usage {
                    user_ns: user,
                    system_ns: system,
                    minor_faults: minor,
                    major_faults: major,
                    voluntary_switches: voluntary,
                    involuntary_switches: involuntary,
                });
            }
            ("calibrated", &[operations, batch_ns, resolution_ns, pair_ns]) => {
                let nonlinear_ppm = self.calibration.and_then(|known| known.nonlinear_ppm);
                self.calibration = Some(Calibration {
                    operations,
                    batch_ns,
                    nonlinear_ppm,
                    resolution_ns,
                    pair_ns,
                });
            }
            ("nonlinear", &[ppm]) => {
                self.calibration.get_or_insert_default().nonlinear_ppm = Some(ppm);
            }
            _ => return Err(unreadable()),
        }
        Ok(())
    }

    fn sample(&mut self, metric: u16, start: u64, elapsed: u64) {
        let values = self.observations.entry(metric).or_insert_with(|| Values::Batches {
            elapsed_ns: Vec::new(),
            start_ns: Vec::new(),
            operations: 0,
            warm_up: 0,
        });
        if let Values::Batches { elapsed_ns, start_ns, .. } = values {
            elapsed_ns.push(elapsed);
            start_ns.push(start);
        }
    }

    fn histogram(&mut self, metric: u16) -> &mut Histogram {
        let values = self
            .observations
            .entry(metric)
            .or_insert_with(|| Values::Histogram(Histogram::default()));
        if !matches!(values, Values::Histogram(_)) {
            *values = Values::Histogram(Histogram::default());
        }
        match values {
            Values::Histogram(histogram) => histogram,
            _ => unreachable!("it was made a histogram just now"),
        }
    }

    /// The figures, with what the order knows of the batches.
    pub(crate) fn measured(&mut self, role: &str, batch: u64, warm_up: u32) -> Measured {
        let observations = std::mem::take(&mut self.observations)
            .into_iter()
            .map(|(metric, mut values)| {
                if let Values::Batches { operations, warm_up: done, .. } = &mut values {
                    (*operations, *done) = (batch, warm_up);
                }
                Observation { metric, values, invalid: self.invalid.remove(&metric) }
            })
            .collect();
        let tallies = self.tally.map(|tally| (role.to_owned(), tally)).into_iter().collect();
        Measured { observations, tallies }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_heard() {
        let mut recorder = benchmarks::Recorder::new();
        for ns in [10, 20, 20, 30_000] {
            recorder.record(ns);
        }
        let said = [
            (
                0,
                Values::Batches {
                    elapsed_ns: vec![5, 6],
                    start_ns: vec![1, 7],
                    operations: 100,
                    warm_up: 3,
                },
            ),
            (1, Values::Single { amount: 8, per: 2 }),
            (2, Values::Histogram(recorder.histogram())),
        ];
        let mut lines = String::new();
        for (metric, values) in &said {
            observation(&mut lines, *metric, values);
        }
        push(&mut lines, "tally 500 7");
        push(&mut lines, "invalid 1 client-bound");
        push(&mut lines, "resident 125000");
        let mut heard = Heard::default();
        for line in lines.lines() {
            heard.hear(line).unwrap();
        }
        assert_eq!(heard.resident_ppm, Some(125_000));
        let measured = heard.measured("worker", 100, 3);
        let invalid: Vec<Option<&str>> =
            measured.observations.iter().map(|one| one.invalid.as_deref()).collect();
        assert_eq!(invalid, [None, Some("client-bound"), None]);
        let found: Vec<(u16, Values)> =
            measured.observations.into_iter().map(|one| (one.metric, one.values)).collect();
        assert_eq!(found, said);
        assert_eq!(measured.tallies.get("worker"), Some(&Tally { operations: 500, checksum: 7 }));
    }

    #[test]
    fn rubbish_is_refused_and_failures_keep_their_stage() {
        let mut heard = Heard::default();
        for line in [
            "sample 0 1",
            "sample 65536 1 1",
            "sample 0 x 3",
            "hello",
            "tally 1 2 3",
            "resident 1000001",
            "invalid x why",
            "",
        ] {
            assert!(heard.hear(line).is_err(), "{line:?}");
        }
        heard.hear(&failed(Stage::SetUp, "no\nspace")).unwrap();
        assert_eq!(heard.failed, Some((Stage::SetUp, "no space".into())));
    }
}
