//! POSIX AIO of the C library.

use std::ptr;

use super::super::{Transfer, Way};
use super::Done;
use crate::{Error, Result};

pub(in crate::queue) struct Engine {
    /// Boxed: a control block may not move while its transfer runs.
    blocks: Box<[libc::aiocb]>,
    /// Null for free slots.
    running: Box<[*const libc::aiocb]>,
    pub(super) files: [libc::c_int; 2],
}

impl Engine {
    pub(super) fn new(depth: usize) -> Self {
        // SAFETY: all-zero is a valid value of this structure of plain integers and pointers.
        let blocks = (0..depth).map(|_| unsafe { std::mem::zeroed() }).collect();
        Self { blocks, running: vec![ptr::null(); depth].into_boxed_slice(), files: [-1; 2] }
    }

    #[inline]
    pub(super) fn submit(
        &mut self,
        slot: usize,
        transfer: &Transfer,
        memory: &mut [u8],
    ) -> Result<()> {
        let block = &mut self.blocks[slot];
        block.aio_fildes = self.files[transfer.file];
        block.aio_offset = transfer.at as libc::off_t;
        block.aio_buf = memory.as_mut_ptr().cast();
        block.aio_nbytes = memory.len();
        // Zero would be a signal on Linux.
        block.aio_sigevent.sigev_notify = libc::SIGEV_NONE;
        let (call, begin): (_, unsafe extern "C" fn(*mut libc::aiocb) -> libc::c_int) =
            match transfer.way {
                Way::Read => ("aio_read", libc::aio_read),
                Way::Write => ("aio_write", libc::aio_write),
            };
        // SAFETY: the block is whole and stays where it is; the queue keeps the memory until the
        // transfer has ended.
        let answer = unsafe { begin(block) };
        if answer != 0 {
            return Err(Error::last(call));
        }
        self.running[slot] = block;
        Ok(())
    }

    #[inline]
    pub(super) fn wait(&mut self) -> Result<Done> {
        loop {
            for slot in 0..self.running.len() {
                if self.running[slot].is_null() {
                    continue;
                }
                // SAFETY: the block is of a transfer that was begun and not yet asked for.
                let code = unsafe { libc::aio_error(self.running[slot]) };
                if code == libc::EINPROGRESS {
                    continue;
                }
                self.running[slot] = ptr::null();
                // SAFETY: the transfer has ended and is asked for once.
                let bytes = unsafe { libc::aio_return(&raw mut self.blocks[slot]) };
                let done =
                    if code == 0 { Ok(bytes as usize) } else { Err(Error::code("aio", code)) };
                return Ok((slot, done));
            }
            let count = self.running.len() as libc::c_int;
            // SAFETY: each entry is null or a transfer that runs. An interruption ends the wait
            // early, and it is begun again.
            unsafe { libc::aio_suspend(self.running.as_ptr(), count, ptr::null()) };
        }
    }
}
