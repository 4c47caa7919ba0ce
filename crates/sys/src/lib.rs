//! Safe, operation-shaped calls of the operating system: the only home of `unsafe` and of platform
//! conditions.
//!
//! Feature first, platform second: each feature is a folder whose `mod.rs` holds the public
//! functions and whose other files hold one system's way each. A system that lacks a feature gets
//! `unsupported.rs`, which answers [`Error::Unsupported`]; nothing is ever missing at compile time.
//! Measured calls go to the C library or the system call itself, never through `std`, which adds
//! or switches calls behind one's back.
#![expect(unsafe_code, reason = "this crate is where it is kept")]
#![allow(clippy::unnecessary_wraps, reason = "every system's way of a call answers alike")]

pub mod advice;
pub mod buffer;
pub mod cache;
pub mod clock;
pub mod copy;
pub mod data;
pub mod durable;
mod error;
pub mod file;
pub mod handover;
pub mod heap;
pub mod host;
pub mod interrupt;
pub mod kernel;
pub mod lease;
pub mod limits;
pub mod map;
#[cfg(all(target_os = "linux", not(test)))]
mod math;
pub mod memory;
pub mod monitor;
pub mod mount;
pub mod network;
pub mod process;
pub mod program;
pub mod queue;
pub mod readiness;
pub mod room;
pub mod socket;
pub mod thread;
pub mod usage;
pub mod wait;

pub use error::{Error, Result};
