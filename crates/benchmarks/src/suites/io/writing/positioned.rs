//! One write after the other at explicit places, by one thread.

use sys::buffer::Aligned;
use sys::data::{File, How, Mode};

use super::{Call, Job, Write, write_all};
use crate::Result;
use crate::suites::io::metrics::Done;

pub(super) struct Positioned {
    memory: Aligned,
    job: Job,
}

impl Positioned {
    pub(super) fn new(job: Job) -> Self {
        Self { memory: job.supply.memory(), job }
    }
}

impl Write for Positioned {
    fn write(&mut self) -> Result<Done> {
        let Self { memory, job } = self;
        let file = job.open(Mode::Write)?;
        let end = job.whole_blocks_end();
        let mut at = job.part.start;
        while at < end {
            let length = (end - at).min(job.buffer as u64) as usize;
            let piece = &mut memory[job.supply.part(0, at, length)];
            job.supply.make(at, piece);
            write_all(piece, at, job.plan.direct, |data, at| {
                write(&file, job.plan.call, data, at)
            })?;
            at += piece.len() as u64;
        }
        job.write_rest(&file, at, memory)?;
        job.finish(file)
    }
}

fn write(file: &File, call: Call, data: &[u8], at: u64) -> sys::Result<usize> {
    match call {
        Call::DoNotCache => file.write_at_with(How::DoNotCache, data, at),
        _ => file.write_at(data, at),
    }
}
