//! How far a written file is brought before the clock stops.

use sys::data::{Create, File, sync_directory};
use sys::file::Name;
use sys::map::Map;

use crate::{Error, Result};

/// The end point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Closed; nothing is promised after a crash.
    Closed,
    /// The device has the data, perhaps in its volatile cache.
    Flushed,
    /// Data, metadata and the entry of a new file outlive a loss of power.
    Durable,
}

impl End {
    pub(super) fn named(name: &str) -> Result<Self> {
        match name {
            "closed" => Ok(Self::Closed),
            "flushed" => Ok(Self::Flushed),
            "durable" => Ok(Self::Durable),
            other => Err(Error::Wrong(format!("no end point is called {other}"))),
        }
    }

    /// Brings a written file to the end point and closes it.
    pub(super) fn reach(self, file: File, name: &Name, created: Create) -> Result<()> {
        match self {
            Self::Closed => {}
            Self::Flushed => file.flush()?,
            Self::Durable => file.sync()?,
        }
        file.close()?;
        self.keep_entry(name, created)
    }

    /// The same for a file that was written through a mapping, which `msync` brings to the medium.
    pub(super) fn reach_mapped(
        self,
        map: Option<Map>,
        file: File,
        name: &Name,
        created: Create,
    ) -> Result<()> {
        if let Some(map) = map {
            if self == Self::Durable {
                map.sync()?;
            }
            map.unmap()?;
        }
        if self == Self::Flushed {
            file.flush()?;
        }
        file.close()?;
        self.keep_entry(name, created)
    }

    fn keep_entry(self, name: &Name, created: Create) -> Result<()> {
        if self == Self::Durable && created == Create::New {
            sync_directory(name)?;
        }
        Ok(())
    }
}
