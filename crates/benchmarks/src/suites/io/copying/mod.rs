//! The ways of copying a file. Each is set up before the clock starts.

mod kernel;
mod mapped;
mod queued;
mod user;

use std::ops::Range;

use sys::clock::now_ns;
use sys::data::{Access, Create, File, Mode};
use sys::file::Name;
use sys::queue::Kind;
use sys::room::{Room, reserve};

use super::ending::End;
use super::metrics::Done;
use super::reading::{BLOCK, explained};
use super::writing::write_all;
use crate::Result;

/// A way of copying.
pub(super) trait Copy {
    /// Opens both files, copies all, brings the copy to the end point.
    fn copy(&mut self) -> Result<Done>;
}

/// How a file is to be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) call: Call,
    /// Bytes copied at once, where the call has a buffer or a pipe.
    pub(super) buffer: usize,
    pub(super) direct_source: bool,
    pub(super) direct_destination: bool,
    pub(super) room: Option<Room>,
    /// Transfers in flight at once.
    pub(super) depth: usize,
    pub(super) end: End,
}

/// The call that copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Call {
    /// `pread`, `pwrite`.
    ReadWrite,
    /// From one mapping to another.
    Map,
    /// `copy_file_range`.
    Range,
    /// `sendfile`.
    Send,
    /// `splice` through a pipe as large as the buffer.
    Splice,
    /// `FICLONE`.
    Share,
    /// A queue in which each piece is read, then written.
    Queue(Kind),
}

/// How data get from one file to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mechanism {
    /// Through the program's memory.
    UserLoop,
    /// Within the kernel.
    InKernel,
    /// Not at all: both files share blocks.
    Clone,
}

impl Mechanism {
    /// The name that results use.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::UserLoop => "user-loop",
            Self::InKernel => "in-kernel",
            Self::Clone => "clone",
        }
    }
}

impl Call {
    /// What the call does, as far as that is known before the file system was asked.
    pub(super) fn mechanism(self) -> Mechanism {
        match self {
            Self::ReadWrite | Self::Map | Self::Queue(_) => Mechanism::UserLoop,
            Self::Range | Self::Send | Self::Splice => Mechanism::InKernel,
            Self::Share => Mechanism::Clone,
        }
    }
}

/// Both files, and the part that is copied; tests copy parts of very large ones.
pub(super) struct Target {
    pub(super) from: Name,
    pub(super) to: Name,
    pub(super) part: Range<u64>,
}

/// Sets up a way of copying.
pub(super) fn method(plan: &Plan, target: Target) -> Result<Box<dyn Copy>> {
    let job = Job { plan: *plan, target };
    Ok(match plan.call {
        Call::ReadWrite => Box::new(user::ReadWrite::new(job)),
        Call::Map => Box::new(mapped::Mapped::new(job)?),
        Call::Range | Call::Send | Call::Splice | Call::Share => {
            Box::new(kernel::InKernel::new(job)?)
        }
        Call::Queue(kind) => Box::new(queued::Queued::new(job, kind)?),
    })
}

/// What every way of copying knows.
struct Job {
    plan: Plan,
    target: Target,
}

impl Job {
    /// Opens both files and asks for room.
    fn open(&self, mode: Mode) -> Result<(File, File)> {
        let Plan { direct_source, direct_destination, room, .. } = self.plan;
        let from = File::open(&self.target.from, Access::reading(direct_source))?;
        let access = Access { mode, direct: direct_destination, create: Create::New };
        let to = File::open(&self.target.to, access)?;
        if let Some(room) = room {
            reserve(&to, &self.target.part, room)?;
        }
        Ok((from, to))
    }

    /// Where direct writes end; what is behind is no whole block.
    fn whole_blocks_end(&self) -> u64 {
        let part = &self.target.part;
        let end = if self.plan.direct_destination { part.end / BLOCK * BLOCK } else { part.end };
        end.max(part.start)
    }

    /// Fills a buffer from the source, by as many calls as it takes; it ends where the part does.
    fn read<'a>(&self, from: &File, buffer: &'a mut [u8], at: u64) -> Result<&'a [u8]> {
        let direct = self.plan.direct_source;
        let left = self.target.part.end - at;
        let wanted = left.min(buffer.len() as u64) as usize;
        let asked = if direct { wanted.next_multiple_of(BLOCK as usize) } else { wanted };
        let asked = asked.min(buffer.len());
        let mut done = 0;
        while done < wanted {
            match from.read_at(&mut buffer[done..asked], at + done as u64) {
                Ok(0) => return Err(super::ended(at + done as u64, self.target.part.end)),
                Ok(count) => done += count,
                Err(error) => return Err(explained(error, direct)),
            }
        }
        Ok(&buffer[..wanted])
    }

    /// Writes a piece, of which a direct write leaves out what is no whole block.
    fn write(&self, to: &File, piece: &[u8], at: u64) -> Result<()> {
        let direct = self.plan.direct_destination;
        let whole =
            if direct { piece.len() / BLOCK as usize * BLOCK as usize } else { piece.len() };
        write_all(&piece[..whole], at, direct, |data, at| to.write_at(data, at))?;
        if whole < piece.len() {
            to.stop_bypassing()?;
            let at = at + whole as u64;
            write_all(&piece[whole..], at, false, |data, at| to.write_at(data, at))?;
        }
        Ok(())
    }

    /// Brings the copy to its end point and closes both files.
    fn finish(&self, from: File, to: File) -> Result<Done> {
        let data_ns = now_ns();
        self.plan.end.reach(to, &self.target.to, Create::New)?;
        from.close()?;
        Ok(Done { bytes: self.target.part.end - self.target.part.start, data_ns })
    }
}
