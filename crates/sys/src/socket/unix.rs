//! POSIX sockets.

use std::ffi::c_void;
use std::io::Error as IoError;
use std::mem::{self, MaybeUninit};
use std::net::{Ipv4Addr, SocketAddrV4, TcpListener};
use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd, OwnedFd, RawFd};
use std::ptr;

use super::{Attendant, Handle, Incoming, Listening, Stream, Transfer, Trouble};
use crate::{Error, Result};

pub(super) type Socket = OwnedFd;

/// Systems where a socket is made non-blocking, and closed by `exec`, as it is made.
#[cfg(any(target_os = "linux", target_os = "freebsd", target_os = "illumos"))]
const AT_ONCE: libc::c_int = libc::SOCK_CLOEXEC;

pub(super) fn handle(socket: &Socket) -> Handle {
    Handle(socket.as_raw_fd())
}

pub(super) fn trouble(error: &IoError) -> Trouble {
    match error.raw_os_error() {
        Some(libc::ECONNREFUSED) => Trouble::Refused,
        Some(libc::ECONNRESET | libc::EPIPE | libc::ECONNABORTED) => Trouble::Reset,
        Some(libc::ETIMEDOUT) => Trouble::TimedOut,
        Some(libc::EADDRNOTAVAIL | libc::EADDRINUSE) => Trouble::NoAddress,
        Some(libc::EMFILE | libc::ENFILE) => Trouble::NoDescriptor,
        _ => Trouble::Other,
    }
}

/// Makes what `make` has opened close at `exec`, and not wait if so asked.
#[cfg(not(any(target_os = "linux", target_os = "freebsd", target_os = "illumos")))]
fn set_up(socket: RawFd, waits: bool) -> Result<()> {
    // SAFETY: sets a flag of a descriptor.
    if unsafe { libc::fcntl(socket, libc::F_SETFD, libc::FD_CLOEXEC) } != 0 {
        return Err(Error::last("fcntl"));
    }
    let flags = if waits { 0 } else { libc::O_NONBLOCK };
    // SAFETY: sets a flag of a descriptor.
    if unsafe { libc::fcntl(socket, libc::F_SETFL, flags) } != 0 {
        return Err(Error::last("fcntl"));
    }
    Ok(())
}

fn owned(call: &'static str, answer: libc::c_int) -> Result<Socket> {
    if answer < 0 {
        return Err(Error::last(call));
    }
    // SAFETY: the descriptor was made just now and belongs to nobody else.
    Ok(unsafe { OwnedFd::from_raw_fd(answer) })
}

#[cfg(any(target_os = "linux", target_os = "freebsd", target_os = "illumos"))]
fn socket(waits: bool) -> Result<Socket> {
    let kind = libc::SOCK_STREAM | AT_ONCE | if waits { 0 } else { libc::SOCK_NONBLOCK };
    // SAFETY: takes numbers.
    owned("socket", unsafe { libc::socket(libc::AF_INET, kind, 0) })
}

#[cfg(not(any(target_os = "linux", target_os = "freebsd", target_os = "illumos")))]
fn socket(waits: bool) -> Result<Socket> {
    // SAFETY: takes numbers.
    let made = owned("socket", unsafe { libc::socket(libc::AF_INET, libc::SOCK_STREAM, 0) })?;
    set_up(made.as_raw_fd(), waits).map(|()| made)
}

/// The system's form of an address.
#[allow(clippy::cast_lossless, reason = "the types of these fields differ between systems")]
fn raw(address: SocketAddrV4) -> libc::sockaddr_in {
    // SAFETY: all zeros is an address.
    let mut raw: libc::sockaddr_in = unsafe { mem::zeroed() };
    raw.sin_family = libc::AF_INET as _;
    raw.sin_port = address.port().to_be();
    raw.sin_addr.s_addr = u32::from(*address.ip()).to_be();
    raw
}

const LENGTH: libc::socklen_t = mem::size_of::<libc::sockaddr_in>() as libc::socklen_t;

