//! Double buffering: a second thread reads one buffer while the first uses the other. They sleep
//! while they wait for each other.

use std::ops::Range;
use std::sync::Arc;
use std::thread::JoinHandle;

use sys::buffer::Aligned;
use sys::clock::now_ns;
use sys::data::File;
use sys::handover::Handover;

use super::{Done, Plan, Read, Sink, Target, explained};
use crate::suites::io::{ended, touched};
use crate::{Error, Result};

pub(super) struct Threaded {
    plan: Plan,
    target: Target,
    between: Arc<Between>,
    /// The buffer that the reader begins with.
    spare: Option<Aligned>,
    reader: Option<JoinHandle<()>>,
}

/// What lies between the two threads.
struct Between {
    /// An open file to read; `None`: leave.
    orders: Handover<Option<(File, Aligned)>>,
    filled: Handover<Answer>,
    empty: Handover<Aligned>,
}

/// What the reader says.
enum Answer {
    /// A piece of the file.
    Piece { at: u64, count: usize, buffer: Aligned },
    /// All was read.
    End { file: File, unused: Option<Aligned> },
    /// Reading failed; the file is closed.
    Failed(Error),
}

impl Threaded {
    pub(super) fn new(plan: &Plan, target: Target) -> Result<Self> {
        let between = Arc::new(Between {
            orders: Handover::new()?,
            filled: Handover::new()?,
            empty: Handover::new()?,
        });
        between.empty.put(touched(plan.buffer));
        let spare = Some(touched(plan.buffer));
        let reader = {
            let (between, plan, part) = (between.clone(), plan.clone(), target.part.clone());
            std::thread::Builder::new()
                .spawn(move || follow_orders(&between, &plan, &part))
                .map_err(|source| Error::Prepare { what: "starting a thread".into(), source })?
        };
        Ok(Self { plan: plan.clone(), target, between, spare, reader: Some(reader) })
    }
}

impl Read for Threaded {
    fn read(&mut self, mut sink: Option<Sink<'_>>) -> Result<Done> {
        let lost = || Error::Wrong("an earlier failure took a buffer with it".into());
        let end = self.target.part.end;
        let file = self.plan.open(&self.target)?;
        self.between.orders.put(Some((file, self.spare.take().ok_or_else(lost)?)));
        let mut bytes = 0;
        loop {
            match self.between.filled.take() {
                Answer::Piece { at, count, buffer } => {
                    if let Some(sink) = &mut sink {
                        sink(at, &buffer[..count]);
                    }
                    bytes += count as u64;
                    // The last buffer is not asked for again.
                    if at + (count as u64) < end {
                        self.between.empty.put(buffer);
                    } else {
                        self.spare = Some(buffer);
                    }
                }
                Answer::End { file, unused } => {
                    let data_ns = now_ns();
                    file.close()?;
                    self.spare = self.spare.take().or(unused);
                    return Ok(Done { bytes, data_ns, fallbacks: 0 });
                }
                Answer::Failed(error) => return Err(error),
            }
        }
    }
}

impl Drop for Threaded {
    fn drop(&mut self) {
        self.between.orders.put(None);
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
    }
}

/// The reader's life.
fn follow_orders(between: &Between, plan: &Plan, part: &Range<u64>) {
    while let Some((file, buffer)) = between.orders.take() {
        let answer = match read_all(between, plan, part, &file, buffer) {
            Ok(unused) => Answer::End { file, unused },
            Err(error) => Answer::Failed(error),
        };
        between.filled.put(answer);
    }
}

fn read_all(
    between: &Between,
    plan: &Plan,
    part: &Range<u64>,
    file: &File,
    first: Aligned,
) -> Result<Option<Aligned>> {
    let mut spare = Some(first);
    let mut at = part.start;
    while at < part.end {
        let mut buffer = spare.take().unwrap_or_else(|| between.empty.take());
        let length = plan.length(at, part);
        let count = file
            .read_at(&mut buffer[..length], at)
            .map_err(|error| explained(error, plan.direct))?
            .min((part.end - at) as usize);
        if count == 0 {
            return Err(ended(at, part.end));
        }
        between.filled.put(Answer::Piece { at, count, buffer });
        at += count as u64;
    }
    Ok(spare)
}
