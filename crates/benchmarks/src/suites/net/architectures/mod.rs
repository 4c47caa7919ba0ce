//! The architectures of a server, one file each, in order of simplicity.

mod epoll;
mod epoll_edge;
mod event_loop;
mod exec;
mod fork;
mod io_uring;
mod iterative;
mod poll;
mod prefork;
mod select;
mod thread;
mod thread_pool;
#[cfg_attr(not(feature = "tokio"), path = "tokio_left_out.rs")]
mod tokio;

use model::{Named, System};

use super::scene::Scene;
use crate::Result;
use crate::parameters::{UNIX, method};

/// Serves until its listeners are shut.
pub(super) type Serve = fn(&'static Scene) -> Result<()>;

/// What `loops` means to an architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Loops {
    /// Nothing.
    None,
    /// Workers that take one connection at a time.
    Workers,
    /// Event loops.
    Events,
}

/// One way to build a server.
#[derive(Clone, Copy)]
pub(super) struct Architecture {
    pub(super) name: &'static str,
    summary: &'static str,
    family: &'static str,
    systems: &'static [System],
    pub(super) loops: Loops,
    /// Whether several loops have a listener each.
    pub(super) shares_port: bool,
    /// Whether accepting waits.
    pub(super) waits: bool,
    /// Whether connections wait in it side by side.
    pub(super) side_by_side: bool,
    /// `None` where only other systems have it, or this build left it out.
    pub(super) serve: Option<Serve>,
}

const PROCESS: &str = "process";
const THREAD: &str = "thread";
const ASYNCHRONOUS: &str = "asynchronous";

/// One whose calls wait.
const fn waiting(
    name: &'static str,
    summary: &'static str,
    family: &'static str,
    serve: Serve,
) -> Architecture {
    Architecture {
        name,
        summary,
        family,
        systems: &UNIX,
        loops: Loops::None,
        shares_port: false,
        waits: true,
        side_by_side: true,
        serve: Some(serve),
    }
}

/// One that a loop of events drives.
const fn driven(
    name: &'static str,
    summary: &'static str,
    systems: &'static [System],
    serve: Option<Serve>,
) -> Architecture {
    Architecture {
        name,
        summary,
        family: ASYNCHRONOUS,
        systems,
        loops: Loops::Events,
        shares_port: true,
        waits: false,
        side_by_side: true,
        serve,
    }
}

/// A number of workers that take one connection at a time.
const fn pool(one: Architecture, shares_port: bool) -> Architecture {
    Architecture { loops: Loops::Workers, shares_port, side_by_side: false, ..one }
}

const KQUEUE: [System; 5] =
    [System::MacOs, System::FreeBsd, System::NetBsd, System::OpenBsd, System::DragonFly];

/// All of them, in order of simplicity.
pub(super) const ALL: [Architecture; 17] = [
    Architecture {
        side_by_side: false,
        ..waiting("iterative", "one client after the other", PROCESS, iterative::serve)
    },
    waiting("exec-fork", "a program for each connection, by fork and exec", PROCESS, exec::by_fork),
    waiting("exec-spawn", "a program for each connection, by posix_spawn", PROCESS, exec::by_spawn),
    waiting("fork", "a process for each connection", PROCESS, fork::serve),
    pool(
        waiting("prefork", "processes that accept from one listener", PROCESS, prefork::serve),
        false,
    ),
    pool(
        waiting("prefork-reuseport", "processes with a listener each", PROCESS, prefork::serve),
        true,
    ),
    waiting("thread", "a thread for each connection", THREAD, thread::serve),
    pool(
        waiting("thread-pool", "threads that accept from one listener", THREAD, thread_pool::serve),
        false,
    ),
    driven("select", "loops around select", &UNIX, Some(select::serve)),
    driven("poll", "loops around poll", &UNIX, Some(poll::serve)),
    driven("epoll", "loops around epoll, told again", &[System::Linux], Some(epoll::serve)),
    driven(
        "epoll-edge",
        "loops around epoll, told once",
        &[System::Linux],
        Some(epoll_edge::serve),
    ),
    driven(
        "io-uring",
        "loops around io_uring, accepting by one order",
        &[System::Linux],
        Some(io_uring::serve),
    ),
    Architecture {
        shares_port: false,
        ..driven("tokio", "tasks of Tokio's threads", &UNIX, tokio::SERVE)
    },
    driven("kqueue", "loops around kqueue", &KQUEUE, None),
    driven("event-ports", "loops around event ports", &[System::Illumos], None),
    driven("iocp", "loops around completion ports", &[System::Windows], None),
];

/// The architecture of a name.
pub(super) fn find(name: &str) -> Option<&'static Architecture> {
    const { &ALL }.iter().find(|one| one.name == name)
}

/// As values of a parameter.
pub(super) fn named() -> Vec<Named> {
    ALL.iter().map(|one| method(one.name, one.summary, one.family, one.systems)).collect()
}

#[cfg(test)]
mod tests;
