//! The commands, one file each.

pub(crate) mod clean;
pub(crate) mod completions;
pub(crate) mod doctor;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod run;
pub(crate) mod show;
