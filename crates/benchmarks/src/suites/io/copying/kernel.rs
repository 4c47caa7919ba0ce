//! Copies that the kernel makes.

use sys::copy::{Pipe, copy_range, seek, send, share};
use sys::data::{File, Mode};

use super::{Call, Copy, Job};
use crate::suites::io::ended;
use crate::suites::io::metrics::Done;
use crate::{Error, Result};

pub(super) struct InKernel {
    pipe: Option<Pipe>,
    job: Job,
}

impl InKernel {
    pub(super) fn new(job: Job) -> Result<Self> {
        let pipe = match job.plan.call {
            Call::Splice => Some(Pipe::new(job.plan.buffer)?),
            _ => None,
        };
        Ok(Self { pipe, job })
    }

    /// Copies what one call takes; the bytes copied.
    fn step(&self, from: &File, to: &File, at: u64, left: u64) -> Result<u64> {
        let count = match (self.job.plan.call, &self.pipe) {
            (Call::Range, _) => copy_range(from, to, at, left)?,
            (Call::Send, _) => send(from, to, at, left)?,
            (_, Some(pipe)) => self.splice(pipe, from, to, at, left)?,
            (_, None) => return Err(Error::Wrong("the call copies by no steps".into())),
        };
        match count {
            0 => Err(ended(at, self.job.target.part.end)),
            count => Ok(count as u64),
        }
    }

    /// Fills the pipe and empties it.
    fn splice(&self, pipe: &Pipe, from: &File, to: &File, at: u64, left: u64) -> Result<usize> {
        let wanted = left.min(self.job.plan.buffer as u64) as usize;
        let taken = pipe.fill(from, at, wanted)?;
        let mut given = 0;
        while given < taken {
            match pipe.empty(to, at + given as u64, taken - given)? {
                0 => return Err(Error::Wrong(format!("nothing was written at byte {at}"))),
                count => given += count,
            }
        }
        Ok(taken)
    }
}

impl Copy for InKernel {
    fn copy(&mut self) -> Result<Done> {
        let Job { plan, target } = &self.job;
        let (from, to) = self.job.open(Mode::Write)?;
        if plan.call == Call::Share {
            share(&from, &to)?;
            return self.job.finish(from, to);
        }
        let mut at = target.part.start;
        if plan.call == Call::Send && at > 0 {
            seek(&to, at)?;
        }
        while at < target.part.end {
            at += self.step(&from, &to, at, target.part.end - at)?;
        }
        self.job.finish(from, to)
    }
}
