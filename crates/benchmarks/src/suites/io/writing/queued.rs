//! Several writes in flight at once.

use sys::data::{File, Mode};
use sys::queue::{Kind, Queue, Transfer, Way};

use super::{Job, Write, explained};
use crate::suites::io::metrics::Done;
use crate::{Error, Result};

pub(super) struct Queued {
    job: Job,
    queue: Queue,
    /// What each slot writes, from the first byte that is not written yet.
    writes: Vec<Transfer>,
}

impl Queued {
    pub(super) fn new(job: Job, kind: Kind) -> Result<Self> {
        let queue = Queue::new(kind, job.supply.memory(), job.plan.depth)?;
        let nothing = Transfer { way: Way::Write, file: 0, at: 0, memory: 0..0 };
        let writes = vec![nothing; job.plan.depth];
        Ok(Self { job, queue, writes })
    }

    /// Begins the next write in a slot; the place behind it.
    fn begin(&mut self, slot: usize, at: u64, end: u64) -> Result<u64> {
        let length = (end - at).min(self.job.buffer as u64) as usize;
        let memory = self.job.supply.part(slot, at, length);
        if self.job.supply.produce {
            self.job.supply.make(at, self.queue.memory(memory.clone()));
        }
        let behind = at + memory.len() as u64;
        self.writes[slot] = Transfer { way: Way::Write, file: 0, at, memory };
        self.queue.submit(slot, &self.writes[slot])?;
        Ok(behind)
    }

    /// Writes everything up to `end`.
    fn run(&mut self, file: &File, end: u64) -> Result<()> {
        self.queue.attach(&[file])?;
        let (mut next, mut running) = (self.job.part.start, 0);
        for slot in 0..self.job.plan.depth {
            if next < end {
                next = self.begin(slot, next, end)?;
                running += 1;
            }
        }
        while running > 0 {
            let direct = self.job.plan.direct;
            let done = self.queue.wait().map_err(|error| explained(error, direct))?;
            let write = &mut self.writes[done.slot];
            if done.bytes == 0 {
                return Err(Error::Wrong(format!("nothing was written at byte {}", write.at)));
            }
            if done.bytes < write.memory.len() {
                write.at += done.bytes as u64;
                write.memory.start += done.bytes;
                self.queue.submit(done.slot, write)?;
            } else if next < end {
                next = self.begin(done.slot, next, end)?;
            } else {
                running -= 1;
            }
        }
        Ok(())
    }
}

impl Write for Queued {
    fn write(&mut self) -> Result<Done> {
        let file = self.job.open(Mode::Write)?;
        let end = self.job.whole_blocks_end().max(self.job.part.start);
        self.run(&file, end)?;
        let all = 0..self.queue.memory_bytes();
        self.job.write_rest(&file, end, self.queue.memory(all))?;
        self.job.finish(file)
    }
}
