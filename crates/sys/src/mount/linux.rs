//! Mount namespaces.

use std::ptr;

use crate::{Error, Result};

pub(super) fn enter_private_namespace() -> Result<()> {
    // SAFETY: changes what this process sees of mounts, and nothing in its memory.
    if unsafe { libc::unshare(libc::CLONE_NEWNS) } != 0 {
        return Err(Error::last("unshare"));
    }
    let flags = libc::MS_REC | libc::MS_PRIVATE;
    // SAFETY: the target is a string with an end; the other arguments are not looked at.
    let answer =
        unsafe { libc::mount(ptr::null(), c"/".as_ptr(), ptr::null(), flags, ptr::null()) };
    if answer == 0 { Ok(()) } else { Err(Error::last("mount")) }
}
