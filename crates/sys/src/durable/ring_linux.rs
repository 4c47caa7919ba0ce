//! A write and its sync by `io_uring`.

use std::io;
use std::os::fd::RawFd;

use io_uring::squeue::Flags;
use io_uring::types::{Fd, FsyncFlags};
use io_uring::{IoUring, opcode};

use crate::{Error, Result};

pub(super) struct Ring(IoUring);

/// What the two operations are called in the queue of completions.
const WRITE: u64 = 0;
const SYNC: u64 = 1;

impl Ring {
    pub(super) fn new() -> Result<Self> {
        IoUring::new(2).map(Self).map_err(|source| Error::Os { call: "io_uring_setup", source })
    }

    #[inline]
    pub(super) fn write_and_sync(&mut self, file: RawFd, data: &[u8], offset: u64) -> Result<()> {
        let length =
            u32::try_from(data.len()).map_err(|_| Error::code("io_uring write", libc::EINVAL))?;
        let write = opcode::Write::new(Fd(file), data.as_ptr(), length)
            .offset(offset)
            .build()
            .flags(Flags::IO_LINK)
            .user_data(WRITE);
        let sync = opcode::Fsync::new(Fd(file)).flags(FsyncFlags::DATASYNC).build().user_data(SYNC);
        // SAFETY: the file is open and the data live until both have completed: this function
        // does not return before.
        unsafe { self.0.submission().push_multiple(&[write, sync]) }
            .map_err(|_| Error::code("io_uring submission", libc::EBUSY))?;
        self.wait_for_both()?;
        let mut answers = [0; 2];
        for completion in self.0.completion() {
            answers[completion.user_data() as usize & 1] = completion.result();
        }
        // A short write cancels the sync: what is reported is the write.
        match answers {
            [written, _] if written < 0 => Err(Error::code("io_uring write", -written)),
            [written, _] if written as usize != data.len() => {
                Err(Error::code("io_uring write", libc::ENOSPC))
            }
            [_, synced] if synced < 0 => Err(Error::code("io_uring fsync", -synced)),
            _ => Ok(()),
        }
    }

    fn wait_for_both(&mut self) -> Result<()> {
        let mut submitted = false;
        loop {
            match self.0.submit_and_wait(2) {
                Ok(_) => submitted = true,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => submitted = true,
                Err(source) if !submitted => {
                    return Err(Error::Os { call: "io_uring_enter", source });
                }
                // The kernel may still read the data, which are only borrowed.
                Err(_) => std::process::abort(),
            }
            if self.0.completion().len() >= 2 {
                return Ok(());
            }
        }
    }
}
