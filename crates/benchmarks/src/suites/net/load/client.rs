//! A thread of the load: many clients at once, none of which waits.

use sys::clock::{Clock, now_ns, read_many};
use sys::readiness::{Epoll, Interest, Ready};
use sys::socket::{Stream, Transfer};

use super::super::metrics::Found;
use super::super::protocol::{ANSWER, Dialog, PIECE, REQUEST};
use super::counts::Counts;
use super::plan::{Plan, Window};
use crate::Result;

/// Clients that begin between two looks at what has happened.
const AT_ONCE: usize = 64;
/// A client that has waited so long, beside what it is held for, is given up.
const PATIENCE_NS: u64 = 5_000_000_000;
/// How often it is looked for such clients.
const ROUND_NS: u64 = 100_000_000;
/// A start is late from here on.
const LATE_NS: u64 = 1_000_000;
/// How long to wait before beginning again what could not be begun.
const PAUSE_NS: u64 = 1_000_000;
/// How long clients of the open loop may take after the window: they were planned in it.
const OPEN_DRAIN_NS: u64 = 2_000_000_000;
/// How long those of the closed loop may, beside what they are held for.
const CLOSED_DRAIN_NS: u64 = 20_000_000;

/// A client under way.
struct Client {
    stream: Stream,
    /// When it was to begin.
    planned_ns: u64,
    begun_ns: u64,
    connected: bool,
    /// Bytes of the answer so far.
    heard: usize,
}

/// A place for a client; what was told of an earlier client in it is recognized.
struct Place {
    client: Option<Client>,
    serial: u32,
}

struct Driver<'a> {
    plan: &'a Plan,
    window: Window,
    epoll: Epoll,
    places: Vec<Place>,
    free: Vec<u32>,
    /// Clients that have begun by the plan.
    begun: u64,
    /// Clients of the closed loop that begin as soon as may be, by place.
    again: Vec<u32>,
    /// Nobody begins before, because that has failed.
    paused_until_ns: u64,
    sources: u64,
    counts: Counts,
}

/// Does a thread's part of the plan.
pub(super) fn drive(plan: &Plan, window: Window) -> Result<Counts> {
    let mut driver = Driver::new(plan, window)?;
    driver.run()?;
    Ok(driver.counts)
}

impl<'a> Driver<'a> {
    fn new(plan: &'a Plan, window: Window) -> Result<Self> {
        let room = plan.connections.max(1);
        Ok(Self {
            plan,
            window,
            epoll: Epoll::new(room)?,
            places: (0..room).map(|_| Place { client: None, serial: 0 }).collect(),
            free: (0..room as u32).rev().collect(),
            begun: 0,
            again: Vec::with_capacity(room),
            paused_until_ns: 0,
            sources: window.begin_ns,
            counts: Counts::default(),
        })
    }

    fn run(&mut self) -> Result<()> {
        let mut ready = Vec::with_capacity(4096);
        let mut next_round_ns = self.window.begin_ns + ROUND_NS;
        let mut busy = Busy::new(self.window);
        loop {
            let now = now_ns();
            busy.look(now);
            if now >= self.window.end_ns {
                break;
            }
            self.begin_due(now);
            if now >= next_round_ns {
                next_round_ns = now + ROUND_NS;
                self.give_up(now);
            }
            let until = self.next_due_ns(now).min(next_round_ns).min(self.window.end_ns);
            self.step(&mut ready, until.saturating_sub(now))?;
        }
        self.counts.busiest_ppm = busy.ppm();
        self.counts.counted_ns = self.window.end_ns - self.window.counts_from_ns;
        self.drain(&mut ready)
    }

    /// Waits and takes in what has happened.
    fn step(&mut self, ready: &mut Vec<Ready>, timeout_ns: u64) -> Result<()> {
        ready.clear();
        ready.extend_from_slice(self.epoll.wait(Some(timeout_ns))?);
        for one in ready.iter() {
            self.happened(one);
        }
        Ok(())
    }

    /// Lets those that have begun come to their end, for a while.
    fn drain(&mut self, ready: &mut Vec<Ready>) -> Result<()> {
        let patience = if self.plan.is_open() { OPEN_DRAIN_NS } else { CLOSED_DRAIN_NS };
        let limit = self.window.end_ns + self.plan.dialog.hold_ns() + patience;
        loop {
            let now = now_ns();
            if now >= limit || self.free.len() + self.again.len() >= self.places.len() {
                break;
            }
            self.step(ready, limit - now)?;
        }
        for place in 0..self.places.len() {
            let Some(client) = self.places[place].client.take() else { continue };
            self.counts.unfinished += 1;
            // It has waited so long at least: leaving it out would hide the slowest.
            if self.plan.is_open() {
                self.counts.latencies.record(now_ns() - client.planned_ns);
            }
        }
        Ok(())
    }

    /// Begins with clients whose time has come.
    fn begin_due(&mut self, now: u64) {
        if now < self.paused_until_ns {
            return;
        }
        for _ in 0..AT_ONCE {
            let (place, planned_ns) = if let Some(place) = self.again.pop() {
                (place, now)
            } else {
                let begins = self.plan.begins_ns(self.begun);
                let due =
                    begins.map(|after| self.window.begin_ns + after).filter(|&due| due <= now);
                let Some((planned_ns, place)) = due.zip(self.free.last().copied()) else { return };
                self.free.pop();
                self.begun += 1;
                (place, planned_ns)
            };
            if self.plan.is_open() && now.saturating_sub(planned_ns) > LATE_NS {
                self.counts.late += 1;
            }
            if !self.begin(place, planned_ns) {
                self.paused_until_ns = now + PAUSE_NS;
                return;
            }
        }
    }

