//! The ways to make a write last: how the file is opened, what follows each write, and what the
//! whole promises.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use model::{Named, System};
use sys::durable::{Below, EachWrite, File, Opening, Ring};

use crate::parameters::{UNIX, method};
use crate::{Error, Result};

/// One way to commit.
pub(super) struct Technique {
    name: &'static str,
    summary: &'static str,
    /// Means the same on every system.
    family: &'static str,
    systems: &'static [System],
    opening: Opening,
    step: Step,
    promise: Promise,
}

/// The calls of one commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// The write alone: whatever it waits for was said when the file was opened.
    Write,
    WriteThrough,
    Fsync,
    Fdatasync,
    FullFsync,
    BarrierFsync,
    SyncRange,
    Linked,
    /// Calls of a system that this build cannot measure yet.
    Foreign,
}

/// What the calls promise after a loss of power, by their manual pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Promise {
    /// Nothing, or not the metadata without which data are not found again.
    Nothing,
    /// Earlier writes are kept before later ones.
    Order,
    /// The device has them, in a cache that may be volatile.
    DeviceCache,
    /// The medium has them, if the file system passes flushes on.
    Synced,
    /// The medium has them.
    Medium,
}

const PLAIN: Opening = Opening { direct: false, each_write: EachWrite::Nothing };
const DIRECT: Opening = Opening { direct: true, each_write: EachWrite::Nothing };
const LINUX: [System; 1] = [System::Linux];
const APPLE: [System; 1] = [System::MacOs];
const WINDOWS: [System; 1] = [System::Windows];
const WITH_FDATASYNC: [System; 6] = [
    System::Linux,
    System::FreeBsd,
    System::NetBsd,
    System::OpenBsd,
    System::DragonFly,
    System::Illumos,
];
const WITH_O_DSYNC: [System; 6] = [
    System::Linux,
    System::MacOs,
    System::FreeBsd,
    System::NetBsd,
    System::OpenBsd,
    System::Illumos,
];
const WITH_O_DIRECT: [System; 3] = [System::Linux, System::FreeBsd, System::NetBsd];

/// A technique in one line of the table.
const fn way(
    (name, summary): (&'static str, &'static str),
    family: &'static str,
    systems: &'static [System],
    opening: Opening,
    step: Step,
    promise: Promise,
) -> Technique {
    Technique { name, summary, family, systems, opening, step, promise }
}

/// A way of opening that makes each write wait.
const fn each(direct: bool, each_write: EachWrite) -> Opening {
    Opening { direct, each_write }
}

