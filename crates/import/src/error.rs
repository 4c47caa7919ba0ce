//! Why a file was refused: where, what, and what helps.

/// Why a file was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportError {
    /// The file, where several were given or it has a name; else empty.
    pub file: String,
    /// Where in it.
    pub place: Place,
    /// What is wrong.
    pub what: String,
    /// What a person can do about it.
    pub remedy: String,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The file as a whole.
    Whole,
    /// A line and a column of it, both counted from 1.
    Line {
        /// The line.
        line: usize,
        /// The column, in characters.
        column: usize,
    },
    /// A member of a JSON document, such as `results[2].mean`.
    Path(String),
}

impl ImportError {
    pub(crate) fn whole(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { file: String::new(), place: Place::Whole, what: what.into(), remedy: remedy.into() }
    }

    pub(crate) fn line(
        line: usize,
        column: usize,
        what: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self { place: Place::Line { line, column }, ..Self::whole(what, remedy) }
    }

    pub(crate) fn path(path: &str, what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { place: Place::Path(path.to_owned()), ..Self::whole(what, remedy) }
    }

    /// The same error of a file with a name.
    pub(crate) fn of(mut self, file: &str) -> Self {
        if self.file.is_empty() {
            file.clone_into(&mut self.file);
        }
        self
    }
}

impl std::fmt::Display for ImportError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.file.is_empty() {
            write!(formatter, "{}: ", self.file)?;
        }
        match &self.place {
            Place::Whole => {}
            Place::Line { line, column } => write!(formatter, "line {line}, column {column}: ")?,
            Place::Path(path) => write!(formatter, "{path}: ")?,
        }
        write!(formatter, "{}; {}", self.what, self.remedy)
    }
}

impl std::error::Error for ImportError {}
