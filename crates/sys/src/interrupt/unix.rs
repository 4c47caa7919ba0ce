//! Signals, carried over a socket pair so that `poll` sees them.

use std::io::Read as _;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::wait::{Handle, handle};
use crate::{Error, Result};

pub(super) struct Interrupt {
    asked: Arc<AtomicUsize>,
    socket: UnixStream,
}

impl Interrupt {
    pub(super) fn install() -> Result<Self> {
        let failed = |source| Error::Os { call: "sigaction", source };
        let (socket, writer) =
            UnixStream::pair().map_err(|source| Error::Os { call: "socketpair", source })?;
        socket.set_nonblocking(true).map_err(failed)?;
        let asked = Arc::new(AtomicUsize::new(0));
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            let counter = Arc::clone(&asked);
            // SAFETY: adding to an atomic number is all that the handler does.
            unsafe {
                signal_hook::low_level::register(signal, move || {
                    counter.fetch_add(1, Ordering::Relaxed);
                })
            }
            .map_err(failed)?;
            let writer = writer.try_clone().map_err(failed)?;
            signal_hook::low_level::pipe::register(signal, writer).map_err(failed)?;
        }
        Ok(Self { asked, socket })
    }

    pub(super) fn count(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }

    pub(super) fn handle(&self) -> Option<Handle> {
        Some(handle(&self.socket))
    }

    pub(super) fn acknowledge(&self) {
        let mut rest = [0; 64];
        while matches!((&self.socket).read(&mut rest), Ok(read) if read > 0) {}
    }
}
