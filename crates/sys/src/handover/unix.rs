//! POSIX semaphores.

use std::cell::UnsafeCell;

use crate::{Error, Result};

pub(super) struct Handover<T> {
    /// Boxed, since a semaphore may not move.
    free: Box<Semaphore>,
    full: Box<Semaphore>,
    place: UnsafeCell<Option<T>>,
}

// SAFETY: the semaphores let one thread at a time at the place, and order what it does there.
unsafe impl<T: Send> Sync for Handover<T> {}
// SAFETY: a semaphore belongs to no thread; where it is a pointer (NetBSD), the compiler cannot
// know that.
unsafe impl<T: Send> Send for Handover<T> {}

impl<T: Send> Handover<T> {
    pub(super) fn new() -> Result<Self> {
        Ok(Self {
            free: Semaphore::new(1)?,
            full: Semaphore::new(0)?,
            place: UnsafeCell::new(None),
        })
    }

    #[inline]
    pub(super) fn put(&self, value: T) {
        self.free.wait();
        // SAFETY: the place is free, and nobody else comes near it until it is said to be full.
        unsafe { *self.place.get() = Some(value) };
        self.full.post();
    }

    #[inline]
    pub(super) fn take(&self) -> T {
        self.full.wait();
        // SAFETY: the place is full, and nobody else comes near it until it is said to be free.
        let value = unsafe { (*self.place.get()).take() };
        self.free.post();
        value.expect("a full place holds a value")
    }
}

struct Semaphore(UnsafeCell<libc::sem_t>);

impl Semaphore {
    fn new(value: libc::c_uint) -> Result<Box<Self>> {
        // SAFETY: all-zero is a valid value of this structure of plain integers.
        let semaphore = Box::new(Self(UnsafeCell::new(unsafe { std::mem::zeroed() })));
        // SAFETY: the place is valid and stays where it is.
        match unsafe { libc::sem_init(semaphore.0.get(), 0, value) } {
            0 => Ok(semaphore),
            _ => Err(Error::last("sem_init")),
        }
    }

    #[inline]
    fn wait(&self) {
        // SAFETY: the semaphore is initialised. It fails only where a signal interrupts it.
        while unsafe { libc::sem_wait(self.0.get()) } != 0 {}
    }

    #[inline]
    fn post(&self) {
        // SAFETY: the semaphore is initialised.
        unsafe { libc::sem_post(self.0.get()) };
    }
}

impl Drop for Semaphore {
    fn drop(&mut self) {
        // SAFETY: the semaphore is initialised, and nobody waits for what is being dropped.
        unsafe { libc::sem_destroy(self.0.get()) };
    }
}
