//! Connections that stay: opened as fast as the server takes them, idle for the window, then
//! ended by the client.

use sys::clock::{now_ns, sleep};
use sys::readiness::{Epoll, Interest, Ready};
use sys::socket::{Stream, Transfer};

use super::super::metrics::Found;
use super::super::protocol::{ANSWER, PIECE};
use super::counts::Counts;
use super::plan::Plan;
use crate::Result;

/// Connections on their way at once, at most.
const AT_ONCE: usize = 256;
/// Without anything new for so long, no more is expected.
const PATIENCE_NS: u64 = 2_000_000_000;

/// A connection that stays.
struct Guest {
    stream: Stream,
    begun_ns: u64,
    connected: bool,
    heard: usize,
}

struct Holder<'a> {
    plan: &'a Plan,
    epoll: Epoll,
    guests: Vec<Option<Guest>>,
    /// Those that have their answer and stay.
    held: usize,
    counts: Counts,
}

/// Opens all connections, waits so long, and ends them.
pub(super) fn hold(plan: &Plan, window_ms: u64) -> Result<Counts> {
    let epoll = Epoll::new(plan.connections)?;
    let guests = Vec::with_capacity(plan.connections);
    let mut holder = Holder { plan, epoll, guests, held: 0, counts: Counts::default() };
    let begin_ns = now_ns();
    holder.open()?;
    holder.counts.counted = holder.held as u64;
    holder.counts.counted_ns = now_ns() - begin_ns;
    // Where not all could be had there is nothing to look at.
    if holder.held == plan.connections {
        sleep(window_ms * 1_000_000);
    }
    holder.end()?;
    Ok(holder.counts)
}

impl Holder<'_> {
    fn open(&mut self) -> Result<()> {
        let at_once = AT_ONCE.min(self.plan.backlog.max(1));
        let mut lost = 0;
        let mut ready = Vec::new();
        let mut last_ns = now_ns();
        while self.held + lost < self.plan.connections {
            while self.guests.len() < self.plan.connections
                && self.guests.len() - self.held - lost < at_once
            {
                lost += usize::from(!self.begin());
            }
            let before = self.held + lost;
            self.wait(&mut ready)?;
            for one in &ready {
                lost += usize::from(!self.happened(one));
            }
            if self.held + lost > before {
                last_ns = now_ns();
            } else if now_ns() - last_ns > PATIENCE_NS {
                return Ok(());
            }
        }
        Ok(())
    }

    fn wait(&mut self, ready: &mut Vec<Ready>) -> Result<()> {
        ready.clear();
        ready.extend_from_slice(self.epoll.wait(Some(PATIENCE_NS / 20))?);
        Ok(())
    }

    fn begin(&mut self) -> bool {
        let number = self.guests.len() as u64;
        let begun_ns = now_ns();
        let interest = Interest { write: true, edge: true };
        let begun = Stream::connect(self.plan.to, self.plan.source(number)).and_then(|stream| {
            self.epoll.watch(stream.handle(), number, interest)?;
            Ok(stream)
        });
        let begun = begun.inspect_err(|error| self.counts.trouble(error)).ok();
        let there = begun.is_some();
        self.guests.push(begun.map(|stream| Guest {
            stream,
            begun_ns,
            connected: false,
            heard: 0,
        }));
        there
    }

    /// Takes in what has happened; false where the connection was lost by it.
    fn happened(&mut self, ready: &Ready) -> bool {
        let Some(guest) = &mut self.guests[ready.key as usize] else { return true };
        let now = now_ns();
        if !guest.connected {
            if let Err(error) = guest.stream.connected() {
                self.counts.trouble(&error);
                self.guests[ready.key as usize] = None;
                return false;
            }
            guest.connected = true;
            self.counts.connects.record(now - guest.begun_ns);
        }
        let mut piece = [0; PIECE];
        let lost = loop {
            match guest.stream.read(&mut piece) {
                Transfer::Done(0) => break Some(Found::Short),
                Transfer::Done(count) => {
                    if ANSWER.get(guest.heard..guest.heard + count) != Some(&piece[..count]) {
                        self.counts.wrong += 1;
                    }
                    guest.heard += count;
                    if guest.heard == ANSWER.len() {
                        self.held += 1;
                        self.counts.latencies.record(now - guest.begun_ns);
                    }
                }
                Transfer::Later => break None,
                Transfer::Failed(error) => {
                    self.counts.trouble(&error);
                    self.guests[ready.key as usize] = None;
                    return false;
                }
            }
        };
        if let Some(kind) = lost {
            self.counts.error(kind);
            self.guests[ready.key as usize] = None;
        }
        lost.is_none()
    }

    /// Ends all connections and waits until the server has, too.
    fn end(&mut self) -> Result<()> {
        for guest in self.guests.iter().flatten() {
            guest.stream.finish_writing();
        }
        let mut ready = Vec::new();
        let mut last_ns = now_ns();
        while self.guests.iter().any(Option::is_some) && now_ns() - last_ns < PATIENCE_NS {
            self.wait(&mut ready)?;
            for one in &ready {
                if self.ended(one) {
                    last_ns = now_ns();
                }
            }
        }
        self.counts.unfinished = self.guests.iter().flatten().count() as u64;
        self.guests.clear();
        Ok(())
    }

    fn ended(&mut self, ready: &Ready) -> bool {
        let place = ready.key as usize;
        let Some(guest) = &mut self.guests[place] else { return false };
        let mut piece = [0; PIECE];
        match guest.stream.read(&mut piece) {
            Transfer::Later => return false,
            Transfer::Done(0) if guest.heard == ANSWER.len() => self.counts.answers += 1,
            Transfer::Failed(error) => self.counts.trouble(&error),
            Transfer::Done(_) => self.counts.error(Found::Short),
        }
        self.guests[place] = None;
        true
    }
}
