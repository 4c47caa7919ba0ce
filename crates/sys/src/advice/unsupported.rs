//! Systems whose own advice is not given yet.

use std::ops::Range;

use super::Advice;
use crate::data::Descriptor;
use crate::{Error, Result};

pub(super) fn advise(_: &Descriptor, _: &Range<u64>, _: Advice) -> Result<()> {
    Err(Error::Unsupported("this system's advice on reading is not given yet"))
}
