//! `io_uring`; the crate of this name lays out the rings.

use io_uring::{IoUring, opcode, squeue, types};

use super::super::{Transfer, Way};
use super::{Done, answer};
use crate::buffer::Aligned;
use crate::{Error, Result};

pub(in crate::queue) struct Engine {
    ring: IoUring,
    files: [libc::c_int; 2],
    /// Whether memory and files are registered.
    fixed: bool,
}

impl Engine {
    /// With memory: it and a table for the files are registered.
    pub(super) fn new(memory: Option<&mut Aligned>, depth: usize) -> Result<Self> {
        let ring = IoUring::new(depth as u32).map_err(|error| refused("io_uring_setup", error))?;
        let fixed = memory.is_some();
        if let Some(memory) = memory {
            let part = libc::iovec { iov_base: memory.as_mut_ptr().cast(), iov_len: memory.len() };
            // SAFETY: the queue keeps the memory as long as the ring.
            unsafe { ring.submitter().register_buffers(&[part]) }
                .map_err(|error| refused("io_uring_register", error))?;
            ring.submitter()
                .register_files(&[-1, -1])
                .map_err(|error| refused("io_uring_register", error))?;
        }
        Ok(Self { ring, files: [-1; 2], fixed })
    }

    #[inline]
    pub(super) fn attach(&mut self, files: [libc::c_int; 2]) -> Result<()> {
        self.files = files;
        if self.fixed {
            self.ring
                .submitter()
                .register_files_update(0, &files)
                .map_err(|source| Error::Os { call: "io_uring_register", source })?;
        }
        Ok(())
    }

    #[inline]
    pub(super) fn submit(
        &mut self,
        slot: usize,
        transfer: &Transfer,
        memory: &mut [u8],
    ) -> Result<()> {
        let entry = self.entry(transfer, memory).user_data(slot as u64);
        // SAFETY: the queue keeps the memory until the transfer has ended.
        unsafe { self.ring.submission().push(&entry) }
            .map_err(|_| Error::Unsupported("the submission ring is full"))
    }

    fn entry(&self, transfer: &Transfer, memory: &mut [u8]) -> squeue::Entry {
        let (start, length, at) = (memory.as_mut_ptr(), memory.len() as u32, transfer.at);
        let place = types::Fixed(transfer.file as u32);
        let file = types::Fd(self.files[transfer.file]);
        match (transfer.way, self.fixed) {
            (Way::Read, false) => opcode::Read::new(file, start, length).offset(at).build(),
            (Way::Write, false) => opcode::Write::new(file, start, length).offset(at).build(),
            (Way::Read, true) => opcode::ReadFixed::new(place, start, length, 0).offset(at).build(),
            (Way::Write, true) => {
                opcode::WriteFixed::new(place, start, length, 0).offset(at).build()
            }
        }
    }

    #[inline]
    pub(super) fn wait(&mut self) -> Result<Done> {
        loop {
            if let Some(entry) = self.ring.completion().next() {
                let done = answer("io_uring", i64::from(entry.result()));
                return Ok((entry.user_data() as usize, done));
            }
            match self.ring.submit_and_wait(1) {
                Ok(_) => {}
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(source) => return Err(Error::Os { call: "io_uring_enter", source }),
            }
        }
    }
}

#[cold]
fn refused(call: &'static str, source: std::io::Error) -> Error {
    match source.raw_os_error() {
        Some(libc::ENOSYS) => Error::Unsupported("the kernel has no io_uring"),
        Some(libc::EPERM | libc::EACCES) => {
            Error::Unsupported("io_uring is forbidden here (kernel.io_uring_disabled, or a filter)")
        }
        Some(libc::ENOMEM) => Error::Unsupported(
            "too little memory may be locked for io_uring: raise the limit with `ulimit -l`",
        ),
        _ => Error::Os { call, source },
    }
}
