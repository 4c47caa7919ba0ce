//! The little of an ELF executable that tells what it needs from others in order to run.

use anyhow::{Context, Result, bail, ensure};

/// What an executable asks the loader for.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Needs {
    /// Whether it names a loader (`PT_INTERP`).
    pub(crate) loader: bool,
    /// How many shared libraries it names (`DT_NEEDED`).
    pub(crate) libraries: usize,
    /// Whether it is loaded at the addresses it was linked for (`ET_EXEC`), so that starting it
    /// relocates, and dirties, no page.
    pub(crate) fixed: bool,
}

const ET_EXEC: u64 = 2;
const PT_DYNAMIC: u64 = 2;
const PT_INTERP: u64 = 3;
const DT_NULL: u64 = 0;
const DT_NEEDED: u64 = 1;

/// Reads what a 64-bit little-endian executable needs; layouts of the System V ABI, chapters 4
/// and 5.
pub(crate) fn needs(file: &[u8]) -> Result<Needs> {
    ensure!(file.starts_with(b"\x7fELF"), "not an ELF file");
    ensure!(file.get(4..6) == Some(&[2, 1]), "not 64-bit little-endian");
    let mut needs = Needs { fixed: number(file, 16, 2)? == ET_EXEC, ..Needs::default() };
    let headers = number(file, 32, 8)?;
    let size = number(file, 54, 2)?;
    for index in 0..number(file, 56, 2)? {
        let header = headers + index * size;
        match number(file, header, 4)? {
            PT_INTERP => needs.loader = true,
            PT_DYNAMIC => {
                let offset = number(file, header + 8, 8)?;
                let length = number(file, header + 32, 8)?;
                needs.libraries += libraries(file, offset, length)?;
            }
            _ => {}
        }
    }
    Ok(needs)
}

/// Counts the entries of a dynamic section that name a library.
fn libraries(file: &[u8], offset: u64, length: u64) -> Result<usize> {
    let mut count = 0;
    for entry in (offset..offset + length).step_by(16) {
        match number(file, entry, 8)? {
            DT_NULL => return Ok(count),
            DT_NEEDED => count += 1,
            _ => {}
        }
    }
    bail!("the dynamic section has no end")
}

fn number(file: &[u8], offset: u64, size: usize) -> Result<u64> {
    let start = usize::try_from(offset)?;
    let bytes = file.get(start..start.saturating_add(size)).context("cut off")?;
    Ok(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    fn compiled(flags: &[&str]) -> Needs {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("program.c");
        let program = folder.path().join("program");
        std::fs::write(&source, "int main(void) { return 0; }").unwrap();
        let status =
            Command::new("cc").args(flags).arg(&source).arg("-o").arg(&program).status().unwrap();
        assert!(status.success());
        needs(&std::fs::read(program).unwrap()).unwrap()
    }

    #[test]
    fn programs_of_a_c_compiler_are_told_apart() {
        let dynamic = compiled(&["-pie"]);
        assert!(dynamic.loader && dynamic.libraries > 0 && !dynamic.fixed);
        let fixed = compiled(&["-no-pie"]);
        assert!(fixed.loader && fixed.fixed);
        assert_eq!(compiled(&["-static"]), Needs { fixed: true, ..Needs::default() });
    }

    #[test]
    fn other_files_are_refused() {
        for (file, what) in [
            (b"#!/bin/sh\n".as_slice(), "not an ELF file"),
            (b"\x7fELF\x01\x01", "not 64-bit"),
            (b"\x7fELF\x02\x01\x01", "cut off"),
        ] {
            let error = needs(file).unwrap_err().to_string();
            assert!(error.contains(what), "{error}");
        }
    }
}
