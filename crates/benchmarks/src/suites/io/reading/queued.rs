//! Several reads in flight at once.

use sys::clock::now_ns;
use sys::data::File;
use sys::queue::{Kind, Queue, Transfer, Way};

use super::{Done, Plan, Read, Sink, Target, explained};
use crate::Result;
use crate::suites::io::{ended, touched};

pub(super) struct Queued {
    plan: Plan,
    target: Target,
    queue: Queue,
    /// What each slot reads, from the first byte still missing.
    reads: Vec<Transfer>,
}

impl Queued {
    pub(super) fn new(plan: &Plan, kind: Kind, target: Target) -> Result<Self> {
        let memory = touched(plan.buffer * plan.depth);
        let queue = Queue::new(kind, memory, plan.depth)?;
        let nothing = Transfer { way: Way::Read, file: 0, at: 0, memory: 0..0 };
        Ok(Self { plan: plan.clone(), target, queue, reads: vec![nothing; plan.depth] })
    }

    /// Begins the next read in a slot; the place behind it.
    fn begin(&mut self, slot: usize, at: u64) -> Result<u64> {
        let length = self.plan.length(at, &self.target.part);
        let start = slot * self.plan.buffer;
        self.reads[slot].at = at;
        self.reads[slot].memory = start..start + length;
        self.queue.submit(slot, &self.reads[slot])?;
        Ok(at + length as u64)
    }

    /// Reads everything of the open file.
    fn run(&mut self, file: &File, mut sink: Option<Sink<'_>>) -> Result<u64> {
        self.queue.attach(&[file])?;
        let part = self.target.part.clone();
        let (mut next, mut running, mut bytes) = (part.start, 0, 0);
        for slot in 0..self.plan.depth {
            if next < part.end {
                next = self.begin(slot, next)?;
                running += 1;
            }
        }
        while running > 0 {
            let done = self.queue.wait().map_err(|error| explained(error, self.plan.direct))?;
            let read = &mut self.reads[done.slot];
            let (at, start) = (read.at, read.memory.start);
            let wanted = (part.end - at).min(read.memory.len() as u64);
            let count = (done.bytes as u64).min(wanted);
            if count == 0 {
                return Err(ended(at, part.end));
            }
            if let Some(sink) = &mut sink {
                sink(at, self.queue.memory(start..start + count as usize));
            }
            bytes += count;
            if count < wanted {
                read.at += count;
                read.memory.start += count as usize;
                self.queue.submit(done.slot, read)?;
            } else if next < part.end {
                next = self.begin(done.slot, next)?;
            } else {
                running -= 1;
            }
        }
        Ok(bytes)
    }
}

impl Read for Queued {
    fn read(&mut self, sink: Option<Sink<'_>>) -> Result<Done> {
        let file = self.plan.open(&self.target)?;
        let bytes = self.run(&file, sink)?;
        let data_ns = now_ns();
        file.close()?;
        Ok(Done { bytes, data_ns, fallbacks: 0 })
    }
}
