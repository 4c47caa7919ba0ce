//! The ways to copy one small file.

use model::{Named, System};
use sys::buffer::Aligned;
use sys::copy::{Pipe, copy_range, send, share};
use sys::data::File;
use sys::map::{Hint, Map};

use crate::parameters::{UNIX, method};
use crate::{Error, Result};

/// Bytes of the buffer, and of the pipe: at least what the largest file has.
const BUFFER: usize = 128 << 10;
const LINUX: [System; 1] = [System::Linux];
const APPLE: [System; 1] = [System::MacOs];
const WINDOWS: [System; 1] = [System::Windows];

/// The calls as values of the parameter.
pub(super) fn calls() -> Vec<Named> {
    let (user, kernel, clone) = ("user-loop", "in-kernel", "clone");
    vec![
        method("read-write", "pread and pwrite through a buffer of 128 KiB", user, &UNIX),
        method("mmap-write", "pwrite from a mapping of the source", user, &UNIX),
        method("copy-file-range", "copy_file_range", kernel, &LINUX),
        method("sendfile", "sendfile from file to file", kernel, &LINUX),
        method("splice", "splice through a pipe of 128 KiB", kernel, &LINUX),
        method("ficlone", "FICLONE: both share the blocks", clone, &LINUX),
        method("clonefile", "clonefile: both share the blocks", clone, &APPLE),
        method("fcopyfile", "fcopyfile", kernel, &APPLE),
        method("copy-file-2", "CopyFile2", kernel, &WINDOWS),
    ]
}

/// One way, with what it needs.
pub(super) enum Call {
    ReadWrite(Aligned),
    MapWrite,
    CopyFileRange,
    Sendfile,
    Splice(Pipe),
    Ficlone,
}

impl Call {
    /// The call of a name.
    pub(super) fn new(name: &str) -> Result<Self> {
        Ok(match name {
            "read-write" => {
                let mut buffer = Aligned::new(BUFFER);
                // Written once in advance, so that no copy faults it in.
                buffer.fill(1);
                Self::ReadWrite(buffer)
            }
            "mmap-write" => Self::MapWrite,
            "copy-file-range" => Self::CopyFileRange,
            "sendfile" => Self::Sendfile,
            "splice" => Self::Splice(Pipe::new(BUFFER)?),
            "ficlone" => Self::Ficlone,
            _ => {
                let why = "files of this system are not copied by its own calls yet";
                return Err(sys::Error::Unsupported(why).into());
            }
        })
    }

    /// Who moves the data, as far as the call tells.
    pub(super) fn mechanism(&self) -> &'static str {
        match self {
            Self::ReadWrite(_) | Self::MapWrite => "user-loop",
            Self::CopyFileRange | Self::Sendfile | Self::Splice(_) => "in-kernel",
            Self::Ficlone => "clone",
        }
    }

    /// Copies all `size` bytes to an empty file.
    #[inline]
    pub(super) fn copy(&mut self, from: &File, to: &File, size: u64) -> Result<()> {
        match self {
            Self::ReadWrite(buffer) => all(size, |at| {
                let count = from.read_at(buffer, at)?;
                write(to, &buffer[..count], at)
            }),
            Self::MapWrite => {
                let map = Map::reading(from, &(0..size), Hint::Nothing)?;
                write(to, map.bytes(), 0)?;
                map.unmap()?;
                Ok(())
            }
            Self::CopyFileRange => all(size, |at| copy_range(from, to, at, size - at)),
            Self::Sendfile => all(size, |at| send(from, to, at, size - at)),
            Self::Splice(pipe) => all(size, |at| {
                let taken = pipe.fill(from, at, (size - at).min(BUFFER as u64) as usize)?;
                let mut given = 0;
                while given < taken {
                    given += pipe.empty(to, at + given as u64, taken - given)?;
                }
                Ok(taken)
            }),
            Self::Ficlone => Ok(share(from, to)?),
        }
    }
}

/// Repeats a step, which says how many bytes it has copied from a place, until all are.
#[inline]
fn all(size: u64, mut step: impl FnMut(u64) -> sys::Result<usize>) -> Result<()> {
    let mut at = 0;
    while at < size {
        match step(at)? {
            0 => return Err(Error::Wrong(format!("a file ended at byte {at} of {size}"))),
            count => at += count as u64,
        }
    }
    Ok(())
}

/// Writes all of the data; returns how many bytes these are.
#[inline]
fn write(to: &File, data: &[u8], at: u64) -> sys::Result<usize> {
    let mut done = 0;
    while done < data.len() {
        done += to.write_at(&data[done..], at + done as u64)?;
    }
    Ok(done)
}
