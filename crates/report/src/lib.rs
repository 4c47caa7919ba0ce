//! Analysis in, strings out: terminal tables, charts, HTML, Markdown, CSV.
//!
//! Everything here is a function of records and of what analysis says of them: no clock, file,
//! environment, random source or output.
#![forbid(unsafe_code)]

pub mod csv;
pub mod export;
pub mod header;
pub mod html;
pub mod markdown;
pub mod svg;
pub mod terminal;

mod chart;
mod counsel;
mod document;
mod facts;
mod legend;
mod number;
mod spent;
mod time;
mod versus;
mod view;
mod words;

pub use document::Report;

#[cfg(test)]
#[path = "../examples/gallery/sample/mod.rs"]
mod sample;
