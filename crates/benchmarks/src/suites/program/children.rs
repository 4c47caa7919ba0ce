//! The programs that are started, carried inside this one.

use std::io::Write as _;
use std::path::Path;

use crate::{Error, Result};

/// An executable made when whichos was built.
pub(crate) struct Child {
    bytes: &'static [u8],
    sha256: &'static str,
    /// Shared libraries that it asks for, separated by spaces.
    libraries: &'static str,
}

mod built {
    //! Written by the build script: `STATIC`, `DYNAMIC` and `ANSWERING`, each a child or nothing.
    use super::Child;

    include!(concat!(env!("OUT_DIR"), "/children.rs"));
}

const SCRIPT: &[u8] = b"#!/bin/sh\nexit 0\n";
const SHELL: &str = "/bin/sh";

impl Child {
    /// Made ready to be started from a file without a name, with one argument.
    pub(crate) fn carried(&self, argument: &str) -> Result<sys::program::Program> {
        Ok(sys::program::Program::carried(self.bytes, argument)?)
    }

    /// Size, libraries and hash, for the row.
    pub(crate) fn notes(&self) -> Vec<(&'static str, String)> {
        vec![
            ("child.size_bytes", self.bytes.len().to_string()),
            ("child.libraries", self.libraries.to_owned()),
            ("child.sha256", self.sha256.to_owned()),
        ]
    }
}

const NOT_BUILT: sys::Error =
    sys::Error::Unsupported("the child program needs a C compiler when whichos is built");

/// The program that answers a connection which is its standard input and output.
pub(crate) fn answering() -> Result<&'static Child> {
    static ANSWERING: Option<Child> = built::ANSWERING;
    ANSWERING.as_ref().ok_or_else(|| NOT_BUILT.into())
}

/// What kind of program is started.
pub(super) enum ChildKind {
    Executable(&'static Child),
    Script,
}

impl ChildKind {
    pub(super) fn named(name: &str) -> Result<Self> {
        static STATIC: Option<Child> = built::STATIC;
        static DYNAMIC: Option<Child> = built::DYNAMIC;
        let built = match name {
            "script" => return Ok(Self::Script),
            "static" => &STATIC,
            _ => &DYNAMIC,
        };
        built.as_ref().map(Self::Executable).ok_or_else(|| NOT_BUILT.into())
    }

    /// Writes the program to a fresh file and makes it executable.
    pub(super) fn write(&self, path: &Path) -> Result<()> {
        let bytes = match self {
            Self::Executable(child) => child.bytes,
            Self::Script => SCRIPT,
        };
        let prepare =
            |source| Error::Prepare { what: format!("writing {}", path.display()), source };
        let mut file = std::fs::File::create_new(path).map_err(prepare)?;
        file.write_all(bytes).map_err(prepare)?;
        drop(file);
        sys::program::make_executable(path).map_err(Error::from)
    }

    /// Size, libraries and hash, for the row.
    pub(super) fn notes(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Executable(child) => child.notes(),
            Self::Script => {
                let shell = std::fs::canonicalize(SHELL).unwrap_or_else(|_| SHELL.into());
                let size = std::fs::metadata(&shell).map_or(0, |metadata| metadata.len());
                vec![
                    ("child.size_bytes", SCRIPT.len().to_string()),
                    ("child.interpreter", shell.display().to_string()),
                    ("child.interpreter_size_bytes", size.to_string()),
                ]
            }
        }
    }
}
