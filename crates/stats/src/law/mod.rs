//! The probability laws behind intervals and tests.
//!
//! Written on portable elementary functions: the standard library's call the platform's, whose
//! last bits differ, and a verdict must be the same bytes wherever a file is read.

pub(crate) mod beta;
pub(crate) mod binomial;
pub(crate) mod chi_squared;
pub(crate) mod normal;
pub(crate) mod student;

#[cfg(test)]
mod tests;
