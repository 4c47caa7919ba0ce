//! What the loops around `select`, `poll` and `epoll` share: who waits for what.

use std::collections::VecDeque;

use sys::clock::now_ns;
use sys::socket::{Handle, Incoming, Listener, Stream};
use sys::thread::Worker;

use super::super::protocol::{Dialog, Said, answer, listen};
use super::super::scene::Scene;
use crate::Result;

/// A system's call that tells which sockets can be read.
pub(super) trait Readiness: Sized {
    /// For numbers below `capacity`.
    fn new(capacity: usize) -> Result<Self>;
    /// Watches a socket under a number.
    fn watch(&mut self, handle: Handle, key: u32) -> sys::Result<()>;
    /// Watches it no more; it is closed right after.
    fn forget(&mut self, handle: Handle, key: u32);
    /// Waits and appends the numbers of those that can be read.
    fn wait(&mut self, ready: &mut Vec<u32>, timeout_ns: Option<u64>) -> sys::Result<()>;
}

/// The listener's number; a connection's is one above its place.
const LISTENER: u32 = 0;
/// How long to wait before accepting again after that has failed.
const PAUSE_NS: u64 = 1_000_000;

/// Runs each of the scene's loops, the only one without a thread.
pub(super) fn serve<R: Readiness>(scene: &'static Scene) -> Result<()> {
    on_each(scene, |scene, listener| Loop::<R>::new(scene, listener)?.run())
}

/// Does something for each of the scene's loops, with a listener of its own.
pub(super) fn on_each(
    scene: &'static Scene,
    work: fn(&'static Scene, &'static Listener) -> Result<()>,
) -> Result<()> {
    if scene.loops <= 1 {
        return work(scene, scene.listener(0));
    }
    let start = |number| Worker::start(move || work(scene, scene.listener(number)));
    let workers: sys::Result<Vec<_>> = (0..scene.loops).map(start).collect();
    for worker in workers? {
        worker.join()??;
    }
    Ok(())
}

/// A connection that waits.
struct Open {
    stream: Stream,
    /// When it is answered, where the answer is held back; tells it from others in its place.
    due_ns: u64,
}

struct Loop<R> {
    scene: &'static Scene,
    listener: &'static Listener,
    readiness: R,
    open: Vec<Option<Open>>,
    free: Vec<u32>,
    /// Who is answered when, in order: all are held back equally long.
    held: VecDeque<(u64, u32)>,
    /// Accepting has failed and is to be tried again.
    retry: bool,
}

impl<R: Readiness> Loop<R> {
    fn new(scene: &'static Scene, listener: &'static Listener) -> Result<Self> {
        let room = scene.connections + 1;
        let mut readiness = R::new(room + 1)?;
        readiness.watch(listener.handle(), LISTENER)?;
        Ok(Self {
            scene,
            listener,
            readiness,
            open: (0..room).map(|_| None).collect(),
            free: (0..room as u32).rev().collect(),
            held: VecDeque::with_capacity(room),
            retry: false,
        })
    }

    /// Serves until the listener is shut.
    fn run(mut self) -> Result<()> {
        let mut ready = Vec::with_capacity(self.open.len() + 1);
        loop {
            ready.clear();
            let timeout_ns = self.timeout_ns();
            self.readiness.wait(&mut ready, timeout_ns)?;
            if self.retry && !ready.contains(&LISTENER) {
                ready.push(LISTENER);
            }
            for &key in &ready {
                if key != LISTENER {
                    self.readable(key - 1);
                } else if !self.accept() {
                    return Ok(());
                }
            }
            self.answer_held();
        }
    }

    fn timeout_ns(&self) -> Option<u64> {
        if self.retry {
            return Some(PAUSE_NS);
        }
        self.held.front().map(|(due_ns, _)| due_ns.saturating_sub(now_ns()))
    }

    /// Accepts all that have come; false where the listener was shut.
    fn accept(&mut self) -> bool {
        self.retry = false;
        loop {
            match self.listener.accept() {
                Ok(Incoming::One(stream)) => {
                    self.scene.board.enter();
                    self.begin(stream);
                }
                Ok(Incoming::Later) => return true,
                Ok(Incoming::Shut) => return false,
                Err(error) => {
                    self.scene.pause(&error);
                    self.retry = true;
                    return true;
                }
            }
        }
    }

    #[inline]
    fn begin(&mut self, stream: Stream) {
        match self.scene.dialog {
            Dialog::Greet => self.finish(stream, true),
            Dialog::Hold { ns } => {
                let due_ns = now_ns() + ns;
                if let Some(place) = self.keep(stream, due_ns) {
                    self.held.push_back((due_ns, place));
                }
            }
            Dialog::Request => {
                self.keep(stream, 0);
            }
            Dialog::Stay => {
                if answer(&stream) {
                    self.keep(stream, 0);
                } else {
                    self.finish(stream, false);
                }
            }
        }
    }

    /// Keeps a connection open and watches it.
    fn keep(&mut self, stream: Stream, due_ns: u64) -> Option<u32> {
        let place = self.free.pop().unwrap_or_else(|| {
            self.open.push(None);
            (self.open.len() - 1) as u32
        });
        if let Err(error) = self.readiness.watch(stream.handle(), place + 1) {
            self.free.push(place);
            self.scene.board.refused(&error);
            self.finish(stream, false);
            return None;
        }
        self.open[place as usize] = Some(Open { stream, due_ns });
        Some(place)
    }

    /// Watches a connection no more.
    fn take(&mut self, place: u32) -> Option<Stream> {
        let Open { stream, .. } = self.open[place as usize].take()?;
        self.readiness.forget(stream.handle(), place + 1);
        self.free.push(place);
        Some(stream)
    }

    fn readable(&mut self, place: u32) {
        let Some(open) = &self.open[place as usize] else { return };
        let said = listen(&open.stream);
        match (self.scene.dialog, said) {
            (_, Said::Later) | (Dialog::Stay | Dialog::Hold { .. }, Said::Line) => {}
            (dialog, said) => {
                let Some(stream) = self.take(place) else { return };
                match dialog {
                    Dialog::Stay => self.close(stream, said == Said::End),
                    _ => self.finish(stream, said == Said::Line),
                }
            }
        }
    }

    fn answer_held(&mut self) {
        while let Some(&(due_ns, place)) = self.held.front() {
            if due_ns > now_ns() {
                return;
            }
            self.held.pop_front();
            // Its client may have left, and another one be in its place.
            let there = self.open[place as usize].as_ref().is_some_and(|one| one.due_ns == due_ns);
            if there && let Some(stream) = self.take(place) {
                self.finish(stream, true);
            }
        }
    }

    /// Answers where that is due, and closes.
    #[inline]
    fn finish(&self, stream: Stream, due: bool) {
        let answered = due && answer(&stream);
        self.close(stream, answered);
    }

    #[inline]
    fn close(&self, stream: Stream, answered: bool) {
        if answered {
            self.scene.board.answered();
        }
        drop(stream);
        self.scene.board.leave();
    }
}
