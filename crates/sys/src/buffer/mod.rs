//! Memory that direct input and output accept.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// What buffers are aligned to: a page of most systems, and at least what any block device asks.
pub const ALIGNMENT: usize = 4096;

/// Bytes whose first lies at a multiple of [`ALIGNMENT`], all zero at first.
pub struct Aligned {
    start: NonNull<u8>,
    layout: Layout,
}

impl Aligned {
    /// So many bytes, at least one.
    pub fn new(bytes: usize) -> Self {
        let layout = Layout::from_size_align(bytes.max(1), ALIGNMENT)
            .unwrap_or_else(|_| handle_alloc_error(Layout::new::<u8>()));
        // SAFETY: the layout has a size that is not zero.
        let start = unsafe { alloc_zeroed(layout) };
        let start = NonNull::new(start).unwrap_or_else(|| handle_alloc_error(layout));
        Self { start, layout }
    }
}

impl Deref for Aligned {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        // SAFETY: allocated and initialised with this length, and borrowed as `self` is.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.layout.size()) }
    }
}

impl DerefMut for Aligned {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u8] {
        // SAFETY: allocated and initialised with this length, and borrowed alone as `self` is.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.layout.size()) }
    }
}

impl Drop for Aligned {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout and not used afterwards.
        unsafe { dealloc(self.start.as_ptr(), self.layout) };
    }
}

// SAFETY: the memory belongs to this value alone.
unsafe impl Send for Aligned {}
// SAFETY: shared borrows only read.
unsafe impl Sync for Aligned {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_are_aligned_and_keep_what_is_stored() {
        for bytes in [1, 512, 4096, 70_000] {
            let mut buffer = Aligned::new(bytes);
            assert_eq!(buffer.as_ptr() as usize % ALIGNMENT, 0);
            assert_eq!(buffer.len(), bytes);
            buffer[bytes - 1] = 7;
            assert_eq!(buffer[bytes - 1], 7);
        }
    }
}
