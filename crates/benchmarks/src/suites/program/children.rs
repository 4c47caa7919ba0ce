//! The programs that are started, carried inside this one.

use std::io::Write as _;
use std::path::Path;

use crate::{Error, Result};

/// An executable made when whichos was built.
pub(super) struct Child {
    bytes: &'static [u8],
    sha256: &'static str,
    /// Shared libraries that it asks for, separated by spaces.
    libraries: &'static str,
}

mod built {
    //! Written by the build script: `STATIC` and `DYNAMIC`, each a child or nothing.
    use super::Child;

    include!(concat!(env!("OUT_DIR"), "/children.rs"));
}

const SCRIPT: &[u8] = b"#!/bin/sh\nexit 0\n";
const SHELL: &str = "/bin/sh";

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
        built.as_ref().map(Self::Executable).ok_or_else(|| {
            sys::Error::Unsupported("the child program needs a C compiler when whichos is built")
                .into()
        })
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
            Self::Executable(child) => vec![
                ("child.size_bytes", child.bytes.len().to_string()),
                ("child.libraries", child.libraries.to_owned()),
                ("child.sha256", child.sha256.to_owned()),
            ],
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
