//! One file for each topic.

mod boot_options;
pub(crate) mod cgroup;
mod clock;
mod container;
mod cpu;
mod disk;
pub(crate) mod filesystem;
pub(crate) mod frequency;
mod kernel;
mod kernel_config;
mod libc;
mod limits;
pub(crate) mod load;
mod machine;
mod memory;
mod mitigations;
pub(crate) mod mounts;
mod os;
mod power;
pub(crate) mod processes;
mod security;
mod virtualization;

use crate::Source;
use crate::sheet::Sheet;

/// Every topic that needs nothing but the source.
pub(crate) const ALL: &[fn(&Source, &mut Sheet)] = &[
    boot_options::collect,
    clock::collect,
    container::collect,
    cpu::collect,
    frequency::collect,
    kernel::collect,
    kernel_config::collect,
    libc::collect,
    limits::collect,
    load::collect,
    machine::collect,
    memory::collect,
    mitigations::collect,
    os::collect,
    power::collect,
    security::collect,
    virtualization::collect,
];
