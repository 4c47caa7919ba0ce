//! What the statistics promise, held against simulation, properties and other programs' numbers.
//!
//! The simulations are seeded. In a release build they repeat as often as their bars demand; in a
//! debug build less often, with bars widened by what the fewer repetitions cost.
#![expect(clippy::unwrap_used, reason = "the lint knows tests, but not what tests are made of")]
#![expect(clippy::float_cmp, reason = "where these tests say equal, they mean every bit")]

mod bootstrap;
mod calibration;
mod diagnosis;
mod edges;
mod noise;
mod pairing;
mod properties;
mod reference;
mod sessions;
mod simulation;
mod stopping;
mod verdicts;
