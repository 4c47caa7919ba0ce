//! Writes that are to outlive a loss of power: how files are opened for them, the calls that make
//! them last, and what the system below says that it keeps.
//!
//! Every back end gives: `File` with `open`, `write_at`, `write_through_at`, `read_at`, `fsync`,
//! `fdatasync`, `full_fsync`, `barrier_fsync`, `sync_range`, `allocate`, `forget`; `Ring` with
//! `new`, `write_and_sync`; `sync_directory`; `below`.

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "unsupported.rs")]
mod imp;

#[cfg_attr(target_os = "linux", path = "below_linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "below_unsupported.rs")]
mod below;

#[cfg_attr(target_os = "linux", path = "ring_linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "ring_unsupported.rs")]
mod ring;

use std::path::Path;

use crate::Result;

/// How a file is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// Past the page cache: `O_DIRECT`.
    pub direct: bool,
    /// What each write waits for.
    pub each_write: EachWrite,
}

/// What each write to a file waits for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EachWrite {
    /// Nothing.
    #[default]
    Nothing,
    /// Its data, and what is needed to find them again: `O_DSYNC`.
    Data,
    /// All of the file: `O_SYNC`.
    All,
}

/// A file, open for reading and writing.
pub struct File(imp::File);

impl File {
    /// Opens a file, which is made where it is not there.
    ///
    /// Manual: `open(2)`. Unsupported: a way of opening that the system does not know.
    pub fn open(path: &Path, opening: Opening) -> Result<Self> {
        imp::File::open(path, opening).map(Self)
    }

    /// One `pwrite(2)`; anything short of all `data` is an error.
    #[inline]
    pub fn write_at(&self, data: &[u8], offset: u64) -> Result<()> {
        self.0.write_at(data, offset)
    }

    /// One `pwritev2(2)` with `RWF_DSYNC`: this write waits as if the file were open with
    /// `O_DSYNC`. Linux only.
    #[inline]
    pub fn write_through_at(&self, data: &[u8], offset: u64) -> Result<()> {
        self.0.write_through_at(data, offset)
    }

    /// One `pread(2)`; returns how many bytes there were.
    pub fn read_at(&self, into: &mut [u8], offset: u64) -> Result<usize> {
        self.0.read_at(into, offset)
    }

    /// `fsync(2)`. On Apple's systems this ends in the device's cache.
    #[inline]
    pub fn fsync(&self) -> Result<()> {
        self.0.fsync()
    }

    /// `fdatasync(2)`.
    #[inline]
    pub fn fdatasync(&self) -> Result<()> {
        self.0.fdatasync()
    }

    /// `fcntl(2)` with `F_FULLFSYNC`: through the device's cache. Apple's systems only.
    #[inline]
    pub fn full_fsync(&self) -> Result<()> {
        self.0.full_fsync()
    }

    /// `fcntl(2)` with `F_BARRIERFSYNC`: earlier writes are kept before later ones. Apple's
    /// systems only.
    #[inline]
    pub fn barrier_fsync(&self) -> Result<()> {
        self.0.barrier_fsync()
    }

    /// `sync_file_range(2)`: writes pages of a range to the device and waits, without metadata and
    /// without a flush. Linux only.
    #[inline]
    pub fn sync_range(&self, offset: u64, bytes: u64) -> Result<()> {
        self.0.sync_range(offset, bytes)
    }

    /// Gives the file `bytes` of room without writing them: `fallocate(2)` on Linux,
    /// `posix_fallocate(3)` where it does the same.
    pub fn allocate(&self, bytes: u64) -> Result<()> {
        self.0.allocate(bytes)
    }

    /// Asks the system to forget the cached pages of the file, as far as they are written:
    /// `posix_fadvise(2)` with `POSIX_FADV_DONTNEED`. Linux and FreeBSD only.
    pub fn forget(&self) -> Result<()> {
        self.0.forget()
    }
}

/// Makes the names in a directory last: `fsync(2)` of it.
pub fn sync_directory(directory: &Path) -> Result<()> {
    imp::sync_directory(directory)
}

/// A queue of `io_uring(7)`, large enough for a write and the sync that follows it.
pub struct Ring(ring::Ring);

impl Ring {
    /// Sets it up.
    pub fn new() -> Result<Self> {
        ring::Ring::new().map(Self)
    }

    /// Queues a write, and an `fdatasync` that is linked to it (`IOSQE_IO_LINK`), submits both by
    /// one call and waits for both. A short write breaks the link, which is an error.
    #[inline]
    pub fn write_and_sync(&mut self, file: &File, data: &[u8], offset: u64) -> Result<()> {
        self.0.write_and_sync(file.0.descriptor(), data, offset)
    }
}

/// What lies below a directory, as far as it matters for what a sync is worth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Below {
    /// Type of the file system; empty where it is unknown.
    pub file_system: String,
    /// Whether syncs flush the device's cache: mount options can switch it off.
    pub flushes: bool,
    /// Whether the device says that its cache loses data with the power.
    pub volatile_cache: Option<bool>,
    /// Whether the device can write past its cache ("force unit access").
    pub writes_through: Option<bool>,
}

/// What lies below a directory: `/proc/self/mountinfo`, `/sys/dev/block` on Linux; unknown
/// elsewhere.
pub fn below(directory: &Path) -> Below {
    below::below(directory)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back_by_every_way() {
        let directory = std::env::temp_dir().join(format!("sys-durable-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        let file = File::open(&directory.join("one"), Opening::default()).unwrap();
        file.write_at(b"plain", 0).unwrap();
        file.fsync().unwrap();
        let mut expected = b"plain".to_vec();
        for (data, done) in [
            (&b"through"[..], file.write_through_at(b"through", expected.len() as u64)),
            (
                &b"linked"[..],
                Ring::new().and_then(|mut ring| {
                    ring.write_and_sync(&file, b"linked", expected.len() as u64 + 7)
                }),
            ),
        ] {
            match done {
                Ok(()) => expected.extend(data),
                // Other systems; tmpfs and overlay; containers without io_uring.
                Err(_) => return,
            }
        }
        file.forget().unwrap();
        let mut found = [0; 64];
        let count = file.read_at(&mut found, 0).unwrap();
        assert_eq!(&found[..count], expected);
        sync_directory(&directory).unwrap();
        std::fs::remove_dir_all(&directory).unwrap();
    }

    #[test]
    fn a_failed_linked_write_is_an_error() {
        let Ok(mut ring) = Ring::new() else { return };
        let Ok(full) = File::open(Path::new("/dev/full"), Opening::default()) else { return };
        assert!(ring.write_and_sync(&full, &[1; 512], 0).is_err(), "the device is full");
    }
}
