//! A value that threads take turns with, and sleep until it has changed.
//!
//! POSIX: `pthread_mutex_lock(3)`, `pthread_cond_wait(3)`; nobody spins.

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "unsupported.rs")]
mod imp;

use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};

use crate::Result;

/// A value, its lock, and a condition to wait for.
pub struct Monitor<T> {
    lock: imp::Lock,
    value: UnsafeCell<T>,
}

// SAFETY: whoever uses the value holds the lock.
unsafe impl<T: Send> Sync for Monitor<T> {}
// SAFETY: lock and value lie at fixed places of their own and belong to no thread.
unsafe impl<T: Send> Send for Monitor<T> {}

impl<T> Monitor<T> {
    /// A value that nobody holds.
    pub fn new(value: T) -> Result<Self> {
        Ok(Self { lock: imp::Lock::new()?, value: UnsafeCell::new(value) })
    }

    /// Waits for the turn.
    #[inline]
    pub fn enter(&self) -> Turn<'_, T> {
        self.lock.take();
        Turn(self)
    }

    /// Wakes all that wait; they look again when their turn comes.
    #[inline]
    pub fn wake_all(&self) {
        self.lock.wake_all();
    }
}

/// The turn of one thread; dropping it lets the next one have it.
pub struct Turn<'a, T>(&'a Monitor<T>);

impl<T> Turn<'_, T> {
    /// Gives the turn up, sleeps until somebody wakes all, and waits for the turn again. May also
    /// return without reason: look whether what was waited for has come.
    #[inline]
    pub fn sleep(&mut self) {
        self.0.lock.sleep();
    }
}

impl<T> Deref for Turn<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: this thread holds the lock as long as `self` lives.
        unsafe { &*self.0.value.get() }
    }
}

impl<T> DerefMut for Turn<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: this thread holds the lock as long as `self` lives, and borrows it alone.
        unsafe { &mut *self.0.value.get() }
    }
}

impl<T> Drop for Turn<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.0.lock.leave();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::thread::Worker;

    #[test]
    fn threads_take_turns_and_wake_each_other() {
        let monitor = Arc::new(Monitor::new(0_u64).unwrap());
        let workers: Vec<_> = (0..4_u64)
            .map(|own| {
                let monitor = Arc::clone(&monitor);
                Worker::start(move || {
                    for _ in 0..100 {
                        let mut turn = monitor.enter();
                        while *turn % 4 != own {
                            turn.sleep();
                        }
                        *turn += 1;
                        monitor.wake_all();
                    }
                    own
                })
                .unwrap()
            })
            .collect();
        let ended: Vec<u64> = workers.into_iter().map(|worker| worker.join().unwrap()).collect();
        assert_eq!(ended, [0, 1, 2, 3]);
        assert_eq!(*monitor.enter(), 400);
    }
}
