//! What a system is: the facts that travel with figures, which kernel really answers, and what
//! will spoil figures.
//!
//! [`collect`] asks a [`Source`]: files below a root, which may be a recorded system in a plain
//! folder, and [`Calls`] for what no file tells. What cannot be found out is recorded as unknown
//! with its reason; nothing is absent, and no odd file makes anything fail.
//!
//! What would tell who or where somebody is stays out: no names of hosts or users, no serial
//! numbers, no addresses, no identifiers of machines, boots or disks.
#![forbid(unsafe_code)]

mod boot;
mod build;
mod calls;
mod change;
mod collect;
pub mod doctor;
mod flush;
mod identity;
mod parse;
mod redact;
mod sheet;
mod source;
mod state;
mod topics;
pub mod tuning;

pub use boot::{boot_identity, boot_identity_of};
pub use build::build;
pub use calls::{Calls, Here, Recorded};
pub use change::changed;
pub use collect::collect;
pub use flush::flush;
pub use identity::{Confidence, Identity, identify};
pub use source::Source;
pub use state::{State, state};

/// Why something is not known.
pub(crate) type Reason = String;

/// Something found out, or why it was not.
pub(crate) type Found<T> = Result<T, Reason>;
