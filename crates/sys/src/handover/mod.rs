//! A place where one thread leaves something for another, which sleeps until it is there.
//!
//! POSIX: unnamed semaphores, which make no system call unless somebody sleeps or is to be woken,
//! and never spin.

#[cfg_attr(all(unix, not(target_vendor = "apple")), path = "unix.rs")]
#[cfg_attr(not(all(unix, not(target_vendor = "apple"))), path = "unsupported.rs")]
mod imp;

use crate::Result;

/// A place for one value between two threads.
pub struct Handover<T>(imp::Handover<T>);

impl<T: Send> Handover<T> {
    /// `sem_init(3)` of two semaphores: the place is free.
    pub fn new() -> Result<Self> {
        imp::Handover::new().map(Self)
    }

    /// Leaves a value; sleeps while the place is taken.
    #[inline]
    pub fn put(&self, value: T) {
        self.0.put(value);
    }

    /// Takes the value; sleeps until there is one.
    #[inline]
    pub fn take(&self) -> T {
        self.0.take()
    }
}

#[cfg(all(test, unix, not(target_vendor = "apple")))]
mod tests {
    use super::*;

    #[test]
    fn values_arrive_in_order_and_nothing_is_lost() {
        let handover = Handover::new().unwrap();
        std::thread::scope(|scope| {
            scope.spawn(|| (0..10_000).for_each(|number| handover.put(vec![number])));
            for number in 0..10_000 {
                assert_eq!(handover.take(), [number]);
            }
        });
        handover.put(vec![7]);
    }
}
