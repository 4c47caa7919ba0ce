//! What no file tells: answers of system calls and of the processor.

use std::path::Path;

use sys::host::{
    self, Call, Discipline, Library, Limit, Names, Place, Processor, Resource, Wear, Wine,
};

use crate::Found;

mod recorded;

pub use recorded::Recorded;

/// What no file tells. Each answer is one of [`sys::host`]'s functions, or why there is none.
#[expect(missing_docs, reason = "sys::host has a function of each name, which is the document")]
pub trait Calls: Send + Sync {
    fn names(&self) -> Result<Names, String>;
    fn limit(&self, resource: Resource) -> Result<Limit, String>;
    fn processors(&self) -> Result<u64, String>;
    fn page_bytes(&self) -> Result<u64, String>;
    fn clock_ticks(&self) -> Result<u64, String>;
    fn clock_resolution_ns(&self) -> Result<u64, String>;
    fn clock_read_ns(&self) -> Result<u64, String>;
    fn privileged(&self) -> Result<bool, String>;
    fn place(&self, directory: &Path) -> Result<Place, String>;
    fn library(&self) -> Result<Library, String>;
    fn vdso(&self) -> Result<bool, String>;
    fn dynamically_linked(&self) -> Result<bool, String>;
    fn security_modules(&self) -> Result<Vec<String>, String>;
    fn kernel_log(&self) -> Result<String, String>;
    fn calls(&self) -> Result<Vec<Call>, String>;
    fn discipline(&self) -> Result<Discipline, String>;
    fn wine(&self) -> Result<Option<Wine>, String>;
    fn processor(&self) -> Result<Processor, String>;
    fn wear(&self, controller: &str) -> Result<Wear, String>;
}

/// The answers of the running system.
#[derive(Clone, Copy, Debug, Default)]
pub struct Here;

fn said<T>(answer: sys::Result<T>) -> Found<T> {
    answer.map_err(|error| error.to_string())
}

impl Calls for Here {
    fn names(&self) -> Found<Names> {
        said(host::names())
    }

    fn limit(&self, resource: Resource) -> Found<Limit> {
        said(host::limit(resource))
    }

    fn processors(&self) -> Found<u64> {
        said(host::processors())
    }

    fn page_bytes(&self) -> Found<u64> {
        said(host::page_bytes())
    }

    fn clock_ticks(&self) -> Found<u64> {
        said(host::clock_ticks())
    }

    fn clock_resolution_ns(&self) -> Found<u64> {
        said(host::clock_resolution_ns())
    }

    fn clock_read_ns(&self) -> Found<u64> {
        said(host::clock_read_ns())
    }

    fn privileged(&self) -> Found<bool> {
        said(host::privileged())
    }

    fn place(&self, directory: &Path) -> Found<Place> {
        said(host::place(directory))
    }

    fn library(&self) -> Found<Library> {
        said(host::library())
    }

    fn vdso(&self) -> Found<bool> {
        said(host::vdso())
    }

    fn dynamically_linked(&self) -> Found<bool> {
        said(host::dynamically_linked())
    }

    fn security_modules(&self) -> Found<Vec<String>> {
        said(host::security_modules())
    }

    fn kernel_log(&self) -> Found<String> {
        said(host::kernel_log())
    }

    fn calls(&self) -> Found<Vec<Call>> {
        said(host::calls())
    }

    fn discipline(&self) -> Found<Discipline> {
        said(host::discipline())
    }

    fn wine(&self) -> Found<Option<Wine>> {
        said(host::wine())
    }

    fn processor(&self) -> Found<Processor> {
        said(host::processor())
    }

    fn wear(&self, controller: &str) -> Found<Wear> {
        said(host::wear(controller))
    }
}
