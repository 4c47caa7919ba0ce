//! A server's operations by `io_uring`: accepting many connections by one order, and chains of
//! operations that the kernel goes through by itself.

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd, OwnedFd, RawFd};

use io_uring::squeue::{Entry, Flags};
use io_uring::types::{Fd, TimeoutFlags, Timespec};
use io_uring::{IoUring, cqueue, opcode};

use super::{Listener, Stream};
use crate::{Error, Result};

/// What an operation of the ring has come to.
#[derive(Debug)]
pub enum Event {
    /// A connection was accepted.
    Accepted(Stream),
    /// Accepting has failed once.
    NotAccepted(Error),
    /// So many bytes have come; none means that the other side has finished writing.
    Received(Stream, usize),
    /// An answer was given, the connection is closed.
    Closed,
    /// The connection was lost before it was to be answered, and is closed.
    Lost,
    /// The answer could not be given; the connection is closed.
    NotAnswered,
    /// The listener was shut.
    Shut,
}

/// Operations by the upper half of what identifies them; the lower half is a descriptor.
const ACCEPT: u64 = 0;
const RECEIVE: u64 = 1;
const CLOSE: u64 = 2;
/// Wait or send: what comes of them is seen in the operation that they are linked to.
const BEFORE: u64 = 3;

/// Room for what a client says, by descriptor.
type Buffer = [u8; 64];

/// A queue of operations that the kernel does by itself. Linux only.
pub struct Ring {
    queues: IoUring,
    answer: &'static [u8],
    /// How long an answer is held back; behind a box, because the kernel reads it.
    hold: Option<Box<Timespec>>,
    /// The kernel writes into these, perhaps even after the ring was dropped: they live as long as
    /// the process.
    buffers: Vec<&'static mut Buffer>,
    /// The listener whose order to accept has to be renewed.
    listener: RawFd,
}

impl Ring {
    /// A ring for so many connections at once, which all get this answer, held back so long.
    pub fn new(connections: u32, answer: &'static [u8], hold_ns: u64) -> Result<Self> {
        let completions = connections.saturating_mul(2).clamp(1024, 32_768).next_power_of_two();
        let queues = IoUring::builder()
            .setup_cqsize(completions)
            .build(1024)
            .map_err(|source| Error::Os { call: "io_uring_setup", source })?;
        let hold = (hold_ns > 0).then(|| {
            let spec = Timespec::new().sec(hold_ns / 1_000_000_000);
            Box::new(spec.nsec((hold_ns % 1_000_000_000) as u32))
        });
        Ok(Self { queues, answer, hold, buffers: Vec::new(), listener: -1 })
    }

    /// Accepts every connection from now on: multishot `IORING_OP_ACCEPT`.
    pub fn accept_all(&mut self, listener: &Listener) -> Result<()> {
        self.listener = listener.handle().0;
        self.accept_again()
    }

    fn accept_again(&mut self) -> Result<()> {
        let order = opcode::AcceptMulti::new(Fd(self.listener)).flags(libc::SOCK_CLOEXEC).build();
        self.push(&[order.user_data(ACCEPT << 32)])
    }

    /// Waits for what the client says: `IORING_OP_RECV`.
    pub fn receive(&mut self, stream: Stream) -> Result<()> {
        let socket = stream.0.into_raw_fd();
        let order = self.receiving(socket);
        self.push(&[order])
    }

    fn receiving(&mut self, socket: RawFd) -> Entry {
        let place = socket as usize;
        while self.buffers.len() <= place {
            self.buffers.push(Box::leak(Box::new([0; 64])));
        }
        let buffer = &mut *self.buffers[place];
        let length = buffer.len() as u32;
        let order = opcode::Recv::new(Fd(socket), buffer.as_mut_ptr(), length).build();
        order.user_data(RECEIVE << 32 | socket as u64)
    }

    /// What a connection has said last.
    pub fn received(&self, stream: &Stream, count: usize) -> &[u8] {
        &self.buffers[stream.0.as_raw_fd() as usize][..count]
    }

