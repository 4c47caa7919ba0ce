//! Waiting for many connections at once, by each call that a system has for it.
//!
//! All of them tell which of the watched sockets can be read; each socket is watched under a
//! number of the caller's choice, below the capacity that was asked for.

#[cfg_attr(target_os = "linux", path = "epoll_linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "epoll_unsupported.rs")]
mod epoll;
#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "unsupported.rs")]
mod imp;

pub use epoll::{Epoll, Interest, Ready};
pub use imp::{Poll, Select};

/// Descriptors that `select(2)` can watch: one above it is refused, since it would lie outside of
/// what is handed to the kernel.
pub const SELECTABLE: usize = 1024;

#[cfg(all(test, unix))]
mod tests {
    use std::net::{Ipv4Addr, SocketAddrV4};

    use super::*;
    use crate::socket::{Handle, Incoming, Listener, Listening, Stream};

    fn pair() -> (Stream, Stream) {
        let how = Listening { backlog: 1, shares_port: false, waits: true };
        let listener =
            Listener::new(SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0), how).expect("a port");
        let client = Stream::connect(listener.address().expect("one"), None).expect("a stream");
        let Incoming::One(server) = listener.accept().expect("one") else { panic!("nobody came") };
        (client, server)
    }

    fn told(wait: &mut dyn FnMut(&mut Vec<u32>)) -> Vec<u32> {
        let mut ready = Vec::new();
        wait(&mut ready);
        ready
    }

    #[test]
    fn poll_and_select_tell_who_can_be_read() {
        let (first, second) = (pair(), pair());
        let handles = [first.1.handle(), second.1.handle()];
        let mut poll = Poll::new(8);
        let mut select = Select::new();
        for (key, handle) in [3, 5].into_iter().zip(handles) {
            poll.watch(handle, key);
            select.watch(handle, key).unwrap();
        }
        let now = Some(0);
        assert!(told(&mut |ready| poll.wait(ready, now).unwrap()).is_empty());
        assert!(told(&mut |ready| select.wait(ready, now).unwrap()).is_empty());
        second.0.write(b"x");
        let soon = Some(1_000_000_000);
        assert_eq!(told(&mut |ready| poll.wait(ready, soon).unwrap()), [5]);
        assert_eq!(told(&mut |ready| select.wait(ready, soon).unwrap()), [5]);
        first.0.write(b"x");
        poll.forget(5);
        select.forget(handles[1]);
        assert_eq!(told(&mut |ready| poll.wait(ready, soon).unwrap()), [3]);
        assert_eq!(told(&mut |ready| select.wait(ready, soon).unwrap()), [3]);
    }

    #[test]
    fn select_refuses_what_it_cannot_watch() {
        let mut select = Select::new();
        assert!(select.watch(Handle(SELECTABLE as i32 - 1), 0).is_ok());
        assert!(select.watch(Handle(SELECTABLE as i32), 0).is_err());
        assert!(select.watch(Handle(-1), 0).is_err());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn epoll_tells_once_or_again() {
        let (client, server) = pair();
        let keys = |epoll: &mut Epoll, timeout| -> Vec<u64> {
            epoll.wait(timeout).unwrap().iter().map(|one| one.key).collect()
        };
        for (edge, again) in [(false, vec![7]), (true, vec![])] {
            let mut epoll = Epoll::new(4).unwrap();
            let interest = Interest { edge, ..Interest::READ };
            epoll.watch(server.handle(), 7, interest).unwrap();
            client.write(b"x");
            assert_eq!(keys(&mut epoll, Some(1_000_000_000)), [7]);
            assert_eq!(keys(&mut epoll, Some(1_000)), again);
        }
    }
}
