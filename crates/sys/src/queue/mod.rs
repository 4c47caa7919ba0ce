//! Asynchronous transfers between files and one piece of memory: POSIX AIO, Linux AIO, `io_uring`.
//!
//! A queue owns its memory, so that nothing can be moved or freed while a transfer uses it, and
//! waits for all transfers before it goes.

#[cfg_attr(not(target_os = "linux"), path = "unsupported.rs")]
#[cfg_attr(target_os = "linux", path = "linux/mod.rs")]
mod imp;

use std::ops::Range;

use crate::Result;
use crate::buffer::Aligned;
use crate::data::File;

/// Who does the transfers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `aio_read(3)`, `aio_write(3)`, `aio_suspend(3)`: threads of the C library on Linux.
    PosixAio,
    /// `io_submit(2)`, `io_getevents(2)`.
    LinuxAio,
    /// `io_uring_enter(2)`.
    Uring,
    /// The same with the memory and the files registered in advance.
    UringFixed,
}

/// Which way data go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From the file to memory.
    Read,
    /// From memory to the file.
    Write,
}

/// One transfer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// Which way.
    pub way: Way,
    /// Number of the attached file.
    pub file: usize,
    /// Place in the file.
    pub at: u64,
    /// Part of the queue's memory.
    pub memory: Range<usize>,
}

/// What was done in a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The slot, which is free again.
    pub slot: usize,
    /// Bytes transferred, which may be fewer than asked for.
    pub bytes: usize,
}

/// A queue of transfers; each has a slot, and a slot has one transfer at a time.
pub struct Queue {
    // Dropped before the memory.
    engine: imp::Engine,
    in_flight: Vec<Option<Range<usize>>>,
    memory: Aligned,
}

impl Queue {
    /// Sets up a queue of `depth` slots for up to two files.
    ///
    /// # Panics
    /// Where the depth is zero.
    pub fn new(kind: Kind, memory: Aligned, depth: usize) -> Result<Self> {
        assert!(depth > 0, "a queue has slots");
        let mut memory = memory;
        let engine = imp::Engine::new(kind, &mut memory, depth)?;
        Ok(Self { engine, in_flight: vec![None; depth], memory })
    }

    /// Makes open files known by their place in the list; with registered files one system call.
    #[inline]
    pub fn attach(&mut self, files: &[&File]) -> Result<()> {
        self.engine.attach(files)
    }

    /// Slots.
    pub fn depth(&self) -> usize {
        self.in_flight.len()
    }

    /// Bytes of memory.
    pub fn memory_bytes(&self) -> usize {
        self.memory.len()
    }

    /// Begins a transfer, or puts it where the next [`Queue::wait`] begins it.
    ///
    /// # Panics
    /// Where the slot is taken or the part is none of the memory.
    #[inline]
    pub fn submit(&mut self, slot: usize, transfer: &Transfer) -> Result<()> {
        let part = transfer.memory.clone();
        assert!(part.start <= part.end && part.end <= self.memory.len(), "not of this memory");
        assert!(self.in_flight[slot].is_none(), "the slot is taken");
        self.engine.submit(slot, transfer, &mut self.memory[part.clone()])?;
        self.in_flight[slot] = Some(part);
        Ok(())
    }

    /// Waits for one transfer.
    ///
    /// # Panics
    /// Where none was submitted.
    #[inline]
    pub fn wait(&mut self) -> Result<Completion> {
        assert!(self.in_flight.iter().any(Option::is_some), "nothing was submitted");
        let (slot, done) = self.engine.wait()?;
        self.in_flight[slot] = None;
        done.map(|bytes| Completion { slot, bytes })
    }

    /// Memory that no transfer uses.
    ///
    /// # Panics
    /// Where a transfer uses a part of it.
    #[inline]
    pub fn memory(&mut self, part: Range<usize>) -> &mut [u8] {
        let touches = |taken: &Range<usize>| taken.start < part.end && part.start < taken.end;
        assert!(!self.in_flight.iter().flatten().any(touches), "a transfer uses this memory");
        &mut self.memory[part]
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        while self.in_flight.iter().any(Option::is_some) {
            if let Ok((slot, _)) = self.engine.wait() {
                self.in_flight[slot] = None;
                continue;
            }
            // What is still in flight may write to the memory: it is kept for ever.
            std::mem::forget(std::mem::replace(&mut self.memory, Aligned::new(1)));
            return;
        }
    }
}
