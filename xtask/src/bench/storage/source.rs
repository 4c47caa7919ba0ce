//! The file that members read and copy, and whether it lies in memory.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::shell;

const PIECE: usize = 1 << 20;

/// A file of data that nothing can compress, made once a run in the directory that trials share.
pub(super) fn file(shared: &Path, size: u64) -> Result<PathBuf> {
    let path = shared.join(format!("foreign-{size}"));
    if path.metadata().is_ok_and(|found| found.len() == size) {
        return Ok(path);
    }
    let unfinished = shared.join(format!("foreign-{size}.{}", std::process::id()));
    write(&unfinished, size, true)?;
    std::fs::rename(&unfinished, &path)?;
    Ok(path)
}

/// Writes a file of noise or of zeros and brings it to the disk.
pub(super) fn write(path: &Path, size: u64, noise: bool) -> Result<()> {
    let mut file = File::create_new(path).with_context(|| format!("making {}", path.display()))?;
    let mut piece = vec![0_u8; PIECE];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut left = size;
    while left > 0 {
        if noise {
            for word in piece.chunks_exact_mut(8) {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                word.copy_from_slice(&state.to_le_bytes());
            }
        }
        let length = left.min(PIECE as u64);
        file.write_all(&piece[..length as usize])?;
        left -= length;
    }
    Ok(file.sync_all()?)
}

/// Brings a file into the state of the cache that a case asks for, by programs of the system, and
/// lets another one of them prove it.
pub(super) fn bring(path: &Path, cache: &str) -> Result<()> {
    let of = |word: &str| format!("{word}={}", path.display());
    let resident = match cache {
        // The manual of dd names this as the way to drop a whole file from the cache.
        "cold" => {
            quiet(Command::new("dd").arg(of("if")).args(["iflag=nocache", "count=0"]))?;
            resident(path)? == 0
        }
        "warm" => {
            quiet(Command::new("dd").arg(of("if")).args(["of=/dev/null", "bs=1M"]))?;
            resident(path)? > 0
        }
        "dropped" => {
            std::fs::write("/proc/sys/vm/drop_caches", "3").context("only root drops caches")?;
            resident(path)? == 0
        }
        other => anyhow::bail!("no state of the cache is called {other}"),
    };
    ensure!(resident, "the file is not {cache}");
    Ok(())
}

fn quiet(command: &mut Command) -> Result<()> {
    shell::output(command.arg("status=none")).map(drop)
}

/// Pages of a file that lie in memory, by fincore of util-linux.
fn resident(path: &Path) -> Result<u64> {
    let mut command = Command::new("fincore");
    command.args(["--bytes", "--noheadings", "--output", "PAGES"]).arg(path);
    let told = shell::output(&mut command)?;
    told.trim().parse().with_context(|| format!("fincore says {told:?}"))
}
