//! Streams over the network: TCP over IPv4, listening with a stated backlog, accepting, connecting
//! without waiting, reading and writing.
//!
//! Nothing here waits unless it says so, and nothing is retried behind the caller's back but calls
//! that a signal interrupted.

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "unsupported.rs")]
mod imp;
#[cfg_attr(target_os = "linux", path = "ring_linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "ring_unsupported.rs")]
mod ring;

use std::net::{Ipv4Addr, SocketAddrV4};

pub use ring::{Event, Ring};

use crate::{Error, Result};

/// Number of an open socket, for waiting: it owns nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handle(pub(crate) i32);

/// What accepting found.
#[derive(Debug)]
pub enum Incoming {
    /// A connection.
    One(Stream),
    /// None that is ready.
    Later,
    /// The listener was shut: there will be none.
    Shut,
}

/// What reading or writing did.
#[derive(Debug)]
pub enum Transfer {
    /// So many bytes; none read means that the other side has finished writing.
    Done(usize),
    /// Nothing could be done without waiting.
    Later,
    /// The connection is of no use any more.
    Failed(Error),
}

/// Why a connection could not be had or was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Nobody listens.
    Refused,
    /// The other side has broken it off.
    Reset,
    /// The other side did not answer in time.
    TimedOut,
    /// No address or port is left to connect from.
    NoAddress,
    /// This process or the system has no descriptor left.
    NoDescriptor,
    /// Anything else.
    Other,
}

impl Trouble {
    /// What kind of trouble an error is.
    pub fn of(error: &Error) -> Self {
        match error {
            Error::Os { source, .. } => imp::trouble(source),
            Error::Unsupported(_) => Self::Other,
        }
    }
}

/// How a listener behaves.
#[derive(Clone, Copy, Debug)]
pub struct Listening {
    /// Connections that may wait to be accepted: `listen(2)`. The system may cut it.
    pub backlog: u32,
    /// Whether several listeners share the port, each with its own share of connections.
    pub shares_port: bool,
    /// Whether accepting waits for a connection.
    pub waits: bool,
}

/// A socket that accepts connections.
#[derive(Debug)]
pub struct Listener {
    socket: imp::Socket,
    waits: bool,
}

impl Listener {
    /// `socket(2)`, `bind(2)`, `listen(2)`; port 0 is one of the system's choice.
    pub fn new(address: SocketAddrV4, how: Listening) -> Result<Self> {
        Ok(Self { socket: imp::listen(address, how)?, waits: how.waits })
    }

    /// The address that it listens at.
    pub fn address(&self) -> Result<SocketAddrV4> {
        imp::address(&self.socket)
    }

    /// `accept4(2)`. The connection waits in reading and writing just as the listener does in
    /// accepting, and a program that is launched does not inherit it.
    #[inline]
    pub fn accept(&self) -> Result<Incoming> {
        imp::accept(&self.socket, self.waits)
    }

    /// Accepts no more; whoever waits for a connection, in this process or a descendant of it,
    /// wakes up. Linux: `shutdown(2)`; elsewhere a listener cannot be shut.
    pub fn shut(&self) -> Result<()> {
        imp::shut(&self.socket)
    }

    /// For waiting.
    pub fn handle(&self) -> Handle {
        imp::handle(&self.socket)
    }

    /// The same listener for the standard library and what is built on it.
    pub fn duplicate(&self) -> Result<std::net::TcpListener> {
        imp::duplicate(&self.socket)
    }
}

/// A connection; dropping it closes it.
#[derive(Debug)]
pub struct Stream(imp::Socket);

impl Stream {
    /// Begins to connect and does not wait; it can be written to when that has worked. `from` is a
    /// local address; its port is chosen when the other end is known, so that every address has
    /// all ports for each other end (Linux: `IP_BIND_ADDRESS_NO_PORT`).
    #[inline]
    pub fn connect(to: SocketAddrV4, from: Option<Ipv4Addr>) -> Result<Self> {
        imp::connect(to, from).map(Self)
    }

    /// Whether connecting has worked, once it is over.
    #[inline]
    pub fn connected(&self) -> Result<()> {
        imp::connected(&self.0)
    }

