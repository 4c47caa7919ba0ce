//! The C library's allocator, called as C programs call it.
//!
//! `malloc` and `free` are part of every system's C library, so there is one way for all.

use std::ffi::c_void;

use crate::{Error, Result};

/// Places for a fixed number of blocks; the array of pointers is written once in advance, so that
/// its own page faults are not in the figure.
pub struct Blocks(Box<[*mut c_void]>);

// SAFETY: the blocks belong to the C library's allocator, which any thread may give them back to.
unsafe impl Send for Blocks {}

impl Blocks {
    /// `count` places.
    pub fn new(count: usize) -> Self {
        // Not zeroed memory, which the system would map on first use: written memory.
        let dangling = std::ptr::without_provenance_mut(1);
        let mut places = vec![dangling; count].into_boxed_slice();
        places.fill(std::ptr::null_mut());
        Self(places)
    }

    /// Allocates the first `count` blocks in order, of `size(place)` bytes, and stores one byte at
    /// the start of each.
    #[inline]
    pub fn allocate(&mut self, count: usize, size: impl Fn(usize) -> usize) -> Result<()> {
        for (place, block) in self.0.iter_mut().take(count).enumerate() {
            // SAFETY: any size may be asked for.
            let allocated = unsafe { libc::malloc(size(place)) };
            if allocated.is_null() {
                return Err(Error::last("malloc"));
            }
            // SAFETY: the block is at least one byte long; the store is volatile so that the
            // optimiser cannot prove the pair of calls useless.
            unsafe { allocated.cast::<u8>().write_volatile(place as u8) };
            *block = allocated;
        }
        Ok(())
    }

    /// Frees all blocks in order and returns how many there were.
    #[inline]
    pub fn free(&mut self) -> usize {
        let mut freed = 0;
        for block in &mut self.0 {
            if block.is_null() {
                break;
            }
            // SAFETY: allocated above and freed once, since the place is cleared at once.
            unsafe { libc::free(*block) };
            *block = std::ptr::null_mut();
            freed += 1;
        }
        freed
    }
}

impl Drop for Blocks {
    fn drop(&mut self) {
        self.free();
    }
}

/// Keeps `bytes` of the heap until the process ends, to shift what is allocated afterwards.
pub fn shift(bytes: usize) {
    // SAFETY: any size may be asked for; the block is never used or freed.
    std::hint::black_box(unsafe { libc::malloc(bytes) });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_allocated_is_freed() {
        let mut blocks = Blocks::new(100);
        blocks.allocate(64, |place| (place % 32 + 1) * 4).unwrap();
        assert_eq!(blocks.free(), 64);
        assert_eq!(blocks.free(), 0);
    }
}
