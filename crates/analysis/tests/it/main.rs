//! What the analysis says of records whose truth is known.

mod compare;
mod lab;
mod properties;
mod summary;