/// All techniques, the simplest first.
pub(super) const TECHNIQUES: [Technique; 19] = [
    way(("buffered", "write: not durable"), "buffered", &[], PLAIN, Step::Write, Promise::Nothing),
    way(("fsync", "write, fsync"), "flush", &UNIX, PLAIN, Step::Fsync, Promise::Synced),
    way(
        ("fdatasync", "write, fdatasync"),
        "flush",
        &WITH_FDATASYNC,
        PLAIN,
        Step::Fdatasync,
        Promise::Synced,
    ),
    way(
        ("o-dsync", "write to a file opened with O_DSYNC"),
        "synchronous",
        &WITH_O_DSYNC,
        each(false, EachWrite::Data),
        Step::Write,
        Promise::Synced,
    ),
    way(
        ("o-sync", "write to a file opened with O_SYNC"),
        "synchronous",
        &UNIX,
        each(false, EachWrite::All),
        Step::Write,
        Promise::Synced,
    ),
    way(
        ("rwf-dsync", "pwritev2 with RWF_DSYNC"),
        "synchronous",
        &LINUX,
        PLAIN,
        Step::WriteThrough,
        Promise::Synced,
    ),
    way(
        ("direct", "write past the page cache: not durable"),
        "direct",
        &WITH_O_DIRECT,
        DIRECT,
        Step::Write,
        Promise::Nothing,
    ),
    way(
        ("direct-dsync", "write to a file opened with O_DIRECT and O_DSYNC"),
        "direct-synchronous",
        &WITH_O_DIRECT,
        each(true, EachWrite::Data),
        Step::Write,
        Promise::Synced,
    ),
    way(
        ("direct-fdatasync", "write past the page cache, fdatasync"),
        "direct-flush",
        &WITH_O_DIRECT,
        DIRECT,
        Step::Fdatasync,
        Promise::Synced,
    ),
    way(
        ("sync-file-range", "write, sync_file_range of it: not durable"),
        "range",
        &LINUX,
        PLAIN,
        Step::SyncRange,
        Promise::Nothing,
    ),
    way(
        ("uring-linked", "io_uring: write, linked to fdatasync"),
        "asynchronous",
        &LINUX,
        PLAIN,
        Step::Linked,
        Promise::Synced,
    ),
    way(
        ("full-fsync", "write, F_FULLFSYNC"),
        "full-flush",
        &APPLE,
        PLAIN,
        Step::FullFsync,
        Promise::Medium,
    ),
    way(
        ("barrier-fsync", "write, F_BARRIERFSYNC"),
        "barrier",
        &APPLE,
        PLAIN,
        Step::BarrierFsync,
        Promise::Order,
    ),
    way(
        ("flush-file-buffers", "WriteFile, FlushFileBuffers"),
        "flush",
        &WINDOWS,
        PLAIN,
        Step::Foreign,
        Promise::Medium,
    ),
    way(
        ("write-through", "file opened with FILE_FLAG_WRITE_THROUGH"),
        "synchronous",
        &WINDOWS,
        PLAIN,
        Step::Foreign,
        Promise::Medium,
    ),
    way(
        ("no-buffering", "file opened with FILE_FLAG_NO_BUFFERING: not durable"),
        "direct",
        &WINDOWS,
        PLAIN,
        Step::Foreign,
        Promise::Nothing,
    ),
    way(
        ("no-buffering-write-through", "file opened with both flags"),
        "direct-synchronous",
        &WINDOWS,
        PLAIN,
        Step::Foreign,
        Promise::Medium,
    ),
    way(
        ("nt-flush-data", "WriteFile, NtFlushBuffersFileEx for data and device"),
        "flush",
        &WINDOWS,
        PLAIN,
        Step::Foreign,
        Promise::Medium,
    ),
    way(
        ("nt-flush-no-sync", "WriteFile, NtFlushBuffersFileEx without device flush"),
        "flush",
        &WINDOWS,
        PLAIN,
        Step::Foreign,
        Promise::DeviceCache,
    ),
];

/// The techniques as values of the parameter.
pub(super) fn named() -> Vec<Named> {
    TECHNIQUES.iter().map(|one| method(one.name, one.summary, one.family, one.systems)).collect()
}

