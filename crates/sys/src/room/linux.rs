//! `fallocate` and `posix_fallocate`.

use std::ops::Range;

use crate::data::Descriptor;
use crate::{Error, Result};

#[inline]
pub(super) fn fallocate(file: &Descriptor, part: &Range<u64>) -> Result<()> {
    let (start, length) = (part.start as libc::off_t, (part.end - part.start) as libc::off_t);
    loop {
        // SAFETY: the descriptor is open.
        if unsafe { libc::fallocate(file.descriptor(), 0, start, length) } == 0 {
            return Ok(());
        }
        let error = Error::last("fallocate");
        match error.number() {
            Some(libc::EINTR) => {}
            Some(libc::EOPNOTSUPP) => {
                return Err(Error::Unsupported("the file system has no fallocate"));
            }
            _ => return Err(error),
        }
    }
}

#[inline]
pub(super) fn posix_fallocate(file: &Descriptor, part: &Range<u64>) -> Result<()> {
    let (start, length) = (part.start as libc::off_t, (part.end - part.start) as libc::off_t);
    loop {
        // SAFETY: the descriptor is open.
        match unsafe { libc::posix_fallocate(file.descriptor(), start, length) } {
            0 => return Ok(()),
            libc::EINTR => {}
            // musl does not write the blocks itself.
            libc::EOPNOTSUPP => {
                return Err(Error::Unsupported("the file system has no fallocate"));
            }
            code => return Err(Error::code("posix_fallocate", code)),
        }
    }
}
