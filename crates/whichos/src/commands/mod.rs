//! The commands, one file each.

pub(crate) mod advise;
pub(crate) mod clean;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod doctor;
pub(crate) mod export;
pub(crate) mod import;
pub(crate) mod list;
pub(crate) mod man;
pub(crate) mod merge;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod show;
pub(crate) mod tuning;
