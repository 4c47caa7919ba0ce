//! Double buffering: one thread fills a buffer while a second one writes the other. They sleep
//! while they wait for each other.

use std::sync::Arc;
use std::thread::JoinHandle;

use sys::buffer::Aligned;
use sys::data::{File, Mode};
use sys::handover::Handover;

use super::{Job, Write, write_all};
use crate::suites::io::metrics::Done;
use crate::suites::io::touched;
use crate::{Error, Result};

pub(super) struct Threaded {
    job: Job,
    between: Arc<Between>,
    /// The buffer that is filled first.
    spare: Option<Aligned>,
    writer: Option<JoinHandle<()>>,
}

/// What lies between the two threads.
struct Between {
    orders: Handover<Order>,
    empty: Handover<Aligned>,
    done: Handover<Result<File>>,
}

/// What the writer is told.
enum Order {
    /// A file that is open.
    Begin(File),
    /// A piece of it.
    Piece { at: u64, length: usize, buffer: Aligned },
    /// That was all: give the file back.
    End,
    /// Nothing will come any more.
    Leave,
}

impl Threaded {
    pub(super) fn new(job: Job) -> Result<Self> {
        if !job.supply.produce {
            return Err(sys::Error::Unsupported("without work there is nothing to overlap").into());
        }
        let between = Arc::new(Between {
            orders: Handover::new()?,
            empty: Handover::new()?,
            done: Handover::new()?,
        });
        between.empty.put(touched(job.buffer));
        let spare = Some(touched(job.buffer));
        let (known, direct) = (Arc::clone(&between), job.plan.direct);
        let writer = std::thread::Builder::new()
            .spawn(move || follow_orders(&known, direct))
            .map_err(|source| Error::Prepare { what: "starting a thread".into(), source })?;
        Ok(Self { job, between, spare, writer: Some(writer) })
    }
}

impl Write for Threaded {
    fn write(&mut self) -> Result<Done> {
        let Self { job, between, spare, .. } = self;
        let mut file = Some(job.open(Mode::Write)?);
        let end = job.whole_blocks_end();
        let mut at = job.part.start;
        while at < end {
            let length = (end - at).min(job.buffer as u64) as usize;
            let mut buffer = spare.take().unwrap_or_else(|| between.empty.take());
            job.supply.make(at, &mut buffer[..length]);
            if let Some(file) = file.take() {
                between.orders.put(Order::Begin(file));
            }
            between.orders.put(Order::Piece { at, length, buffer });
            at += length as u64;
        }
        let file = if let Some(untouched) = file {
            untouched
        } else {
            // Two buffers come back, and the place between takes one.
            *spare = Some(between.empty.take());
            between.orders.put(Order::End);
            between.done.take()?
        };
        if let Some(buffer) = spare {
            job.write_rest(&file, at, buffer)?;
        }
        job.finish(file)
    }
}

impl Drop for Threaded {
    fn drop(&mut self) {
        self.between.orders.put(Order::Leave);
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

/// The writer's life.
fn follow_orders(between: &Between, direct: bool) {
    while let Order::Begin(file) = between.orders.take() {
        let mut outcome = Ok(());
        while let Order::Piece { at, length, buffer } = between.orders.take() {
            // After a failure buffers still go back, so that nobody waits for one.
            if outcome.is_ok() {
                let write = |data: &[u8], at| file.write_at(data, at);
                outcome = write_all(&buffer[..length], at, direct, write);
            }
            between.empty.put(buffer);
        }
        between.done.put(outcome.map(|()| file));
    }
}
