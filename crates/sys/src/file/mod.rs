//! Files: the calls that small-file benchmarks time, and bringing a directory to rest.

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "unsupported.rs")]
mod imp;

use std::path::Path;

use crate::Result;

/// A path made ready for calls, so that using it allocates nothing.
pub struct Name(pub(crate) imp::Name);

impl Name {
    /// Refuses a path with a NUL byte.
    pub fn new(path: &Path) -> Result<Self> {
        imp::Name::new(path).map(Self)
    }

    /// `fopen(3)` for writing, `fwrite(3)` of all `data`, `fclose(3)`.
    #[inline]
    pub fn create_stdio(&self, data: &[u8]) -> Result<()> {
        self.0.create_stdio(data)
    }

    /// `remove(3)`.
    #[inline]
    pub fn remove(&self) -> Result<()> {
        self.0.remove()
    }

    /// `open(2)` with `O_CREAT | O_EXCL | O_WRONLY`.
    #[inline]
    pub fn open_new(&self) -> Result<Open> {
        self.0.open_new().map(Open)
    }

    /// `open(2)` with `O_RDONLY`.
    #[inline]
    pub fn open_to_read(&self) -> Result<Open> {
        self.0.open_to_read().map(Open)
    }

    /// `stat(2)`; the size in bytes.
    #[inline]
    pub fn size(&self) -> Result<u64> {
        self.0.size()
    }

    /// `mkdir(2)`.
    #[inline]
    pub fn make_directory(&self) -> Result<()> {
        self.0.make_directory()
    }

    /// `unlink(2)`.
    #[inline]
    pub fn unlink(&self) -> Result<()> {
        self.0.unlink()
    }
}

/// An open file that is closed by [`Open::close`] only, so that the closing can be timed.
pub struct Open(imp::Open);

impl Open {
    /// One `write(2)`; anything short of all `data` is an error.
    #[inline]
    pub fn write(&self, data: &[u8]) -> Result<()> {
        self.0.write(data)
    }

    /// `read(2)`, again and again until the buffer is full; a file that ends before is an error.
    #[inline]
    pub fn read(&self, into: &mut [u8]) -> Result<()> {
        self.0.read(into)
    }

    /// `fsync(2)`.
    #[inline]
    pub fn sync(&self) -> Result<()> {
        self.0.sync()
    }

    /// `close(2)`, with its answer.
    #[inline]
    pub fn close(self) -> Result<()> {
        self.0.close()
    }
}

/// Writes everything that the file system of `directory` has not written yet, and waits for it:
/// `syncfs(2)` on Linux, `sync(2)` on other Unix systems.
pub fn settle(directory: &Path) -> Result<()> {
    imp::settle(directory)
}

/// Asks the file system to place each subdirectory of `directory` apart from the others, where it
/// can be asked: the "top of a hierarchy" flag of ext2, ext3 and ext4 (`chattr +T`).
///
/// ext4 without a journal does not reuse an inode for minutes after its file was deleted, and
/// skips such inodes one by one: files made where others were just deleted cost up to twenty times
/// as much. Trials in directories that lie apart do not meet each other's deleted inodes.
pub fn spread_subdirectories(directory: &Path) -> Result<()> {
    imp::spread_subdirectories(directory)
}

/// Room and kind of the file system that a directory lies on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// Bytes that this user may still write.
    pub free_bytes: u64,
    /// Files that this user may still create; `None` where the file system has no such limit.
    pub free_inodes: Option<u64>,
    /// What it is, where that matters here: `tmpfs`, `overlay`, or `disk` for all others.
    pub kind: Kind,
}

/// What a file system's figures are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Something that keeps files on a device or a server.
    Disk,
    /// Memory: no disk is measured.
    Tmpfs,
    /// A union of other file systems: whose speed is measured cannot be told.
    Overlay,
}

/// Room and kind of the file system that a directory lies on: `statvfs(3)`, `statfs(2)`.
pub fn space(directory: &Path) -> Result<Space> {
    imp::space(directory)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_file_lives_and_dies() {
        let directory = std::env::temp_dir().join(format!("sys-file-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        let name = Name::new(&directory.join("one")).unwrap();
        name.create_stdio(&[7; 32]).unwrap();
        assert_eq!(name.size().unwrap(), 32);
        assert!(name.open_new().is_err(), "it exists");
        name.remove().unwrap();
        let open = name.open_new().unwrap();
        open.write(b"abc").unwrap();
        open.close().unwrap();
        assert_eq!(name.size().unwrap(), 3);
        let open = name.open_to_read().unwrap();
        let mut found = [0; 3];
        open.read(&mut found).unwrap();
        assert_eq!(&found, b"abc");
        assert!(open.read(&mut found).is_err(), "it has ended");
        open.sync().unwrap();
        open.close().unwrap();
        name.unlink().unwrap();
        assert!(name.size().is_err());
        settle(&directory).unwrap();
        assert!(space(&directory).unwrap().free_bytes > 0);
        std::fs::remove_dir(&directory).unwrap();
    }
}
