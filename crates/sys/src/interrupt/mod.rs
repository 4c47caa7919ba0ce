//! Being asked to stop: Ctrl-C, a closed terminal, a request to end.

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "unsupported.rs")]
mod imp;

use crate::Result;
use crate::wait::Handle;

/// Tells how often the process was asked to stop, and can be waited for.
pub struct Interrupt(imp::Interrupt);

impl Interrupt {
    /// From now on `SIGINT`, `SIGTERM` and `SIGHUP` are counted and do not end the process.
    pub fn install() -> Result<Self> {
        imp::Interrupt::install().map(Self)
    }

    /// How often it was asked.
    pub fn count(&self) -> usize {
        self.0.count()
    }

    /// Becomes readable when it is asked; `None` where it cannot be waited for.
    pub fn handle(&self) -> Option<Handle> {
        self.0.handle()
    }

    /// Empties what [`Interrupt::handle`] has to read, so that waiting waits again.
    pub fn acknowledge(&self) {
        self.0.acknowledge();
    }
}
