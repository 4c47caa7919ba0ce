//! What answering many clients over the network costs, by the architecture of the server.

mod architectures;
mod board;
mod load;
mod metrics;
mod parameters;
mod protocol;
mod respond;
mod scene;
mod server;

use crate::Suite;

/// What answering many clients over the network costs.
pub(crate) const SUITE: Suite = Suite {
    name: "net",
    summary: "What answering many clients over the network costs.",
    benchmarks: &[&respond::BENCHMARK],
};
