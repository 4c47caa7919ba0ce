//! The file as memory.

use sys::buffer::Aligned;
use sys::clock::now_ns;
use sys::data::Mode;
use sys::map::Map;

use super::{Job, Write};
use crate::Result;
use crate::suites::io::FAULT;
use crate::suites::io::metrics::Done;

pub(super) struct Mapped {
    /// Unused where data are generated into the mapping.
    memory: Aligned,
    job: Job,
}

impl Mapped {
    pub(super) fn new(job: Job) -> Result<Self> {
        sys::map::explain_faults(FAULT)?;
        Ok(Self { memory: job.supply.memory(), job })
    }
}

impl Write for Mapped {
    fn write(&mut self) -> Result<Done> {
        let Self { memory, job } = self;
        let file = job.open(Mode::ReadWrite)?;
        let mut map = None;
        if !job.part.is_empty() {
            let mut pages = Map::writing(&file, &job.part)?;
            let mut at = job.part.start;
            for place in pages.bytes_mut().chunks_mut(job.buffer) {
                if job.supply.produce {
                    job.supply.make(at, place);
                } else {
                    place.copy_from_slice(&memory[job.supply.part(0, at, place.len())]);
                }
                at += place.len() as u64;
            }
            map = Some(pages);
        }
        let data_ns = now_ns();
        job.plan.end.reach_mapped(map, file, &job.name, job.plan.create)?;
        Ok(Done { bytes: job.part.end - job.part.start, data_ns })
    }
}
