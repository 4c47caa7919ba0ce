//! The three ways of Linux.

mod kernel;
mod posix;
mod uring;

use super::{Kind, Transfer};
use crate::buffer::Aligned;
use crate::data::File;
use crate::{Error, Result};

/// A slot, and what became of its transfer.
pub(super) type Done = (usize, Result<usize>);

pub(in crate::queue) enum Engine {
    Posix(posix::Engine),
    Kernel(kernel::Engine),
    Uring(Box<uring::Engine>),
}

impl Engine {
    pub(super) fn new(kind: Kind, memory: &mut Aligned, depth: usize) -> Result<Self> {
        Ok(match kind {
            Kind::PosixAio => Self::Posix(posix::Engine::new(depth)),
            Kind::LinuxAio => Self::Kernel(kernel::Engine::new(depth)?),
            Kind::Uring => Self::Uring(Box::new(uring::Engine::new(None, depth)?)),
            Kind::UringFixed => Self::Uring(Box::new(uring::Engine::new(Some(memory), depth)?)),
        })
    }

    #[inline]
    pub(super) fn attach(&mut self, files: &[&File]) -> Result<()> {
        let mut descriptors = [-1; 2];
        for (place, file) in descriptors.iter_mut().zip(files) {
            *place = file.0.descriptor();
        }
        match self {
            Self::Posix(engine) => engine.files = descriptors,
            Self::Kernel(engine) => engine.files = descriptors,
            Self::Uring(engine) => engine.attach(descriptors)?,
        }
        Ok(())
    }

    #[inline]
    pub(super) fn submit(
        &mut self,
        slot: usize,
        transfer: &Transfer,
        memory: &mut [u8],
    ) -> Result<()> {
        match self {
            Self::Posix(engine) => engine.submit(slot, transfer, memory),
            Self::Kernel(engine) => engine.submit(slot, transfer, memory),
            Self::Uring(engine) => engine.submit(slot, transfer, memory),
        }
    }

    #[inline]
    pub(super) fn wait(&mut self) -> Result<Done> {
        match self {
            Self::Posix(engine) => engine.wait(),
            Self::Kernel(engine) => engine.wait(),
            Self::Uring(engine) => engine.wait(),
        }
    }
}

/// What a completion's number means: bytes, or an error with its sign turned.
#[inline]
fn answer(call: &'static str, number: i64) -> Result<usize> {
    if number >= 0 { Ok(number as usize) } else { Err(Error::code(call, -number as i32)) }
}
