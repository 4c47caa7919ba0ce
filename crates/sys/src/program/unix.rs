//! POSIX: fork, vfork or spawn, then exec.

use std::ffi::{CString, c_char};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;

use super::Launch;
use crate::process::Child;
use crate::{Error, Result};

pub(super) struct Program {
    path: CString,
    /// Owns what `arguments` points to.
    _argument: CString,
    arguments: [*const c_char; 3],
    environment: [*const c_char; 1],
}

impl Program {
    pub(super) fn new(path: &Path, argument: &str) -> Result<Self> {
        let no_nul = |_| Error::Unsupported("a path or argument with a NUL byte");
        let path = CString::new(path.as_os_str().as_bytes()).map_err(no_nul)?;
        let argument = CString::new(argument).map_err(no_nul)?;
        // The strings live on the heap, so moving this struct does not move them.
        let arguments = [path.as_ptr(), argument.as_ptr(), ptr::null()];
        Ok(Self { path, _argument: argument, arguments, environment: [ptr::null()] })
    }

    #[inline]
    pub(super) fn launch(&self, how: Launch) -> Result<Child> {
        match how {
            Launch::ForkExec => self.fork_exec(),
            Launch::VforkExec => self.vfork_exec(),
            Launch::PosixSpawn => self.posix_spawn(),
        }
    }

    #[inline]
    fn fork_exec(&self) -> Result<Child> {
        // SAFETY: the child only calls exec and `_exit`, on strings made before the fork.
        match unsafe { libc::fork() } {
            -1 => Err(Error::last("fork")),
            0 => {
                // SAFETY: path, arguments and environment are valid and end in null.
                unsafe {
                    libc::execve(
                        self.path.as_ptr(),
                        self.arguments.as_ptr(),
                        self.environment.as_ptr(),
                    )
                };
                // SAFETY: leaves without running anything of the parent's.
                unsafe { libc::_exit(127) }
            }
            child => Ok(Child(child)),
        }
    }

    #[cfg(c_shims)]
    #[inline]
    fn vfork_exec(&self) -> Result<Child> {
        unsafe extern "C" {
            fn whichos_vfork_exec(
                path: *const c_char,
                arguments: *const *const c_char,
                environment: *const *const c_char,
            ) -> libc::pid_t;
        }
        // SAFETY: the shim's child calls only exec and `_exit`, on strings that stay valid.
        let answer = unsafe {
            whichos_vfork_exec(
                self.path.as_ptr(),
                self.arguments.as_ptr(),
                self.environment.as_ptr(),
            )
        };
        if answer < 0 { Err(Error::code("vfork", -answer)) } else { Ok(Child(answer)) }
    }

    #[cfg(not(c_shims))]
    fn vfork_exec(&self) -> Result<Child> {
        Err(Error::Unsupported("vfork needs a C compiler when whichos is built"))
    }

    #[inline]
    fn posix_spawn(&self) -> Result<Child> {
        let mut child = 0;
        // SAFETY: `child` takes the answer; null means no file actions and no attributes; the
        // argument lists are valid, end in null, and are not written to in spite of their type.
        let code = unsafe {
            libc::posix_spawn(
                &raw mut child,
                self.path.as_ptr(),
                ptr::null(),
                ptr::null(),
                self.arguments.as_ptr().cast(),
                self.environment.as_ptr().cast(),
            )
        };
        if code == 0 { Ok(Child(child)) } else { Err(Error::code("posix_spawn", code)) }
    }
}

pub(super) fn make_executable(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
        .map_err(|source| Error::Os { call: "chmod", source })
}
