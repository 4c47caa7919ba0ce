//! Where the data of writes come from: a pool that was generated before the clock started, or a
//! generator that works between the writes.

use std::ops::Range;

use sys::buffer::Aligned;

use super::content::Content;
use super::parameters::MOST_MEMORY;
use super::touched;

/// What is taken at once where a call has no buffer.
pub(super) const STRIDE: usize = 1 << 20;

/// A source of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Supply {
    /// What the file is to hold.
    pub(super) content: Content,
    /// Whether pieces are generated when they are asked for.
    pub(super) produce: bool,
    buffer: usize,
    slots: usize,
}

impl Supply {
    /// For a part of a file that is written in pieces of `buffer`, so many of them at once.
    pub(super) fn new(
        content: Content,
        part: &Range<u64>,
        produce: bool,
        buffer: usize,
        slots: usize,
    ) -> Self {
        let bytes = part.end - part.start;
        let whole = MOST_MEMORY / buffer as u64 * buffer as u64;
        let period = if bytes <= MOST_MEMORY { bytes.max(1) } else { whole };
        let period = if produce { u64::MAX } else { period };
        Self { content: Content { start: part.start, period, ..content }, produce, buffer, slots }
    }

    /// The memory from which pieces are taken.
    pub(super) fn memory(&self) -> Aligned {
        if self.produce {
            return touched(self.buffer * self.slots);
        }
        let mut pool = Aligned::new(self.content.period as usize);
        self.content.fill(self.content.start, &mut pool);
        pool
    }

    /// Where a piece lies in this memory; it may be shorter than asked for.
    pub(super) fn part(&self, slot: usize, at: u64, length: usize) -> Range<usize> {
        if self.produce {
            let start = slot * self.buffer;
            return start..start + length.min(self.buffer);
        }
        let start = ((at - self.content.start) % self.content.period) as usize;
        start..start + length.min(self.content.period as usize - start)
    }

    /// Generates a piece, where that is to be done now.
    pub(super) fn make(&self, at: u64, piece: &mut [u8]) {
        if self.produce {
            self.content.fill(at, piece);
        }
    }
}
