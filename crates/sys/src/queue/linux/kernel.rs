//! Linux AIO, by the system calls themselves.

use super::super::{Transfer, Way};
use super::{Done, answer};
use crate::{Error, Result};

/// `struct iocb` of the kernel's `linux/aio_abi.h` on a little-endian machine; a big-endian one has
/// its first two integers of 32 bits the other way round.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Block {
    data: u64,
    #[cfg(target_endian = "little")]
    key: u32,
    flags: i32,
    #[cfg(target_endian = "big")]
    key: u32,
    operation: u16,
    priority: i16,
    file: u32,
    memory: u64,
    bytes: u64,
    at: i64,
    reserved: u64,
    more_flags: u32,
    event_file: u32,
}

/// `struct io_event`.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Event {
    data: u64,
    block: u64,
    result: i64,
    more: i64,
}

pub(in crate::queue) struct Engine {
    context: libc::c_ulong,
    blocks: Box<[Block]>,
    pub(super) files: [libc::c_int; 2],
}

impl Engine {
    pub(super) fn new(depth: usize) -> Result<Self> {
        let mut context: libc::c_ulong = 0;
        // SAFETY: the place takes the answer.
        let made = unsafe { libc::syscall(libc::SYS_io_setup, depth as u32, &raw mut context) };
        if made != 0 {
            let error = Error::last("io_setup");
            return Err(match error.number() {
                Some(libc::ENOSYS) => Error::Unsupported("the kernel has no Linux AIO"),
                Some(libc::EAGAIN) => {
                    Error::Unsupported("no Linux AIO is left (/proc/sys/fs/aio-max-nr)")
                }
                _ => error,
            });
        }
        Ok(Self { context, blocks: vec![Block::default(); depth].into(), files: [-1; 2] })
    }

    #[inline]
    pub(super) fn submit(
        &mut self,
        slot: usize,
        transfer: &Transfer,
        memory: &mut [u8],
    ) -> Result<()> {
        /// `IOCB_CMD_PREAD`.
        const READ: u16 = 0;
        /// `IOCB_CMD_PWRITE`.
        const WRITE: u16 = 1;
        self.blocks[slot] = Block {
            data: slot as u64,
            operation: if transfer.way == Way::Read { READ } else { WRITE },
            file: self.files[transfer.file] as u32,
            memory: memory.as_mut_ptr() as u64,
            bytes: memory.len() as u64,
            at: transfer.at as i64,
            ..Block::default()
        };
        let list = [&raw mut self.blocks[slot]];
        loop {
            // SAFETY: the list has one block, which is whole and stays where it is; the queue
            // keeps the memory until the transfer has ended.
            let taken =
                unsafe { libc::syscall(libc::SYS_io_submit, self.context, 1_usize, list.as_ptr()) };
            match taken {
                1 => return Ok(()),
                0 => return Err(Error::code("io_submit", libc::EAGAIN)),
                _ => {}
            }
            let error = Error::last("io_submit");
            if error.number() != Some(libc::EINTR) {
                return Err(error);
            }
        }
    }

    #[inline]
    pub(super) fn wait(&mut self) -> Result<Done> {
        let mut event = Event::default();
        let forever = std::ptr::null::<libc::timespec>();
        loop {
            // SAFETY: there is room for one event.
            let come = unsafe {
                libc::syscall(
                    libc::SYS_io_getevents,
                    self.context,
                    1_usize,
                    1_usize,
                    &raw mut event,
                    forever,
                )
            };
            match come {
                1 => return Ok((event.data as usize, answer("Linux AIO", event.result))),
                0 => {}
                _ => {
                    let error = Error::last("io_getevents");
                    if error.number() != Some(libc::EINTR) {
                        return Err(error);
                    }
                }
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // SAFETY: the context was set up, and nothing uses it afterwards.
        unsafe { libc::syscall(libc::SYS_io_destroy, self.context) };
    }
}
