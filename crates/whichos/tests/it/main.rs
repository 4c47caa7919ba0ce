//! The whole program, by running it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod arguments;
mod bench;
mod corpus;
mod footprint;
mod foreign;
mod killed;
mod misfortune;
mod network;
mod results;
mod resumed;
mod sustained;
mod targets;
mod traced;
mod traced_io;
mod traced_journal;
mod tuning;