    /// When something is to be begun next.
    fn next_due_ns(&self, now: u64) -> u64 {
        let planned = self.plan.begins_ns(self.begun).filter(|_| !self.free.is_empty());
        let due = match planned {
            _ if !self.again.is_empty() => now,
            Some(after) => self.window.begin_ns + after,
            None => return u64::MAX,
        };
        due.max(self.paused_until_ns)
    }

    fn begin(&mut self, place: u32, planned_ns: u64) -> bool {
        self.sources += 1;
        let begun_ns = now_ns();
        // Under the closed loop nothing was planned before this moment.
        let planned_ns = if self.plan.is_open() { planned_ns } else { begun_ns };
        let begun = Stream::connect(self.plan.to, self.plan.source(self.sources));
        let serial = self.places[place as usize].serial.wrapping_add(1);
        let key = u64::from(serial) << 32 | u64::from(place);
        let interest = Interest { write: true, edge: true };
        let watched = begun.and_then(|stream| {
            self.epoll.watch(stream.handle(), key, interest)?;
            Ok(stream)
        });
        match watched {
            Ok(stream) => {
                let client = Client { stream, planned_ns, begun_ns, connected: false, heard: 0 };
                self.places[place as usize] = Place { client: Some(client), serial };
                true
            }
            Err(error) => {
                self.counts.trouble(&error);
                self.release(place);
                false
            }
        }
    }

    /// The place of a client that is over is free for the next one.
    fn release(&mut self, place: u32) {
        if self.plan.is_open() { self.free.push(place) } else { self.again.push(place) }
    }

    fn happened(&mut self, ready: &Ready) {
        let (place, serial) = (ready.key as u32, (ready.key >> 32) as u32);
        let Place { client: Some(client), serial: present } = &mut self.places[place as usize]
        else {
            return;
        };
        if *present != serial {
            return;
        }
        if !client.connected {
            if let Err(error) = client.stream.connected() {
                self.counts.trouble(&error);
                return self.over(place);
            }
            client.connected = true;
            let now = now_ns();
            if (self.window.counts_from_ns..=self.window.end_ns).contains(&now) {
                self.counts.connects.record(now - client.begun_ns);
            }
            if self.plan.dialog == Dialog::Request {
                client.stream.write(REQUEST);
            }
        }
        if ready.read {
            self.read(place);
        }
    }

    /// Reads up to the end, if it has come, and checks every byte.
    fn read(&mut self, place: u32) {
        let Some(client) = &mut self.places[place as usize].client else { return };
        let mut piece = [0; PIECE];
        loop {
            match client.stream.read(&mut piece) {
                Transfer::Done(0) if client.heard == ANSWER.len() => break,
                Transfer::Done(0) => {
                    self.counts.error(Found::Short);
                    return self.over(place);
                }
                Transfer::Done(count) => {
                    let expected = ANSWER.get(client.heard..client.heard + count);
                    if expected != Some(&piece[..count]) {
                        self.counts.wrong += 1;
                        return self.over(place);
                    }
                    client.heard += count;
                }
                Transfer::Later => return,
                Transfer::Failed(error) => {
                    self.counts.trouble(&error);
                    return self.over(place);
                }
            }
        }
        let planned_ns = client.planned_ns;
        let now = now_ns();
        self.counts.answers += 1;
        let within = (self.window.counts_from_ns..=self.window.end_ns).contains(&now);
        self.counts.counted += u64::from(within);
        // Those of the open loop count by when they were to begin.
        let counts =
            if self.plan.is_open() { planned_ns >= self.window.counts_from_ns } else { within };
        if counts {
            self.counts.latencies.record(now - planned_ns);
        }
        self.over(place);
    }

    /// A client is over: its connection is closed.
    fn over(&mut self, place: u32) {
        self.places[place as usize].client = None;
        self.release(place);
    }

    /// Gives up those that have waited too long.
    fn give_up(&mut self, now: u64) {
        let patience = PATIENCE_NS + self.plan.dialog.hold_ns();
        for place in 0..self.places.len() as u32 {
            let begun = self.places[place as usize].client.as_ref().map(|client| client.begun_ns);
            if begun.is_some_and(|begun| now.saturating_sub(begun) > patience) {
                self.counts.error(Found::TimedOut);
                self.over(place);
            }
        }
    }
}

/// How busy this thread is while answers count.
struct Busy {
    window: Window,
    /// Clock and processor time when counting began.
    from: Option<(u64, u64)>,
    until: Option<(u64, u64)>,
}

impl Busy {
    fn new(window: Window) -> Self {
        Self { window, from: None, until: None }
    }

    #[inline]
    fn look(&mut self, now: u64) {
        let due = |past: &Option<(u64, u64)>, at: u64| past.is_none() && now >= at;
        if due(&self.from, self.window.counts_from_ns) {
            self.from = read_many(Clock::ThreadCpu, 1).ok().map(|used| (now, used));
        }
        if due(&self.until, self.window.end_ns) {
            self.until = read_many(Clock::ThreadCpu, 1).ok().map(|used| (now, used));
        }
    }

    fn ppm(&self) -> Option<u64> {
        let ((from, used_from), (until, used_until)) = self.from.zip(self.until)?;
        let share = u128::from(used_until.saturating_sub(used_from)) * 1_000_000;
        Some((share / u128::from(until.saturating_sub(from).max(1))) as u64)
    }
}
