//! The file as memory.

use sys::clock::now_ns;
use sys::data::{Access, File};
use sys::map::{Hint, Map};

use super::{Done, Read, Sink, Target};
use crate::Result;
use crate::suites::io::FAULT;

pub(super) struct Mapped {
    target: Target,
    hint: Hint,
}

impl Mapped {
    pub(super) fn new(target: Target, hint: Hint) -> Result<Self> {
        sys::map::explain_faults(FAULT)?;
        Ok(Self { target, hint })
    }
}

impl Read for Mapped {
    fn read(&mut self, sink: Option<Sink<'_>>) -> Result<Done> {
        let part = &self.target.part;
        let file = File::open(&self.target.name, Access::reading(false))?;
        let mut data_ns = 0;
        if !part.is_empty() {
            let map = Map::reading(&file, part, self.hint)?;
            match sink {
                None => map.touch(),
                Some(sink) => sink(part.start, map.bytes()),
            }
            data_ns = now_ns();
            map.unmap()?;
        }
        file.close()?;
        Ok(Done { bytes: part.end - part.start, data_ns, fallbacks: 0 })
    }
}
