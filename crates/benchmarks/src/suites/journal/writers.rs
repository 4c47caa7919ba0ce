//! Who commits: one writer, several each for itself, or several of which one flushes for all.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sys::buffer::Aligned;
use sys::clock::now_ns;
use sys::monitor::{Monitor, Turn};
use sys::thread::Worker;

use super::technique::Journal;
use super::transaction::Body;
use crate::{Error, Recorder, Result};

/// Bodies of each writer, used in turn.
pub(super) const BODIES: u64 = 4;

/// One writer with all that it needs, made before the clock starts.
pub(super) struct Writer {
    journal: Journal,
    bodies: Vec<Body>,
    bytes: usize,
    recorder: Recorder,
}

impl Writer {
    /// The writer of a number, with bodies of its own.
    pub(super) fn new(journal: Journal, bytes: usize, seed: u64, number: u64) -> Self {
        let bodies = (number * BODIES..(number + 1) * BODIES)
            .map(|body| Body::new(bytes, seed, body))
            .collect();
        Self { journal, bodies, bytes, recorder: Recorder::new() }
    }

    /// Commits one transaction.
    #[inline]
    fn commit(&mut self, sequence: u64) -> Result<()> {
        let data = self.bodies[(sequence % BODIES) as usize].stamped(sequence);
        let begun = now_ns();
        self.journal.commit(data, sequence * self.bytes as u64)?;
        self.recorder.record(now_ns() - begun);
        Ok(())
    }

    /// Commits all transactions, one after another.
    pub(super) fn alone(&mut self, commits: u64) -> Result<()> {
        for sequence in 0..commits {
            self.commit(sequence)?;
        }
        Ok(())
    }

    /// The latencies of its commits.
    pub(super) fn latencies(&self) -> &Recorder {
        &self.recorder
    }

    /// Commits whichever transaction is next, until there are no more or one has failed.
    fn beside_others(&mut self, next: &AtomicU64, commits: u64) -> Result<()> {
        loop {
            let sequence = next.fetch_add(1, Ordering::Relaxed);
            if sequence >= commits {
                return Ok(());
            }
            if let Err(error) = self.commit(sequence) {
                next.fetch_max(commits, Ordering::Relaxed);
                return Err(error);
            }
        }
    }

    /// Commits as one of a group.
    fn in_group(&mut self, group: &Monitor<Group>) -> Result<()> {
        let mut own = 0;
        loop {
            let begun = now_ns();
            let mut turn = group.enter();
            if turn.next == turn.commits || turn.failed {
                return Ok(());
            }
            let joined = turn.join(&self.bodies[own]);
            while turn.kept < joined && !turn.failed {
                if turn.leading {
                    turn.sleep();
                } else {
                    turn = self.lead(group, turn)?;
                }
            }
            if turn.failed {
                return Ok(());
            }
            drop(turn);
            self.recorder.record(now_ns() - begun);
            own = (own + 1) % self.bodies.len();
        }
    }

    /// Writes and flushes for all that wait, while others gather for the next time.
    fn lead<'a>(
        &mut self,
        group: &'a Monitor<Group>,
        mut turn: Turn<'a, Group>,
    ) -> Result<Turn<'a, Group>> {
        turn.leading = true;
        let (batch, generation) = turn.take_batch();
        drop(turn);
        let done = self
            .journal
            .commit(&batch.buffer[..batch.count * self.bytes], batch.first * self.bytes as u64);
        let mut turn = group.enter();
        turn.leading = false;
        turn.spare = Some(batch);
        match done {
            Ok(()) => turn.kept = generation,
            Err(_) => turn.failed = true,
        }
        group.wake_all();
        done?;
        Ok(turn)
    }
}

/// Transactions that are written by one call.
struct Batch {
    buffer: Aligned,
    first: u64,
    count: usize,
}

impl Batch {
    fn new(bytes: usize) -> Self {
        let mut buffer = Aligned::new(bytes);
        // Written once in advance, so that gathering faults no page in.
        buffer.fill(1);
        Self { buffer, first: 0, count: 0 }
    }
}

/// What the writers of a group share.
struct Group {
    /// The transactions that wait for the next leader.
    gathering: Option<Batch>,
    /// The other batch, while nobody leads.
    spare: Option<Batch>,
    bytes: usize,
    next: u64,
    commits: u64,
    /// Number of the batch that is gathering; the first is 1.
    generation: u64,
    /// Number of the last batch that was flushed.
    kept: u64,
    leading: bool,
    failed: bool,
}

impl Group {
    fn new(writers: usize, bytes: usize, commits: u64) -> Self {
        // Each writer has one transaction under way at most.
        let batch = || Some(Batch::new(writers * bytes));
        Self {
            gathering: batch(),
            spare: batch(),
            bytes,
            next: 0,
            commits,
            generation: 1,
            kept: 0,
            leading: false,
            failed: false,
        }
    }

    /// Adds a transaction to the batch that is gathering, whose number it returns.
    #[inline]
    fn join(&mut self, body: &Body) -> u64 {
        let sequence = self.next;
        self.next += 1;
        let bytes = self.bytes;
        let batch = self.gathering.as_mut().expect("one batch is always gathering");
        if batch.count == 0 {
            batch.first = sequence;
        }
        let place = batch.count * bytes;
        body.copy_to(&mut batch.buffer[place..place + bytes], sequence);
        batch.count += 1;
        self.generation
    }

    /// Takes what has gathered, and begins a new batch.
    #[inline]
    fn take_batch(&mut self) -> (Batch, u64) {
        let mut empty = self.spare.take().expect("nobody else leads");
        empty.count = 0;
        let batch = self.gathering.replace(empty).expect("one batch is always gathering");
        self.generation += 1;
        (batch, self.generation - 1)
    }
}

/// Several writers, started and asleep.
pub(super) struct Crowd {
    gate: Arc<Monitor<bool>>,
    workers: Vec<Worker<Result<Writer>>>,
    done: Vec<Writer>,
}

impl Crowd {
    /// Starts the writers; with `group` one flush serves all that wait.
    pub(super) fn new(
        writers: Vec<Writer>,
        group: bool,
        bytes: usize,
        commits: u64,
    ) -> Result<Self> {
        let gate = Arc::new(Monitor::new(false)?);
        let next = Arc::new(AtomicU64::new(0));
        let shared = Group::new(if group { writers.len() } else { 0 }, bytes, commits);
        let shared = Arc::new(Monitor::new(shared)?);
        let workers = writers
            .into_iter()
            .map(|mut writer| {
                let (gate, next, shared) =
                    (Arc::clone(&gate), Arc::clone(&next), Arc::clone(&shared));
                Worker::start(move || {
                    wait(&gate);
                    if group {
                        writer.in_group(&shared)?;
                    } else {
                        writer.beside_others(&next, commits)?;
                    }
                    Ok(writer)
                })
            })
            .collect::<sys::Result<Vec<_>>>()?;
        Ok(Self { gate, done: Vec::with_capacity(workers.len()), workers })
    }

    /// Lets the writers go, waits for the last one, and gives them back: their files are closed
    /// after the clock has stopped.
    pub(super) fn work(mut self) -> Result<Vec<Writer>> {
        *self.gate.enter() = true;
        self.gate.wake_all();
        let mut failed = None;
        for worker in self.workers {
            match worker.join().map_err(Error::from).and_then(|done| done) {
                Ok(writer) => self.done.push(writer),
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        failed.map_or(Ok(self.done), Err)
    }
}

fn wait(gate: &Monitor<bool>) {
    let mut open = gate.enter();
    while !*open {
        open.sleep();
    }
}
