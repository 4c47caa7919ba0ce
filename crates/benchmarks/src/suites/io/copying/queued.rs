//! Several pieces in flight at once, each of them first read, then written from the same memory.

use std::ops::Range;

use sys::data::{File, Mode};
use sys::queue::{Completion, Kind, Queue, Transfer, Way};

use super::{Copy, Job, explained};
use crate::suites::io::metrics::Done;
use crate::suites::io::{ended, touched};
use crate::{Error, Result};

/// The attached files.
const FROM: usize = 0;
const TO: usize = 1;

pub(super) struct Queued {
    job: Job,
    queue: Queue,
    pieces: Vec<Piece>,
}

/// What a slot copies.
#[derive(Clone)]
struct Piece {
    /// Place in both files.
    at: u64,
    memory: Range<usize>,
    /// What is left of the step that it is in.
    step: Transfer,
}

impl Queued {
    pub(super) fn new(job: Job, kind: Kind) -> Result<Self> {
        let memory = touched(job.plan.buffer * job.plan.depth);
        let queue = Queue::new(kind, memory, job.plan.depth)?;
        let step = Transfer { way: Way::Read, file: FROM, at: 0, memory: 0..0 };
        let pieces = vec![Piece { at: 0, memory: 0..0, step }; job.plan.depth];
        Ok(Self { job, queue, pieces })
    }

    /// Begins to read the next piece in a slot; the place behind it.
    fn begin(&mut self, slot: usize, at: u64, end: u64) -> Result<u64> {
        let start = slot * self.job.plan.buffer;
        let length = (end - at).min(self.job.plan.buffer as u64) as usize;
        let memory = start..start + length;
        let step = Transfer { way: Way::Read, file: FROM, at, memory: memory.clone() };
        self.queue.submit(slot, &step)?;
        self.pieces[slot] = Piece { at, memory, step };
        Ok(at + length as u64)
    }

    /// Goes on with a piece; whether it is copied.
    fn go_on(&mut self, done: Completion) -> Result<bool> {
        let Piece { at, memory, step } = &mut self.pieces[done.slot];
        match (done.bytes, step.way) {
            (0, Way::Read) => return Err(ended(step.at, self.job.target.part.end)),
            (0, Way::Write) => {
                return Err(Error::Wrong(format!("nothing was written at byte {}", step.at)));
            }
            (bytes, _) if bytes < step.memory.len() => {
                step.at += bytes as u64;
                step.memory.start += bytes;
            }
            (_, Way::Read) => {
                *step = Transfer { way: Way::Write, file: TO, at: *at, memory: memory.clone() };
            }
            (_, Way::Write) => return Ok(true),
        }
        self.queue.submit(done.slot, step)?;
        Ok(false)
    }

    /// Copies everything up to `end`.
    fn run(&mut self, from: &File, to: &File, end: u64) -> Result<()> {
        self.queue.attach(&[from, to])?;
        let direct = self.job.plan.direct_source || self.job.plan.direct_destination;
        let (mut next, mut running) = (self.job.target.part.start, 0);
        for slot in 0..self.job.plan.depth {
            if next < end {
                next = self.begin(slot, next, end)?;
                running += 1;
            }
        }
        while running > 0 {
            let done = self.queue.wait().map_err(|error| explained(error, direct))?;
            if self.go_on(done)? {
                if next < end {
                    next = self.begin(done.slot, next, end)?;
                } else {
                    running -= 1;
                }
            }
        }
        Ok(())
    }
}

impl Copy for Queued {
    fn copy(&mut self) -> Result<Done> {
        let (from, to) = self.job.open(Mode::Write)?;
        let end = self.whole_blocks_end();
        self.run(&from, &to, end)?;
        let all = 0..self.queue.memory_bytes();
        let mut at = end;
        while at < self.job.target.part.end {
            let piece = self.job.read(&from, self.queue.memory(all.clone()), at)?;
            self.job.write(&to, piece, at)?;
            at += piece.len() as u64;
        }
        self.job.finish(from, to)
    }
}

impl Queued {
    /// Where whole blocks end that may be read and written directly.
    fn whole_blocks_end(&self) -> u64 {
        let end = self.job.whole_blocks_end();
        let part = &self.job.target.part;
        let blocks =
            if self.job.plan.direct_source { part.end / super::BLOCK * super::BLOCK } else { end };
        end.min(blocks).max(part.start)
    }
}
