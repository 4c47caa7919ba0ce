//! From one mapping to another.

use sys::clock::now_ns;
use sys::data::{Create, Mode};
use sys::map::{Hint, Map};

use super::{Copy, Job};
use crate::Result;
use crate::suites::io::FAULT;
use crate::suites::io::metrics::Done;

pub(super) struct Mapped(Job);

impl Mapped {
    pub(super) fn new(job: Job) -> Result<Self> {
        sys::map::explain_faults(FAULT)?;
        Ok(Self(job))
    }
}

impl Copy for Mapped {
    fn copy(&mut self) -> Result<Done> {
        let Job { plan, target } = &self.0;
        let (from, to) = self.0.open(Mode::ReadWrite)?;
        let mut map = None;
        if !target.part.is_empty() {
            let source = Map::reading(&from, &target.part, Hint::Nothing)?;
            let mut copy = Map::writing(&to, &target.part)?;
            copy.bytes_mut().copy_from_slice(source.bytes());
            source.unmap()?;
            map = Some(copy);
        }
        let data_ns = now_ns();
        plan.end.reach_mapped(map, to, &target.to, Create::New)?;
        from.close()?;
        Ok(Done { bytes: target.part.end - target.part.start, data_ns })
    }
}
