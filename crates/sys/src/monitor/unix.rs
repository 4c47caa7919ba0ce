//! POSIX mutexes and condition variables.

use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::ptr;

use crate::{Error, Result};

/// Both lie behind a box: they must not move once they are used.
pub(super) struct Lock(Box<Pair>);

struct Pair {
    mutex: UnsafeCell<MaybeUninit<libc::pthread_mutex_t>>,
    condition: UnsafeCell<MaybeUninit<libc::pthread_cond_t>>,
}

impl Pair {
    fn mutex(&self) -> *mut libc::pthread_mutex_t {
        self.mutex.get().cast()
    }

    fn condition(&self) -> *mut libc::pthread_cond_t {
        self.condition.get().cast()
    }
}

impl Lock {
    pub(super) fn new() -> Result<Self> {
        let pair = Box::new(Pair {
            mutex: UnsafeCell::new(MaybeUninit::uninit()),
            condition: UnsafeCell::new(MaybeUninit::uninit()),
        });
        // SAFETY: the place is valid; null attributes are the defaults.
        let code = unsafe { libc::pthread_mutex_init(pair.mutex(), ptr::null()) };
        if code != 0 {
            return Err(Error::code("pthread_mutex_init", code));
        }
        // SAFETY: the place is valid; null attributes are the defaults.
        let code = unsafe { libc::pthread_cond_init(pair.condition(), ptr::null()) };
        if code != 0 {
            return Err(Error::code("pthread_cond_init", code));
        }
        Ok(Self(pair))
    }

    #[inline]
    pub(super) fn take(&self) {
        // SAFETY: initialised, at a fixed place.
        let code = unsafe { libc::pthread_mutex_lock(self.0.mutex()) };
        debug_assert_eq!(code, 0, "a valid lock that this thread does not hold");
    }

    #[inline]
    pub(super) fn leave(&self) {
        // SAFETY: initialised, at a fixed place, and held by this thread.
        let code = unsafe { libc::pthread_mutex_unlock(self.0.mutex()) };
        debug_assert_eq!(code, 0, "a valid lock that this thread holds");
    }

    #[inline]
    pub(super) fn sleep(&self) {
        // SAFETY: both are initialised, at fixed places; the lock is held by this thread.
        let code = unsafe { libc::pthread_cond_wait(self.0.condition(), self.0.mutex()) };
        debug_assert_eq!(code, 0, "a valid condition with the lock that this thread holds");
    }

    #[inline]
    pub(super) fn wake_all(&self) {
        // SAFETY: initialised, at a fixed place.
        let code = unsafe { libc::pthread_cond_broadcast(self.0.condition()) };
        debug_assert_eq!(code, 0, "a valid condition");
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // SAFETY: initialised, and nobody can hold or await it, since it is being dropped.
        unsafe { libc::pthread_cond_destroy(self.0.condition()) };
        // SAFETY: as above.
        unsafe { libc::pthread_mutex_destroy(self.0.mutex()) };
    }
}
