//! One read after the other at explicit places, by one thread.

use sys::buffer::Aligned;
use sys::clock::now_ns;
use sys::data::{File, How};

use super::{Call, Done, Plan, Read, Sink, Target, explained};
use crate::Result;
use crate::suites::io::{ended, touched};

pub(super) struct Positioned {
    plan: Plan,
    target: Target,
    buffer: Aligned,
}

impl Positioned {
    pub(super) fn new(plan: &Plan, target: Target) -> Self {
        Self { plan: plan.clone(), target, buffer: touched(plan.buffer) }
    }
}

impl Read for Positioned {
    fn read(&mut self, mut sink: Option<Sink<'_>>) -> Result<Done> {
        let Self { plan, target, buffer } = self;
        let part = &target.part;
        let mut done = Done::default();
        let file = plan.open(target)?;
        let mut at = part.start;
        while at < part.end {
            let piece = &mut buffer[..plan.length(at, part)];
            let count = read(&file, plan.call, piece, at, &mut done.fallbacks)
                .map_err(|error| explained(error, plan.direct))?;
            let count = (count as u64).min(part.end - at);
            if count == 0 {
                return Err(ended(at, part.end));
            }
            if let Some(sink) = &mut sink {
                sink(at, &piece[..count as usize]);
            }
            at += count;
        }
        done.bytes = at - part.start;
        done.data_ns = now_ns();
        file.close()?;
        Ok(done)
    }
}

fn read(
    file: &File,
    call: Call,
    piece: &mut [u8],
    at: u64,
    fallbacks: &mut u64,
) -> sys::Result<usize> {
    let how = match call {
        Call::NoWait => How::NoWait,
        Call::DoNotCache => How::DoNotCache,
        _ => return file.read_at(piece, at),
    };
    if let Some(count) = file.read_at_with(how, piece, at)? {
        return Ok(count);
    }
    *fallbacks += 1;
    file.read_at(piece, at)
}