fn set_option(socket: &Socket, level: libc::c_int, name: libc::c_int) -> Result<()> {
    let on: libc::c_int = 1;
    let length = mem::size_of::<libc::c_int>() as libc::socklen_t;
    let value = (&raw const on).cast();
    // SAFETY: the value is as long as said and outlives the call.
    let answer = unsafe { libc::setsockopt(socket.as_raw_fd(), level, name, value, length) };
    if answer == 0 { Ok(()) } else { Err(Error::last("setsockopt")) }
}

fn bind(socket: &Socket, address: SocketAddrV4) -> Result<()> {
    let address = raw(address);
    // SAFETY: the address is as long as said and outlives the call.
    let answer = unsafe { libc::bind(socket.as_raw_fd(), (&raw const address).cast(), LENGTH) };
    if answer == 0 { Ok(()) } else { Err(Error::last("bind")) }
}

pub(super) fn listen(address: SocketAddrV4, how: Listening) -> Result<Socket> {
    let made = socket(how.waits)?;
    set_option(&made, libc::SOL_SOCKET, libc::SO_REUSEADDR)?;
    if how.shares_port {
        share_port(&made)?;
    }
    bind(&made, address)?;
    let backlog = libc::c_int::try_from(how.backlog).unwrap_or(libc::c_int::MAX);
    // SAFETY: takes numbers.
    if unsafe { libc::listen(made.as_raw_fd(), backlog) } != 0 {
        return Err(Error::last("listen"));
    }
    Ok(made)
}

#[cfg(target_os = "linux")]
fn share_port(socket: &Socket) -> Result<()> {
    set_option(socket, libc::SOL_SOCKET, libc::SO_REUSEPORT)
}

#[cfg(target_os = "freebsd")]
fn share_port(socket: &Socket) -> Result<()> {
    set_option(socket, libc::SOL_SOCKET, libc::SO_REUSEPORT_LB)
}

#[cfg(not(any(target_os = "linux", target_os = "freebsd")))]
fn share_port(_: &Socket) -> Result<()> {
    Err(Error::Unsupported("listeners that share a port do not share the connections here"))
}

pub(super) fn address(socket: &Socket) -> Result<SocketAddrV4> {
    let mut answer = MaybeUninit::<libc::sockaddr_in>::zeroed();
    let mut length = LENGTH;
    // SAFETY: the place is as long as said.
    let done = unsafe {
        libc::getsockname(socket.as_raw_fd(), answer.as_mut_ptr().cast(), &raw mut length)
    };
    if done != 0 {
        return Err(Error::last("getsockname"));
    }
    // SAFETY: it was zeroed, which is an address, and then written.
    let answer = unsafe { answer.assume_init() };
    let ip = Ipv4Addr::from(u32::from_be(answer.sin_addr.s_addr));
    Ok(SocketAddrV4::new(ip, u16::from_be(answer.sin_port)))
}

#[cfg(any(target_os = "linux", target_os = "freebsd", target_os = "illumos"))]
#[inline]
fn accept_one(listener: RawFd, waits: bool) -> libc::c_int {
    let flags = AT_ONCE | if waits { 0 } else { libc::SOCK_NONBLOCK };
    // SAFETY: null means that nobody asks for the other side's address.
    unsafe { libc::accept4(listener, ptr::null_mut(), ptr::null_mut(), flags) }
}

#[cfg(not(any(target_os = "linux", target_os = "freebsd", target_os = "illumos")))]
fn accept_one(listener: RawFd, waits: bool) -> libc::c_int {
    // SAFETY: null means that nobody asks for the other side's address.
    let answer = unsafe { libc::accept(listener, ptr::null_mut(), ptr::null_mut()) };
    if answer >= 0 && set_up(answer, waits).is_err() {
        // SAFETY: the descriptor was made just now and is nobody else's.
        unsafe { libc::close(answer) };
        return -1;
    }
    answer
}

