//! `posix_fadvise` and `readahead`.

use std::ops::Range;

use super::Advice;
use crate::{Error, Result};

#[inline]
pub(super) fn advise(
    file: &crate::data::Descriptor,
    part: &Range<u64>,
    advice: Advice,
) -> Result<()> {
    let (start, length) = (part.start as libc::off_t, (part.end - part.start) as libc::off_t);
    let word = match advice {
        Advice::Sequential => libc::POSIX_FADV_SEQUENTIAL,
        Advice::NoReuse => libc::POSIX_FADV_NOREUSE,
        Advice::WillNeed => libc::POSIX_FADV_WILLNEED,
        Advice::ReadAhead => {
            // SAFETY: the descriptor is open.
            let answer = unsafe { libc::readahead(file.descriptor(), start, length as usize) };
            return if answer == -1 { Err(Error::last("readahead")) } else { Ok(()) };
        }
    };
    // SAFETY: the descriptor is open.
    match unsafe { libc::posix_fadvise(file.descriptor(), start, length, word) } {
        0 => Ok(()),
        code => Err(Error::code("posix_fadvise", code)),
    }
}
