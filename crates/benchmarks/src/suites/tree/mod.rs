//! What many small files cost: written and read back, and copied.

mod calls;
mod copy;
mod phases;
mod roundtrip;
mod source;

use sys::file::Name;

use crate::{Context, Result, Suite};

/// What many small files cost.
pub(crate) const SUITE: Suite = Suite {
    name: "tree",
    summary: "What many small files cost, written, read back and copied.",
    benchmarks: &[&roundtrip::BENCHMARK, &phases::BENCHMARK, &copy::BENCHMARK],
};

/// Files of the published definition.
const FILES: u64 = 10_000;
/// Largest file: whole files are kept in memory.
const LARGEST: u64 = 64 << 20;
/// Sizes of the published definition.
const SIZES: [u64; 6] = [4 << 10, 8 << 10, 16 << 10, 32 << 10, 64 << 10, 128 << 10];

/// The names of a trial's files, made ready before the clock starts.
fn file_names(context: &Context) -> Result<Vec<Name>> {
    let directory = context.directory()?;
    (0..context.operations)
        .map(|number| Name::new(&directory.join(format!("{number:05}"))).map_err(Into::into))
        .collect()
}

/// Room that so many files of a size take: whole blocks, the inodes, and the directory.
fn room(files: u64, size: u64) -> u64 {
    size.div_ceil(4096).saturating_add(1).saturating_mul(4096).saturating_mul(files)
}
