//! Reading and writing in turn, by one thread.

use sys::buffer::Aligned;
use sys::data::Mode;

use super::{Copy, Job};
use crate::Result;
use crate::suites::io::metrics::Done;
use crate::suites::io::touched;

pub(super) struct ReadWrite {
    buffer: Aligned,
    job: Job,
}

impl ReadWrite {
    pub(super) fn new(job: Job) -> Self {
        Self { buffer: touched(job.plan.buffer), job }
    }
}

impl Copy for ReadWrite {
    fn copy(&mut self) -> Result<Done> {
        let Self { buffer, job } = self;
        let (from, to) = job.open(Mode::Write)?;
        let mut at = job.target.part.start;
        while at < job.target.part.end {
            let piece = job.read(&from, buffer, at)?;
            job.write(&to, piece, at)?;
            at += piece.len() as u64;
        }
        job.finish(from, to)
    }
}
