//! The suites: one folder each, one benchmark a file.

pub(crate) mod clock;
pub(crate) mod file;
pub(crate) mod io;
pub(crate) mod journal;
pub(crate) mod memory;
pub(crate) mod net;
pub(crate) mod process;
pub(crate) mod program;
pub(crate) mod syscall;
pub(crate) mod thread;
pub(crate) mod tree;
