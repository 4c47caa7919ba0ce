//! What a difference may be put down to: what else differs between two sides.

mod attribution;
mod factor;
mod sheet;

pub use attribution::{Attribution, Difference};
pub use factor::Factor;

pub(crate) use attribution::{Sides, attribution};
pub(crate) use sheet::moves;
