//! The ways of writing a file from beginning to end. Each is set up before the clock starts.

mod mapped;
mod positioned;
mod queued;
mod threaded;

use std::ops::Range;

use sys::clock::now_ns;
use sys::data::{Access, Create, File, Mode};
use sys::file::Name;
use sys::queue::Kind;
use sys::room::{Room, reserve};

use super::content::Content;
use super::ending::End;
use super::metrics::Done;
use super::reading::{BLOCK, explained};
use super::supply::{STRIDE, Supply};
use crate::{Error, Result};

/// A way of writing.
pub(super) trait Write {
    /// Opens the file, writes all, brings it to the end point.
    fn write(&mut self) -> Result<Done>;
}

/// How a file is to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) call: Call,
    /// Bytes handed over at once; a mapping has none.
    pub(super) buffer: Option<usize>,
    pub(super) direct: bool,
    pub(super) room: Option<Room>,
    /// Writes in flight at once.
    pub(super) depth: usize,
    pub(super) create: Create,
    pub(super) end: End,
    /// Whether data are generated between the writes.
    pub(super) produce: bool,
}

/// The call that writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Call {
    /// `pwrite`.
    Plain,
    /// `pwritev2` with `RWF_DONTCACHE`.
    DoNotCache,
    /// A second thread, which writes one buffer while the first fills the other.
    Thread,
    /// A queue of writes.
    Queue(Kind),
    /// A mapping.
    Map,
}

/// The file, what it is to hold, and the part that is written; tests write parts of very large
/// ones.
pub(super) struct Target {
    pub(super) name: Name,
    pub(super) part: Range<u64>,
    pub(super) content: Content,
}

/// Sets up a way of writing; also what the file will hold.
pub(super) fn method(plan: &Plan, target: Target) -> Result<(Box<dyn Write>, Content)> {
    let slots = if plan.call == Call::Thread { 1 } else { plan.depth };
    let buffer = plan.buffer.unwrap_or(STRIDE);
    let supply = Supply::new(target.content, &target.part, plan.produce, buffer, slots);
    let job = Job { plan: *plan, name: target.name, part: target.part, supply, buffer };
    let method: Box<dyn Write> = match plan.call {
        Call::Map => Box::new(mapped::Mapped::new(job)?),
        Call::Thread => Box::new(threaded::Threaded::new(job)?),
        Call::Queue(kind) => Box::new(queued::Queued::new(job, kind)?),
        Call::Plain | Call::DoNotCache => Box::new(positioned::Positioned::new(job)),
    };
    Ok((method, supply.content))
}

/// What every way of writing knows.
struct Job {
    plan: Plan,
    name: Name,
    part: Range<u64>,
    supply: Supply,
    buffer: usize,
}

impl Job {
    /// Opens the file and asks for room.
    fn open(&self, mode: Mode) -> Result<File> {
        let Plan { direct, create, room, .. } = self.plan;
        let file = File::open(&self.name, Access { mode, direct, create })?;
        if let Some(room) = room {
            reserve(&file, &self.part, room)?;
        }
        Ok(file)
    }

    /// Where direct writes end; what is behind is no whole block.
    fn whole_blocks_end(&self) -> u64 {
        if self.plan.direct { self.part.end / BLOCK * BLOCK } else { self.part.end }
    }

    /// Writes a last piece that is no whole block, through the page cache.
    fn write_rest(&self, file: &File, from: u64, memory: &mut [u8]) -> Result<()> {
        let mut at = from;
        if at < self.part.end {
            file.stop_bypassing()?;
        }
        while at < self.part.end {
            let range = self.supply.part(0, at, (self.part.end - at) as usize);
            let piece = &mut memory[range];
            self.supply.make(at, piece);
            write_all(piece, at, false, |data, at| file.write_at(data, at))?;
            at += piece.len() as u64;
        }
        Ok(())
    }

    /// Brings the written file to its end point.
    fn finish(&self, file: File) -> Result<Done> {
        let data_ns = now_ns();
        self.plan.end.reach(file, &self.name, self.plan.create)?;
        Ok(Done { bytes: self.part.end - self.part.start, data_ns })
    }
}

/// Writes all of a piece by as many calls as it takes.
pub(super) fn write_all(
    piece: &[u8],
    at: u64,
    direct: bool,
    mut write: impl FnMut(&[u8], u64) -> sys::Result<usize>,
) -> Result<()> {
    let mut done = 0;
    while done < piece.len() {
        match write(&piece[done..], at + done as u64).map_err(|error| explained(error, direct))? {
            0 => return Err(Error::Wrong(format!("nothing was written at byte {at}"))),
            count => done += count,
        }
    }
    Ok(())
}
