//! POSIX: fork, vfork or spawn, then exec.

use std::ffi::{CString, c_char};
use std::fs::File;
use std::mem::MaybeUninit;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;

use super::Launch;
use crate::process::Child;
use crate::socket::Stream;
use crate::{Error, Result};

pub(super) struct Program {
    path: CString,
    /// Owns what `arguments` points to.
    _argument: CString,
    arguments: [*const c_char; 3],
    environment: [*const c_char; 1],
    /// The program itself, where its file has no name.
    _file: Option<File>,
}

// SAFETY: the pointers are to strings that it owns and nobody changes.
unsafe impl Sync for Program {}
// SAFETY: as above; nothing of it belongs to a thread.
unsafe impl Send for Program {}

impl Program {
    pub(super) fn new(path: &Path, argument: &str) -> Result<Self> {
        let no_nul = |_| Error::Unsupported("a path or argument with a NUL byte");
        let path = CString::new(path.as_os_str().as_bytes()).map_err(no_nul)?;
        let argument = CString::new(argument).map_err(no_nul)?;
        // The strings live on the heap, so moving this struct does not move them.
        let arguments = [path.as_ptr(), argument.as_ptr(), ptr::null()];
        Ok(Self { path, _argument: argument, arguments, environment: [ptr::null()], _file: None })
    }

    #[cfg(target_os = "linux")]
    pub(super) fn carried(bytes: &[u8], argument: &str) -> Result<Self> {
        use std::io::Write as _;
        use std::os::fd::{AsRawFd as _, FromRawFd as _};
        // SAFETY: the name ends in null.
        let answer = unsafe { libc::memfd_create(c"whichos".as_ptr(), libc::MFD_CLOEXEC) };
        if answer < 0 {
            return Err(Error::last("memfd_create"));
        }
        // SAFETY: the descriptor was made just now and belongs to nobody else.
        let mut file = unsafe { File::from_raw_fd(answer) };
        file.write_all(bytes).map_err(|source| Error::Os { call: "write", source })?;
        let path = format!("/proc/self/fd/{}", file.as_raw_fd());
        Ok(Self { _file: Some(file), ..Self::new(Path::new(&path), argument)? })
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn carried(_: &[u8], _: &str) -> Result<Self> {
        Err(Error::Unsupported("only Linux executes a file without a name"))
    }

    #[inline]
    pub(super) fn launch_with(&self, how: Launch, connection: &Stream) -> Result<Child> {
        match how {
            Launch::ForkExec => self.fork_exec_with(connection.handle().0),
            Launch::PosixSpawn => self.posix_spawn_with(connection.handle().0),
            Launch::VforkExec => Err(Error::Unsupported("vfork lends no descriptors")),
        }
    }

    #[inline]
    fn fork_exec_with(&self, connection: i32) -> Result<Child> {
        // SAFETY: the child only calls dup2, exec and `_exit`, on what was made before the fork.
        match unsafe { libc::fork() } {
            -1 => Err(Error::last("fork")),
            0 => {
                for place in 0..2 {
                    // SAFETY: takes numbers.
                    unsafe { libc::dup2(connection, place) };
                }
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

    #[inline]
    fn posix_spawn_with(&self, connection: i32) -> Result<Child> {
        let mut actions = MaybeUninit::uninit();
        // SAFETY: the call initialises what it is given.
        let code = unsafe { libc::posix_spawn_file_actions_init(actions.as_mut_ptr()) };
        if code != 0 {
            return Err(Error::code("posix_spawn_file_actions_init", code));
        }
        for place in 0..2 {
            // SAFETY: initialised above.
            unsafe {
                libc::posix_spawn_file_actions_adddup2(actions.as_mut_ptr(), connection, place)
            };
        }
        let mut child = 0;
        // SAFETY: `child` takes the answer; the actions are initialised; null means no attributes;
        // the lists are valid, end in null, and are not written to in spite of their type.
        let code = unsafe {
            libc::posix_spawn(
                &raw mut child,
                self.path.as_ptr(),
                actions.as_ptr(),
                ptr::null(),
                self.arguments.as_ptr().cast(),
                self.environment.as_ptr().cast(),
            )
        };
        // SAFETY: initialised above and not used afterwards.
        unsafe { libc::posix_spawn_file_actions_destroy(actions.as_mut_ptr()) };
        if code == 0 { Ok(Child(child)) } else { Err(Error::code("posix_spawn", code)) }
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
