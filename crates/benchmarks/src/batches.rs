//! Child processes that are started in batches and must end well.

use sys::memory::Touched;
use sys::process::{self, Child, Ended};

use crate::{Error, Result, Workload};

/// Children alive at once, as in the published definition.
pub(crate) const BATCH: usize = 100;

/// Starts a hundred, then waits for them in order; `held` is memory that the parent holds
/// meanwhile.
pub(crate) fn of_children(
    held: Touched,
    mut start: impl FnMut() -> sys::Result<Child> + 'static,
) -> Workload {
    let mut children = Vec::with_capacity(BATCH);
    Workload::batches(move |operations| {
        let _ = &held;
        let mut ended = 0;
        for _ in 0..operations / BATCH as u64 {
            for _ in 0..BATCH {
                children.push(start()?);
            }
            for child in children.drain(..) {
                left_well(process::wait(child)?)?;
                ended += 1;
            }
        }
        Ok(ended)
    })
}

/// Refuses a child that did not leave with status 0.
pub(crate) fn left_well(ended: Ended) -> Result<()> {
    match ended {
        Ended::Exited(0) => Ok(()),
        Ended::Exited(127) => Err(Error::Wrong(
            "the child could not be executed (is the directory mounted noexec?)".into(),
        )),
        ended => Err(Error::Wrong(format!("the child ended with {ended}"))),
    }
}
