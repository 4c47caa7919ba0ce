//! Numbers in, numbers out: summaries, intervals, tests and sequential decisions.
//!
//! The unit of everything here is the **trial** (one fresh set of processes) or, between machines
//! that cannot be interleaved, the **session**; never the sample inside a trial, which is no
//! replicate. Figures are compared on logarithms, so that an effect is a ratio and a change of
//! unit changes nothing.
//!
//! The crate knows no clock, file, environment or random source, and computes logarithms,
//! exponentials and the laws behind the tests in portable code, so equal numbers in give equal
//! bits out on every system.
//!
//! No function panics on its input: where a number is NaN or infinite, or there are too few, the
//! answer is `None` (each function says what else it refuses).
#![forbid(unsafe_code)]

mod carry_over;
mod components;
mod conclusion;
mod dependence;
mod drift;
mod hodges_lehmann;
mod interval;
mod law;
mod looks;
mod modes;
mod multiplicity;
mod order;
mod quantile;
mod ratio;
mod session;
mod ties;
mod warm_up;

pub use carry_over::{CarryOver, carry_over};
pub use components::{Components, components};
pub use conclusion::{Conclusion, SIGNIFICANCE, conclude, wholly_beyond};
pub use dependence::{effective_size, lag1};
pub use drift::{Drift, drift};
pub use hodges_lehmann::hodges_lehmann_ratio;
pub use interval::{Interval, half_width_ratio, median_interval};
pub use looks::{LOOKS, next_look};
pub use modes::{Modes, modes};
pub use multiplicity::{benjamini_hochberg, holm};
pub use quantile::{median, quantile};
pub use ratio::{
    RatioEstimate, RatioMethod, bootstrap_ratio, paired_ratio, welch_ratio, with_estimated_floor,
    with_floor,
};
pub use session::mean_interval;
pub use ties::ties;
pub use warm_up::warm_up_cut;
