//! Verdicts between files, subjects and methods.
