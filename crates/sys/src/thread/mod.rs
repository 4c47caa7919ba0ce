//! Threads by the system's own call, not `std::thread`, which adds eight system calls to each.

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "unsupported.rs")]
mod imp;

use std::sync::{Arc, Mutex, PoisonError};

use crate::{Error, Result};

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

/// A thread that does one thing and hands over what came of it.
///
/// POSIX: `pthread_create(3)` with null attributes, `pthread_join(3)`. Dropped without joining, it
/// goes on by itself.
pub struct Worker<T> {
    handle: imp::Handle,
    outcome: Arc<Mutex<Option<T>>>,
}

impl<T: Send + 'static> Worker<T> {
    /// Starts it.
    pub fn start(work: impl FnOnce() -> T + Send + 'static) -> Result<Self> {
        let outcome = Arc::new(Mutex::new(None));
        let place = Arc::clone(&outcome);
        let handle = imp::start(Box::new(move || {
            let done = work();
            *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
        }))?;
        Ok(Self { handle, outcome })
    }

    /// Waits for its end.
    pub fn join(self) -> Result<T> {
        self.handle.join()?;
        let done = self.outcome.lock().unwrap_or_else(PoisonError::into_inner).take();
        done.ok_or(Error::Unsupported("a thread ended without finishing its work"))
    }
}