impl Technique {
    /// The technique of a name.
    pub(super) fn find(name: &str) -> Result<&'static Self> {
        TECHNIQUES
            .iter()
            .find(|technique| technique.name == name)
            .ok_or_else(|| Error::Wrong(format!("no technique {name}")))
    }

    /// Opens a journal.
    pub(super) fn open(&self, path: &Path) -> Result<Journal> {
        if self.step == Step::Foreign {
            let why = "journals of this system are not written by its own calls yet";
            return Err(sys::Error::Unsupported(why).into());
        }
        let file = File::open(path, self.opening).map_err(|error| self.refused(error))?;
        self.on(Arc::new(file))
    }

    /// A journal in an open file, with a queue of its own where the technique has one.
    fn on(&self, file: Arc<File>) -> Result<Journal> {
        let ring = (self.step == Step::Linked).then(Ring::new).transpose();
        Ok(Journal { file, step: self.step, ring: ring.map_err(|error| self.refused(error))? })
    }

    /// The same journal for another writer.
    pub(super) fn share(&self, journal: &Journal) -> Result<Journal> {
        self.on(Arc::clone(&journal.file))
    }

    /// Commits once to a file of its own, so that what the system refuses is known before the
    /// clock starts.
    pub(super) fn probe(&self, path: &Path, data: &[u8]) -> Result<()> {
        let mut journal = self.open(path)?;
        journal.commit(data, 0).map_err(|error| self.refused(error).into())
    }

    /// An answer that means that system or file system know no such thing becomes a refusal; any
    /// other stays an error.
    fn refused(&self, error: sys::Error) -> sys::Error {
        let sys::Error::Os { source, .. } = &error else { return error };
        let unknown = matches!(
            source.kind(),
            ErrorKind::InvalidInput | ErrorKind::Unsupported | ErrorKind::PermissionDenied
        );
        match (unknown, self.step, self.opening.direct) {
            (true, Step::Linked, _) => {
                sys::Error::Unsupported("io_uring is unknown or forbidden here")
            }
            (true, Step::WriteThrough, _) => {
                sys::Error::Unsupported("this file system refuses RWF_DSYNC")
            }
            (true, _, true) => {
                sys::Error::Unsupported("this file system refuses O_DIRECT in this size")
            }
            _ => error,
        }
    }

    /// What a commit promises here, by its call and by what lies below.
    pub(super) fn durability(&self, below: &Below) -> &'static str {
        let server = ["fuse", "nfs", "9p", "virtiofs", "cifs", "smb3", "ceph", "overlay"];
        let is = |kind: &&str| below.file_system.starts_with(kind);
        match self.promise {
            _ if ["tmpfs", "ramfs"].contains(&below.file_system.as_str()) => "none",
            Promise::Nothing => "none",
            Promise::Order => "ordered",
            Promise::DeviceCache => "device-cache",
            Promise::Synced if server.iter().any(is) => "unknown",
            Promise::Synced if !below.flushes => "device-cache",
            Promise::Synced | Promise::Medium => "medium",
        }
    }
}

/// An open journal, with what one writer needs.
pub(super) struct Journal {
    file: Arc<File>,
    step: Step,
    ring: Option<Ring>,
}

impl Journal {
    /// One commit: the write and what makes it last. Whatever fails is not tried again: the
    /// kernel may have dropped what it could not write, and a second sync would answer well.
    #[inline]
    pub(super) fn commit(&mut self, data: &[u8], offset: u64) -> sys::Result<()> {
        match (self.step, &mut self.ring) {
            (Step::WriteThrough, _) => return self.file.write_through_at(data, offset),
            (Step::Linked, Some(ring)) => return ring.write_and_sync(&self.file, data, offset),
            _ => self.file.write_at(data, offset)?,
        }
        match self.step {
            Step::Fsync => self.file.fsync(),
            Step::Fdatasync => self.file.fdatasync(),
            Step::FullFsync => self.file.full_fsync(),
            Step::BarrierFsync => self.file.barrier_fsync(),
            Step::SyncRange => self.file.sync_range(offset, data.len() as u64),
            Step::Write | Step::WriteThrough | Step::Linked | Step::Foreign => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(file_system: &str, flushes: bool) -> Below {
        Below { file_system: file_system.into(), flushes, ..Below::default() }
    }

    fn class(technique: &str, below: &Below) -> &'static str {
        Technique::find(technique).unwrap().durability(below)
    }

    #[test]
    fn classes_are_those_of_the_manual_pages() {
        let disk = on("ext4", true);
        for durable in [
            "fsync",
            "fdatasync",
            "o-dsync",
            "o-sync",
            "rwf-dsync",
            "direct-dsync",
            "direct-fdatasync",
            "uring-linked",
            "full-fsync",
        ] {
            assert_eq!(class(durable, &disk), "medium", "{durable}");
            assert_eq!(class(durable, &on("tmpfs", true)), "none", "{durable}");
        }
        for lost in ["buffered", "direct", "sync-file-range", "no-buffering"] {
            assert_eq!(class(lost, &disk), "none", "{lost}");
        }
        assert_eq!(class("barrier-fsync", &disk), "ordered");
        assert_eq!(class("fsync", &on("ext4", false)), "device-cache", "mounted without barriers");
        assert_eq!(class("full-fsync", &on("", false)), "medium", "it flushes by itself");
        for elsewhere in ["overlay", "nfs4", "fuse.sshfs"] {
            assert_eq!(class("fdatasync", &on(elsewhere, true)), "unknown", "{elsewhere}");
        }
    }
}
