//! Systems whose own sockets are not used yet.

use std::io::Error as IoError;
use std::net::{Ipv4Addr, SocketAddrV4, TcpListener};

use super::{Attendant, Handle, Incoming, Listening, Transfer, Trouble};
use crate::{Error, Result};

const NOT_YET: Error =
    Error::Unsupported("sockets of this system are not used by its own calls yet");

#[derive(Debug)]
pub(super) struct Socket(std::convert::Infallible);

pub(super) fn handle(socket: &Socket) -> Handle {
    match socket.0 {}
}

pub(super) fn trouble(_: &IoError) -> Trouble {
    Trouble::Other
}

pub(super) fn listen(_: SocketAddrV4, _: Listening) -> Result<Socket> {
    Err(NOT_YET)
}

pub(super) fn address(socket: &Socket) -> Result<SocketAddrV4> {
    match socket.0 {}
}

pub(super) fn accept(socket: &Socket, _: bool) -> Result<Incoming> {
    match socket.0 {}
}

pub(super) fn shut(socket: &Socket) -> Result<()> {
    match socket.0 {}
}

pub(super) fn duplicate(socket: &Socket) -> Result<TcpListener> {
    match socket.0 {}
}

pub(super) fn connect(_: SocketAddrV4, _: Option<Ipv4Addr>) -> Result<Socket> {
    Err(NOT_YET)
}

pub(super) fn connected(socket: &Socket) -> Result<()> {
    match socket.0 {}
}

pub(super) fn read(socket: &Socket, _: &mut [u8]) -> Transfer {
    match socket.0 {}
}

pub(super) fn write(socket: &Socket, _: &[u8]) -> Transfer {
    match socket.0 {}
}

pub(super) fn finish_writing(socket: &Socket) {
    match socket.0 {}
}

pub(super) fn break_off(socket: Socket) {
    match socket.0 {}
}

pub(super) struct Attendants;

impl Attendants {
    pub(super) fn new() -> Result<Self> {
        Err(NOT_YET)
    }

    pub(super) fn start<A: Attendant>(&self, socket: Socket) -> Result<()> {
        match socket.0 {}
    }
}
