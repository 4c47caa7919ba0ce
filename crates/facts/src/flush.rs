//! What flushing costs. The one fact that is measured, and only where somebody asks for it, since
//! it writes.

use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use model::{Fact, FactKind, FactValue};

use crate::Found;

/// Bytes of the file; they are written before, so that a flush changes no size.
const FILE_BYTES: usize = 1 << 20;
/// Bytes of each write that is flushed.
const WRITE_BYTES: usize = 4 << 10;
/// Flushes at most.
const FLUSHES: usize = 64;
/// No more flushes after so long.
const LIMIT_NS: u64 = 1_000_000_000;
/// Fewer tell nothing.
const FEWEST: usize = 5;

/// Facts on the cost of flushing one overwritten block of a file in `directory`: about 1.3 MiB are
/// written to a new file there, which stays until its directory is removed.
///
/// `fdatasync(2)` on Linux, on macOS `fcntl(2)` with `F_FULLFSYNC`.
pub fn flush(directory: &Path) -> Vec<Fact> {
    let measured = measure(directory);
    let fact = |key: &str, of: fn(&[u64]) -> u64| {
        let value = match &measured {
            Ok(times) => FactValue::Number(of(times)),
            Err(reason) => FactValue::Unknown { reason: reason.clone() },
        };
        Fact { key: key.to_owned(), kind: FactKind::State, value }
    };
    vec![
        fact("disk.flush_count", |times| times.len() as u64),
        fact("disk.flush_max_ns", |times| times[times.len() - 1]),
        fact("disk.flush_min_ns", |times| times[0]),
        fact("disk.flush_p50_ns", |times| times[times.len() / 2]),
    ]
}

/// What each flush took, rising.
fn measure(directory: &Path) -> Found<Vec<u64>> {
    let said = |error: std::io::Error| format!("writing there: {error}");
    let path = directory.join("flush");
    let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(said)?;
    let mut times = flushes(&mut file).map_err(said)?;
    if times.len() < FEWEST {
        return Err("a few flushes took over a second".to_owned());
    }
    times.sort_unstable();
    Ok(times)
}

fn flushes(file: &mut File) -> std::io::Result<Vec<u64>> {
    // Not zeros, which some file systems and disks do not store.
    let block: Vec<u8> = (0..WRITE_BYTES).map(|at| (at * 31 % 251) as u8).collect();
    for _ in 0..FILE_BYTES / WRITE_BYTES {
        file.write_all(&block)?;
    }
    file.sync_all()?;
    let begin = sys::clock::now_ns();
    let mut times = Vec::with_capacity(FLUSHES);
    for number in 0..FLUSHES {
        // Far from the last, as a database writes.
        let place = number * 37 % (FILE_BYTES / WRITE_BYTES);
        file.seek(SeekFrom::Start((place * WRITE_BYTES) as u64))?;
        file.write_all(&block)?;
        let before = sys::clock::now_ns();
        file.sync_data()?;
        let after = sys::clock::now_ns();
        times.push(after.saturating_sub(before));
        if after.saturating_sub(begin) > LIMIT_NS {
            break;
        }
    }
    Ok(times)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flushes_are_counted_and_ordered() {
        let folder = tempfile::tempdir().unwrap();
        let facts = flush(folder.path());
        let number = |key: &str| {
            let fact = facts.iter().find(|fact| fact.key == key).unwrap();
            let FactValue::Number(number) = fact.value else { panic!("{fact:?}") };
            number
        };
        assert!((FEWEST as u64..=FLUSHES as u64).contains(&number("disk.flush_count")));
        assert!(number("disk.flush_min_ns") <= number("disk.flush_p50_ns"));
        assert!(number("disk.flush_p50_ns") <= number("disk.flush_max_ns"));
        assert_eq!(folder.path().join("flush").metadata().unwrap().len(), FILE_BYTES as u64);
    }

    #[test]
    fn what_cannot_be_written_is_unknown() {
        let folder = tempfile::tempdir().unwrap();
        let facts = flush(&folder.path().join("absent"));
        assert!(facts.iter().all(|fact| matches!(fact.value, FactValue::Unknown { .. })));
        assert_eq!(facts.len(), 4);
    }
}
