//! Threads by the system's own call, not `std::thread`, which adds eight system calls to each.

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "unsupported.rs")]
mod imp;

use crate::Result;

/// Places for a fixed number of threads with an empty body, created and joined one by one.
///
/// POSIX: `pthread_create(3)` and `pthread_join(3)`.
pub struct EmptyThreads(imp::EmptyThreads);

impl EmptyThreads {
    /// Prepares `count` places; `stack_bytes` is the size of each stack, the system's default
    /// (null attributes) where `None`.
    pub fn new(count: usize, stack_bytes: Option<usize>) -> Result<Self> {
        imp::EmptyThreads::new(count, stack_bytes).map(Self)
    }

    /// Creates the thread of a place.
    #[inline]
    pub fn create(&mut self, place: usize) -> Result<()> {
        self.0.create(place)
    }

    /// Waits for the thread of a place to end. The place must have been created since.
    #[inline]
    pub fn join(&mut self, place: usize) -> Result<()> {
        self.0.join(place)
    }
}