    fn sending(&self, socket: RawFd) -> Entry {
        let order = opcode::Send::new(Fd(socket), self.answer.as_ptr(), self.answer.len() as u32);
        order.build().flags(Flags::IO_LINK).user_data(BEFORE << 32)
    }

    /// Answers, then waits for what the client says.
    pub fn answer_and_receive(&mut self, stream: Stream) -> Result<()> {
        let socket = stream.0.into_raw_fd();
        let orders = [self.sending(socket), self.receiving(socket)];
        self.push(&orders)
    }

    /// Holds the answer back, answers, and closes: `IORING_OP_TIMEOUT`, `IORING_OP_SEND`,
    /// `IORING_OP_CLOSE`, linked.
    pub fn answer_and_close(&mut self, stream: Stream) -> Result<()> {
        let socket = stream.0.into_raw_fd();
        let send = self.sending(socket);
        let close = opcode::Close::new(Fd(socket)).build();
        let close = close.user_data(CLOSE << 32 | socket as u64);
        match &self.hold {
            None => self.push(&[send, close]),
            Some(hold) => {
                let wait = opcode::Timeout::new(&raw const **hold)
                    .flags(TimeoutFlags::ETIME_SUCCESS)
                    .build()
                    .flags(Flags::IO_LINK)
                    .user_data(BEFORE << 32);
                self.push(&[wait, send, close])
            }
        }
    }

    fn push(&mut self, orders: &[Entry]) -> Result<()> {
        loop {
            // SAFETY: answer and time are constant and outlive the ring; a buffer belongs to the
            // one operation under way on its descriptor; descriptors are owned by the ring until
            // their operation is complete.
            if unsafe { self.queues.submission().push_multiple(orders) }.is_ok() {
                return Ok(());
            }
            self.submit(0)?;
        }
    }

    fn submit(&self, wanted: usize) -> Result<()> {
        match self.queues.submit_and_wait(wanted) {
            Ok(_) => Ok(()),
            // A signal, or completions that have to be fetched first.
            Err(error) if matches!(error.raw_os_error(), Some(libc::EINTR | libc::EBUSY)) => Ok(()),
            Err(source) => Err(Error::Os { call: "io_uring_enter", source }),
        }
    }

    /// The next thing that has happened, waited for where there is none.
    pub fn wait(&mut self) -> Result<Event> {
        loop {
            let completion = self.queues.completion().next();
            match completion {
                None => self.submit(1)?,
                Some(entry) => {
                    if let Some(event) = self.event(&entry)? {
                        return Ok(event);
                    }
                }
            }
        }
    }

    fn event(&mut self, entry: &cqueue::Entry) -> Result<Option<Event>> {
        let (operation, socket) = (entry.user_data() >> 32, entry.user_data() as u32 as RawFd);
        let answer = entry.result();
        Ok(match operation {
            ACCEPT => {
                let shut = answer == -libc::EINVAL;
                if !cqueue::more(entry.flags()) && !shut {
                    self.accept_again()?;
                }
                Some(match answer {
                    _ if shut => Event::Shut,
                    // SAFETY: the kernel has made this descriptor just now, for us.
                    0.. => Event::Accepted(Stream(unsafe { OwnedFd::from_raw_fd(answer) })),
                    code => Event::NotAccepted(failed("accept", code)),
                })
            }
            RECEIVE if answer >= 0 => {
                // SAFETY: it was given to the ring, whose operation on it is complete.
                let stream = Stream(unsafe { OwnedFd::from_raw_fd(socket) });
                Some(Event::Received(stream, answer as usize))
            }
            CLOSE if answer >= 0 => Some(Event::Closed),
            RECEIVE | CLOSE => {
                // What it was linked to has failed, so it is still open.
                // SAFETY: it was given to the ring, whose operation on it is complete.
                drop(unsafe { OwnedFd::from_raw_fd(socket) });
                Some(if operation == CLOSE { Event::NotAnswered } else { Event::Lost })
            }
            _ => None,
        })
    }
}

fn failed(call: &'static str, answer: i32) -> Error {
    Error::Os { call, source: io::Error::from_raw_os_error(-answer) }
}
