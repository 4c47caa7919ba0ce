//! Mounts that nobody else sees and that end with the process.

#[cfg_attr(target_os = "linux", path = "linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "unsupported.rs")]
mod imp;

use crate::Result;

/// Gives this process, and what it starts from now on, mounts of their own: what is mounted
/// afterwards is seen by them alone and is unmounted by the kernel when the last of them is gone.
///
/// Linux: `unshare(2)` with `CLONE_NEWNS`, then everything is made private. Needs the right to
/// mount, and a process with a single thread.
pub fn enter_private_namespace() -> Result<()> {
    imp::enter_private_namespace()
}
