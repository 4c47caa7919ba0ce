//! Analysis in, strings out: terminal tables, charts, HTML, Markdown, CSV.
//!
//! Everything here is a function of records and of what analysis says of them: no clock, file,
//! environment, random source or output.
#![forbid(unsafe_code)]

pub mod terminal;

mod legend;
mod number;
mod versus;
mod view;
mod words;

#[cfg(test)]
#[path = "../examples/gallery/sample.rs"]
mod sample;