#[inline]
pub(super) fn accept(listener: &Socket, waits: bool) -> Result<Incoming> {
    loop {
        let answer = accept_one(listener.as_raw_fd(), waits);
        if answer >= 0 {
            // SAFETY: the descriptor was made just now and belongs to nobody else.
            return Ok(Incoming::One(Stream(unsafe { OwnedFd::from_raw_fd(answer) })));
        }
        let error = IoError::last_os_error();
        match error.raw_os_error() {
            // The other side has left again, or a signal came.
            Some(libc::EINTR | libc::ECONNABORTED) => {}
            Some(libc::EAGAIN) => return Ok(Incoming::Later),
            Some(libc::EINVAL) => return Ok(Incoming::Shut),
            _ => return Err(Error::Os { call: "accept", source: error }),
        }
    }
}

#[cfg(target_os = "linux")]
pub(super) fn shut(listener: &Socket) -> Result<()> {
    // SAFETY: takes numbers.
    let answer = unsafe { libc::shutdown(listener.as_raw_fd(), libc::SHUT_RD) };
    if answer == 0 { Ok(()) } else { Err(Error::last("shutdown")) }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn shut(_: &Socket) -> Result<()> {
    Err(Error::Unsupported("only Linux shuts a listener that others wait for"))
}

pub(super) fn duplicate(listener: &Socket) -> Result<TcpListener> {
    let copy = listener.try_clone().map_err(|source| Error::Os { call: "fcntl", source })?;
    Ok(TcpListener::from(copy))
}

#[inline]
pub(super) fn connect(to: SocketAddrV4, from: Option<Ipv4Addr>) -> Result<Socket> {
    let made = socket(false)?;
    if let Some(from) = from {
        choose_port_late(&made)?;
        bind(&made, SocketAddrV4::new(from, 0))?;
    }
    let to = raw(to);
    // SAFETY: the address is as long as said and outlives the call.
    let answer = unsafe { libc::connect(made.as_raw_fd(), (&raw const to).cast(), LENGTH) };
    if answer != 0 {
        let error = IoError::last_os_error();
        if error.raw_os_error() != Some(libc::EINPROGRESS) {
            return Err(Error::Os { call: "connect", source: error });
        }
    }
    Ok(made)
}

#[cfg(target_os = "linux")]
#[inline]
fn choose_port_late(socket: &Socket) -> Result<()> {
    set_option(socket, libc::IPPROTO_IP, libc::IP_BIND_ADDRESS_NO_PORT)
}

#[cfg(not(target_os = "linux"))]
fn choose_port_late(_: &Socket) -> Result<()> {
    Ok(())
}

#[inline]
pub(super) fn connected(socket: &Socket) -> Result<()> {
    let mut code: libc::c_int = 0;
    let mut length = mem::size_of::<libc::c_int>() as libc::socklen_t;
    // SAFETY: the place is as long as said.
    let answer = unsafe {
        libc::getsockopt(
            socket.as_raw_fd(),
            libc::SOL_SOCKET,
            libc::SO_ERROR,
            (&raw mut code).cast(),
            &raw mut length,
        )
    };
    match (answer, code) {
        (0, 0) => Ok(()),
        (0, code) => Err(Error::code("connect", code)),
        _ => Err(Error::last("getsockopt")),
    }
}

/// What a transfer of this answer was; `None`: a signal came, do it again.
#[inline]
fn transferred(call: &'static str, answer: isize) -> Option<Transfer> {
    if answer >= 0 {
        return Some(Transfer::Done(answer as usize));
    }
    let error = IoError::last_os_error();
    match error.raw_os_error() {
        Some(libc::EINTR) => None,
        Some(libc::EAGAIN) => Some(Transfer::Later),
        _ => Some(Transfer::Failed(Error::Os { call, source: error })),
    }
}

#[inline]
pub(super) fn read(socket: &Socket, into: &mut [u8]) -> Transfer {
    loop {
        // SAFETY: the place is as long as said.
        let answer = unsafe {
            libc::read(socket.as_raw_fd(), into.as_mut_ptr().cast::<c_void>(), into.len())
        };
        if let Some(transfer) = transferred("read", answer) {
            return transfer;
        }
    }
}

#[inline]
pub(super) fn write(socket: &Socket, data: &[u8]) -> Transfer {
    loop {
        // SAFETY: the data are as long as said. Writing to a closed connection is an error and no
        // signal, since Rust's start-up has it ignored.
        let answer =
            unsafe { libc::write(socket.as_raw_fd(), data.as_ptr().cast::<c_void>(), data.len()) };
        if let Some(transfer) = transferred("write", answer) {
            return transfer;
        }
    }
}

#[inline]
pub(super) fn finish_writing(socket: &Socket) {
    // SAFETY: takes numbers. A connection that is gone has finished, too.
    unsafe { libc::shutdown(socket.as_raw_fd(), libc::SHUT_WR) };
}

pub(super) fn break_off(socket: Socket) {
    let linger = libc::linger { l_onoff: 1, l_linger: 0 };
    let length = mem::size_of::<libc::linger>() as libc::socklen_t;
    let value = (&raw const linger).cast();
    // SAFETY: the value is as long as said. Where it fails, closing is an ordinary one.
    unsafe {
        libc::setsockopt(socket.as_raw_fd(), libc::SOL_SOCKET, libc::SO_LINGER, value, length)
    };
    drop(socket);
}

/// Nobody joins such a thread. The binding lacks Apple's value, which stands in `pthread_impl.h`.
#[cfg(target_vendor = "apple")]
const DETACHED: libc::c_int = 2;
#[cfg(not(target_vendor = "apple"))]
const DETACHED: libc::c_int = libc::PTHREAD_CREATE_DETACHED;

pub(super) struct Attendants(Box<libc::pthread_attr_t>);

// SAFETY: the attributes are only read after they were made.
unsafe impl Sync for Attendants {}
// SAFETY: they belong to no thread.
unsafe impl Send for Attendants {}

impl Attendants {
    pub(super) fn new() -> Result<Self> {
        let mut made = MaybeUninit::uninit();
        // SAFETY: the call initialises what it is given.
        let code = unsafe { libc::pthread_attr_init(made.as_mut_ptr()) };
        if code != 0 {
            return Err(Error::code("pthread_attr_init", code));
        }
        // SAFETY: initialised by the call above, which succeeded.
        let mut made = Box::new(unsafe { made.assume_init() });
        // SAFETY: the attributes are initialised and ours alone.
        match unsafe { libc::pthread_attr_setdetachstate(&raw mut *made, DETACHED) } {
            0 => Ok(Self(made)),
            code => Err(Error::code("pthread_attr_setdetachstate", code)),
        }
    }

    #[inline]
    pub(super) fn start<A: Attendant>(&self, socket: Socket) -> Result<()> {
        extern "C" fn attend<A: Attendant>(number: *mut c_void) -> *mut c_void {
            // SAFETY: whoever has started the thread gave the descriptor away, to it alone.
            let socket = unsafe { OwnedFd::from_raw_fd(number.addr() as RawFd) };
            A::attend(Stream(socket));
            ptr::null_mut()
        }
        let mut thread = MaybeUninit::uninit();
        let number = socket.into_raw_fd();
        let given = ptr::without_provenance_mut(number as usize);
        let attributes = &raw const *self.0;
        // SAFETY: `thread` takes the answer; the attributes are initialised; the argument is the
        // number of a descriptor, which becomes the thread's.
        let code =
            unsafe { libc::pthread_create(thread.as_mut_ptr(), attributes, attend::<A>, given) };
        if code == 0 {
            return Ok(());
        }
        // SAFETY: no thread was made, so the descriptor is still ours.
        drop(unsafe { OwnedFd::from_raw_fd(number) });
        Err(Error::code("pthread_create", code))
    }
}