    /// `read(2)`.
    #[inline]
    pub fn read(&self, into: &mut [u8]) -> Transfer {
        imp::read(&self.0, into)
    }

    /// `write(2)`.
    #[inline]
    pub fn write(&self, data: &[u8]) -> Transfer {
        imp::write(&self.0, data)
    }

    /// Tells the other side that nothing more will be written: `shutdown(2)`.
    #[inline]
    pub fn finish_writing(&self) {
        imp::finish_writing(&self.0);
    }

    /// Has closing break the connection off with a reset, which leaves nothing that lingers:
    /// `SO_LINGER` of zero.
    pub fn break_off(self) {
        imp::break_off(self.0);
    }

    /// For waiting.
    #[inline]
    pub fn handle(&self) -> Handle {
        imp::handle(&self.0)
    }
}

/// Works on a connection in a thread of its own.
pub trait Attendant {
    /// The whole life of the thread.
    fn attend(stream: Stream);
}

/// Starts threads that nobody joins, each with a connection, without allocating.
pub struct Attendants(imp::Attendants);

impl Attendants {
    /// `pthread_attr_setdetachstate(3)`; stacks are as large as the system makes them.
    pub fn new() -> Result<Self> {
        imp::Attendants::new().map(Self)
    }

    /// `pthread_create(3)`.
    #[inline]
    pub fn start<A: Attendant>(&self, stream: Stream) -> Result<()> {
        self.0.start::<A>(stream.0)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const HERE: SocketAddrV4 = SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0);

    fn listener(waits: bool) -> Listener {
        Listener::new(HERE, Listening { backlog: 16, shares_port: false, waits }).expect("a port")
    }

    fn read_all(stream: &Stream) -> Vec<u8> {
        let mut all = Vec::new();
        let mut chunk = [0; 8];
        loop {
            match stream.read(&mut chunk) {
                Transfer::Done(0) => return all,
                Transfer::Done(count) => all.extend_from_slice(&chunk[..count]),
                Transfer::Later => std::thread::yield_now(),
                Transfer::Failed(error) => panic!("{error}"),
            }
        }
    }

    #[test]
    fn what_is_written_is_read_until_the_end() {
        let listener = listener(true);
        let client = Stream::connect(listener.address().unwrap(), None).unwrap();
        let Incoming::One(server) = listener.accept().unwrap() else { panic!("nobody came") };
        client.connected().unwrap();
        assert!(matches!(server.write(b"answer"), Transfer::Done(6)));
        drop(server);
        assert_eq!(read_all(&client), b"answer");
    }

    #[test]
    fn a_listener_that_does_not_wait_says_so_and_nobody_is_refused_elsewhere() {
        let listener = listener(false);
        assert!(matches!(listener.accept(), Ok(Incoming::Later)));
        let address = listener.address().unwrap();
        drop(listener);
        let error = Stream::connect(address, None).and_then(|stream| {
            std::thread::sleep(std::time::Duration::from_millis(20));
            stream.connected()
        });
        assert_eq!(Trouble::of(&error.unwrap_err()), Trouble::Refused);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn shutting_wakes_who_waits_and_addresses_can_be_chosen() {
        let listener = std::sync::Arc::new(listener(true));
        let own = Ipv4Addr::new(127, 0, 0, 9);
        let _client = Stream::connect(listener.address().unwrap(), Some(own)).unwrap();
        let waiting = std::sync::Arc::clone(&listener);
        let thread = std::thread::spawn(move || {
            let first = matches!(waiting.accept(), Ok(Incoming::One(_)));
            first && matches!(waiting.accept(), Ok(Incoming::Shut))
        });
        std::thread::sleep(std::time::Duration::from_millis(20));
        listener.shut().unwrap();
        assert!(thread.join().unwrap());
    }

    struct Echo;

    impl Attendant for Echo {
        fn attend(stream: Stream) {
            let _ = stream.write(b"thread");
        }
    }

    #[test]
    fn a_thread_attends_to_a_connection() {
        let listener = listener(true);
        let client = Stream::connect(listener.address().unwrap(), None).unwrap();
        let Incoming::One(server) = listener.accept().unwrap() else { panic!("nobody came") };
        Attendants::new().unwrap().start::<Echo>(server).unwrap();
        assert_eq!(read_all(&client), b"thread");
    }
}
