//! Answers that were written down.

use std::collections::BTreeMap;
use std::path::Path;

use sys::host::{Call, Discipline, Library, Limit, Names, Place, Processor, Resource, Wear, Wine};

use crate::{Calls, Found};

/// Answers that were written down, one `name = answer` a line. What is not among them is unknown.
///
/// ```text
/// names.release = 6.1.0-23-amd64
/// limit.open_files = 1024 1048576
/// calls.missing = futex_waitv statmount
/// place.device = 8:1
/// ```
#[derive(Clone, Debug, Default)]
pub struct Recorded(BTreeMap<String, String>);

impl Recorded {
    /// Reads answers; lines without `=` and those that begin with `#` are left out.
    pub fn parse(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let pairs = lines.filter_map(|line| line.split_once('='));
        Self(pairs.map(|(name, value)| (name.trim().into(), value.trim().into())).collect())
    }

    fn text(&self, name: &str) -> Found<String> {
        self.0.get(name).cloned().ok_or_else(|| format!("{name} was not recorded"))
    }

    fn read<T: std::str::FromStr>(&self, name: &str) -> Found<T> {
        self.text(name)?.parse().map_err(|_| format!("{name} was recorded wrongly"))
    }

    fn words(&self, name: &str) -> Found<Vec<String>> {
        Ok(self.text(name)?.split_whitespace().map(str::to_owned).collect())
    }
}

fn name(resource: Resource) -> &'static str {
    match resource {
        Resource::Processes => "processes",
        Resource::OpenFiles => "open_files",
        Resource::LockedMemory => "locked_memory",
        Resource::Stack => "stack",
        Resource::AddressSpace => "address_space",
        Resource::FileSize => "file_size",
        Resource::Core => "core",
    }
}

impl Calls for Recorded {
    fn names(&self) -> Found<Names> {
        Ok(Names {
            system: self.text("names.system")?,
            release: self.text("names.release")?,
            version: self.text("names.version")?,
            machine: self.text("names.machine")?,
        })
    }

    fn limit(&self, resource: Resource) -> Found<Limit> {
        let words = self.words(&format!("limit.{}", name(resource)))?;
        let bound = |index: usize| words.get(index).and_then(|word| word.parse().ok());
        Ok(Limit { soft: bound(0), hard: bound(1) })
    }

    fn processors(&self) -> Found<u64> {
        self.read("processors")
    }

    fn page_bytes(&self) -> Found<u64> {
        self.read("page_bytes")
    }

    fn clock_ticks(&self) -> Found<u64> {
        self.read("clock_ticks")
    }

    fn clock_resolution_ns(&self) -> Found<u64> {
        self.read("clock_resolution_ns")
    }

    fn clock_read_ns(&self) -> Found<u64> {
        self.read("clock_read_ns")
    }

    fn privileged(&self) -> Found<bool> {
        self.read("privileged")
    }

    fn place(&self, directory: &Path) -> Found<Place> {
        let device = self.text("place.device")?;
        let (major, minor) = device.split_once(':').ok_or("place.device was recorded wrongly")?;
        Ok(Place {
            path: directory.to_owned(),
            mount: self.read("place.mount").ok(),
            device: (major.parse().unwrap_or(0), minor.parse().unwrap_or(0)),
            magic: self.read("place.magic").unwrap_or(0),
            block_bytes: self.read("place.block_bytes")?,
            total_bytes: self.read("place.total_bytes")?,
            available_bytes: self.read("place.available_bytes")?,
            total_inodes: self.read("place.total_inodes")?,
            free_inodes: self.read("place.free_inodes")?,
            read_only: self.read("place.read_only").unwrap_or(false),
            direct_alignment_bytes: self.read("place.direct_alignment_bytes").ok(),
            direct_memory_alignment_bytes: self.read("place.direct_memory_alignment_bytes").ok(),
        })
    }

    fn library(&self) -> Found<Library> {
        Ok(Library { name: self.text("library.name")?, version: self.text("library.version").ok() })
    }

    fn vdso(&self) -> Found<bool> {
        self.read("vdso")
    }

    fn dynamically_linked(&self) -> Found<bool> {
        self.read("dynamically_linked")
    }

    fn security_modules(&self) -> Found<Vec<String>> {
        self.words("security_modules")
    }

    fn kernel_log(&self) -> Found<String> {
        self.text("kernel_log")
    }

    fn calls(&self) -> Found<Vec<Call>> {
        let missing = self.words("calls.missing")?;
        let known = [
            ("close_range", (5, 9)),
            ("epoll_pwait2", (5, 11)),
            ("futex_waitv", (5, 16)),
            ("statmount", (6, 8)),
        ];
        let call = |(name, since): (&str, _)| Call {
            name: name.to_owned(),
            since,
            present: !missing.iter().any(|missing| missing == name),
        };
        Ok(known.into_iter().map(call).collect())
    }

    fn discipline(&self) -> Found<Discipline> {
        Ok(Discipline {
            synchronized: self.read("discipline.synchronized")?,
            rate_ppb: self.read("discipline.rate_ppb")?,
        })
    }

    fn wine(&self) -> Found<Option<Wine>> {
        let Ok(version) = self.text("wine.version") else { return Ok(None) };
        Ok(Some(Wine { version, host: self.text("wine.host").unwrap_or_default() }))
    }

    fn processor(&self) -> Found<Processor> {
        Ok(Processor {
            brand: self.text("processor.brand")?,
            hypervisor: self.read("processor.hypervisor")?,
            signature: self.text("processor.signature").unwrap_or_default(),
        })
    }

    fn wear(&self, _: &str) -> Found<Wear> {
        Ok(Wear {
            used_percent: self.read("wear.used_percent")?,
            spare_percent: self.read("wear.spare_percent")?,
            written_bytes: self.read("wear.written_bytes")?,
        })
    }
}
