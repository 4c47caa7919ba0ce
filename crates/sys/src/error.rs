//! What a system call may answer.

/// Why an operation was not done.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// This system, or this build, cannot do it.
    #[error("{0}")]
    Unsupported(&'static str),
    /// The system refused; its own words follow the call's name.
    #[error("{call}: {source}")]
    Os {
        /// The call that failed.
        call: &'static str,
        /// What the system said.
        source: std::io::Error,
    },
}

impl Error {
    /// The system's own number of the error, where it gave one.
    pub fn number(&self) -> Option<i32> {
        match self {
            Self::Unsupported(_) => None,
            Self::Os { source, .. } => source.raw_os_error(),
        }
    }

    /// The error that the system left behind for the call that has just failed.
    #[cold]
    pub(crate) fn last(call: &'static str) -> Self {
        Self::Os { call, source: std::io::Error::last_os_error() }
    }

    /// The error of a call that returns its error number.
    #[cold]
    pub(crate) fn code(call: &'static str, code: i32) -> Self {
        Self::Os { call, source: std::io::Error::from_raw_os_error(code) }
    }
}

/// The result of a system call.
pub type Result<T> = std::result::Result<T, Error>;
