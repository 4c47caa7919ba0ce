//! The ways of reading a file from beginning to end. Each is set up before the clock starts and
//! can read again, so that what it reads can be checked afterwards.

mod mapped;
mod positioned;
mod queued;
mod threaded;

use std::io::ErrorKind;
use std::ops::Range;

use sys::advice::{Advice, advise};
use sys::data::{Access, File};
use sys::file::Name;
use sys::map::Hint;
use sys::queue::Kind;

use crate::{Error, Result};

/// What is done with what was read: the place in the file, and the bytes from there. Pieces come in
/// any order.
pub(super) type Sink<'a> = &'a mut dyn FnMut(u64, &[u8]);

/// A way of reading.
pub(super) trait Read {
    /// Opens the file, reads all, closes it. Without a sink nothing is done with the bytes; a
    /// mapping reads one of each page.
    fn read(&mut self, sink: Option<Sink<'_>>) -> Result<Done>;
}

/// What came of reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Done {
    /// Bytes read.
    pub(super) bytes: u64,
    /// When the last of them was there.
    pub(super) data_ns: u64,
    /// Reads that were made again by a call that waits.
    pub(super) fallbacks: u64,
}

/// How a file is to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) call: Call,
    /// Bytes asked for at once; a mapping has none.
    pub(super) buffer: usize,
    pub(super) advice: Option<Advice>,
    pub(super) direct: bool,
    /// Reads in flight at once.
    pub(super) depth: usize,
}

/// The call that reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Call {
    /// `pread`.
    Plain,
    /// `preadv2` with `RWF_NOWAIT`, and `pread` for what is not in memory.
    NoWait,
    /// `preadv2` with `RWF_DONTCACHE`.
    DoNotCache,
    /// A second thread, which reads ahead by one buffer.
    Thread,
    /// A queue of reads.
    Queue(Kind),
    /// A mapping.
    Map(Hint),
}

/// The part of a file that is read; tests read parts of very large ones.
pub(super) struct Target {
    pub(super) name: Name,
    pub(super) part: Range<u64>,
}

/// Sets up a way of reading.
pub(super) fn method(plan: &Plan, target: Target) -> Result<Box<dyn Read>> {
    Ok(match plan.call {
        Call::Map(hint) => Box::new(mapped::Mapped::new(target, hint)?),
        Call::Thread => Box::new(threaded::Threaded::new(plan, target)?),
        Call::Queue(kind) => Box::new(queued::Queued::new(plan, kind, target)?),
        Call::Plain | Call::NoWait | Call::DoNotCache => {
            Box::new(positioned::Positioned::new(plan, target))
        }
    })
}

/// Direct transfers are of whole blocks of any device.
pub(super) const BLOCK: u64 = 4096;

impl Plan {
    /// How much to ask for from `at`: a buffer, or what is left of the part; a direct read asks for
    /// whole blocks and is answered as much as there is.
    fn length(&self, at: u64, part: &Range<u64>) -> usize {
        let left = part.end - at;
        let left = if self.direct { left.next_multiple_of(BLOCK) } else { left };
        left.min(self.buffer as u64) as usize
    }

    /// Opens a file and gives the advice on it.
    fn open(&self, target: &Target) -> Result<File> {
        let file = File::open(&target.name, Access::reading(self.direct))?;
        if let Some(advice) = self.advice {
            advise(&file, &target.part, advice)?;
        }
        Ok(file)
    }
}

/// The error of a transfer, told apart where the file system refuses direct ones only now.
#[cold]
pub(super) fn explained(error: sys::Error, direct: bool) -> Error {
    match &error {
        sys::Error::Os { source, .. } if direct && source.kind() == ErrorKind::InvalidInput => {
            sys::Error::Unsupported("O_DIRECT is refused for a transfer of this size").into()
        }
        _ => error.into(),
    }
}
