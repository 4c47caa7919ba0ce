//! Writing to a device until it keeps its speed: one large file, piece by piece.

use std::path::{Path, PathBuf};

use benchmarks::data;
use sys::Result;
use sys::buffer::Aligned;
use sys::clock::now_ns;
use sys::data::{Access, Create, File, Mode};
use sys::file::Name;

use crate::protocol::PieceWritten;

/// Bytes of one write. A device that is not kept busy with so much is no device.
const WRITE: usize = 4 << 20;
/// Name of the file in the scratch directory.
const NAME: &str = "pieces";
/// Seed of what is written.
const SEED: u64 = 0x5eed;

/// The file, its data, and how it is written.
pub(super) struct Pieces {
    path: PathBuf,
    file: File,
    direct: bool,
    buffer: Aligned,
    /// Numbers that were stamped on sectors so far: no two writes are equal.
    stamps: u64,
}

impl Pieces {
    /// Makes the file, past the page cache where the file system allows it.
    pub(super) fn create(scratch: &Path) -> Result<Self> {
        let path = scratch.join(NAME);
        let name = Name::new(&path)?;
        let open = |direct, create| File::open(&name, Access { mode: Mode::Write, direct, create });
        // A file system that refuses it may do so with the first write only.
        let mut buffer = Aligned::new(WRITE);
        data::fill(&mut buffer, SEED);
        let direct = open(true, Create::New)
            .and_then(|file| file.write_at(&buffer[..sys::buffer::ALIGNMENT], 0).map(|_| file));
        let (file, direct) = match direct {
            Ok(file) => (file, true),
            Err(_) if path.exists() => (open(false, Create::Truncate)?, false),
            Err(_) => (open(false, Create::New)?, false),
        };
        Ok(Self { path, file, direct, buffer, stamps: 0 })
    }

    /// Writes so many bytes from here on, all of them new to the device, and brings them to it.
    pub(super) fn write(&mut self, at: u64, bytes: u64) -> Result<PieceWritten> {
        let before = sys::usage::written_by_family();
        let (mut elapsed_ns, mut done) = (0, 0);
        while done < bytes {
            let length = (bytes - done).min(WRITE as u64) as usize;
            self.stamps += 1;
            data::stamp(&mut self.buffer, self.stamps);
            let start_ns = now_ns();
            let written = self.file.write_at(&self.buffer[..length], at + done)?;
            elapsed_ns += now_ns() - start_ns;
            done += written as u64;
        }
        if !self.direct {
            let start_ns = now_ns();
            self.file.sync()?;
            elapsed_ns += now_ns() - start_ns;
        }
        let written = sys::usage::written_by_family().zip(before);
        let counted_bytes = written.map(|(after, before)| after.since(before));
        Ok(PieceWritten { elapsed_ns, direct: self.direct, counted_bytes })
    }

    /// Removes the file and waits until the file system is at rest.
    pub(super) fn end(self) -> Result<()> {
        let name = Name::new(&self.path)?;
        self.file.close()?;
        name.unlink()?;
        match self.path.parent().map_or(Ok(()), sys::file::settle) {
            Err(sys::Error::Unsupported(_)) => Ok(()),
            settled => settled,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_written_in_their_places_and_no_two_are_equal() {
        let place = tempfile::tempdir().unwrap();
        let mut pieces = Pieces::create(place.path()).unwrap();
        let size = 2 * WRITE as u64;
        pieces.write(0, size).unwrap();
        pieces.write(size, size).unwrap();
        let path = pieces.path.clone();
        let whole = std::fs::read(&path).unwrap();
        assert_eq!(whole.len() as u64, 2 * size);
        let sectors: std::collections::HashSet<&[u8]> = whole.chunks(data::SECTOR).collect();
        assert_eq!(sectors.len(), whole.len() / data::SECTOR);
        pieces.end().unwrap();
        assert!(!path.exists());
    }
}
