//! File systems made for a run: each in an image file on a loop device, mounted where only this
//! run sees it.
//!
//! Nothing of it has a name once it is in use: the image is unlinked as soon as its loop device
//! has it, the device lets go of it when it is unmounted, and the mounts end with the processes of
//! the run. So even a killed run leaves nothing behind.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Place;
use crate::scratch::Scratch;

/// Size of each image. It is sparse: only what is written takes space.
const IMAGE_BYTES: u64 = 2 << 30;
/// A directory that every system has, below which the run sees its own mounts.
const MOUNTS: &str = "/mnt";

/// What was made, and what could not be.
#[derive(Debug, Default)]
pub struct FileSystems {
    /// Mounted and ready.
    pub places: Vec<Place>,
    /// Label and reason of those that this machine cannot make or mount.
    pub unavailable: Vec<(String, String)>,
    /// What a person should know, such as loop devices without direct input and output.
    pub notes: Vec<String>,
}

/// Why no file system could be made at all; nothing was touched.
#[derive(Debug, thiserror::Error)]
pub enum FileSystemsError {
    /// Only the superuser may mount.
    #[error("making file systems needs root: run it with sudo, or measure mounted ones with --in")]
    NotRoot,
    /// Images would not fit.
    #[error("images for file systems need {needed} MiB in {folder}; {free} MiB are free")]
    NoSpace {
        /// Where.
        folder: String,
        /// How much is needed.
        needed: u64,
        /// How much there is.
        free: u64,
    },
    /// A name that is none.
    #[error("{0:?} is no name of a file system; write for instance ext4, xfs, btrfs, tmpfs")]
    Name(String),
    /// The system refused.
    #[error("{what}: {why}")]
    Refused {
        /// What was tried.
        what: String,
        /// What was said.
        why: String,
    },
}

/// Makes each file system, with its image in `folder`. Must be called before the process has a
/// second thread.
pub fn make(kinds: &[String], folder: &Path) -> Result<FileSystems, FileSystemsError> {
    for kind in kinds {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        if kind.is_empty() || !kind.chars().all(plain) {
            return Err(FileSystemsError::Name(kind.clone()));
        }
    }
    if !sys::host::privileged().unwrap_or(false) {
        return Err(FileSystemsError::NotRoot);
    }
    let free = sys::file::space(folder).map_or(u64::MAX, |space| space.free_bytes);
    let needed = IMAGE_BYTES * kinds.iter().filter(|kind| *kind != "tmpfs").count() as u64;
    if free < needed {
        return Err(FileSystemsError::NoSpace {
            folder: folder.display().to_string(),
            needed: needed >> 20,
            free: free >> 20,
        });
    }
    let refused = |what: &str, why: String| FileSystemsError::Refused { what: what.into(), why };
    sys::mount::enter_private_namespace()
        .map_err(|error| refused("making mounts of our own", error.to_string()))?;
    run("mount", &["-t", "tmpfs", "tmpfs", MOUNTS]).map_err(|why| refused("mounting", why))?;
    let mut made = FileSystems::default();
    for kind in kinds {
        match make_one(kind, folder, &mut made.notes) {
            Ok(path) => made.places.push(Place { label: Some(kind.clone()), path }),
            Err(why) => made.unavailable.push((kind.clone(), why)),
        }
    }
    Ok(made)
}

fn make_one(kind: &str, folder: &Path, notes: &mut Vec<String>) -> Result<PathBuf, String> {
    let mountpoint = Path::new(MOUNTS).join(kind);
    std::fs::create_dir(&mountpoint).map_err(|error| error.to_string())?;
    let target = mountpoint.display().to_string();
    if kind == "tmpfs" {
        run("mount", &["-t", "tmpfs", "tmpfs", &target])?;
        return Ok(mountpoint);
    }
    let device = device_with(kind, folder, notes)?;
    let mounted = run("mount", &["-t", kind, &device, &target]);
    // A device in use is let go of when it is unmounted; one that could not be mounted, now.
    let detached = run("losetup", &["--detach", &device]);
    mounted.and(detached).map(|_| mountpoint)
}

/// A loop device that holds a fresh file system. Its image has no name any more.
fn device_with(kind: &str, folder: &Path, notes: &mut Vec<String>) -> Result<String, String> {
    let scratch = Scratch::create(folder).map_err(|error| error.to_string())?;
    let image = scratch.path().join("image");
    let file = std::fs::File::create_new(&image).map_err(|error| error.to_string())?;
    file.set_len(IMAGE_BYTES).map_err(|error| error.to_string())?;
    drop(file);
    let image = image.display().to_string();
    let quiet: &[&str] = match kind {
        "ext2" | "ext3" | "ext4" => &["-q", "-F"],
        "xfs" | "btrfs" => &["-q", "-f"],
        _ => &[],
    };
    run(&format!("mkfs.{kind}"), &[quiet, &[image.as_str()]].concat())?;
    let attach = ["--find", "--show", "--direct-io=on", &image];
    if let Ok(device) = run("losetup", &attach) {
        return Ok(device);
    }
    let device = run("losetup", &["--find", "--show", &image])?;
    notes.push(format!(
        "{kind} lies on a loop device without direct input and output: its figures include the \
         cache of the file system below"
    ));
    Ok(device)
}

/// Where the programs that make file systems come from: Debian's packages, by the file system.
const PACKAGES: &[(&str, &str)] = &[
    ("btrfs", "btrfs-progs"),
    ("exfat", "exfatprogs"),
    ("f2fs", "f2fs-tools"),
    ("jfs", "jfsutils"),
    ("nilfs2", "nilfs-tools"),
    ("ntfs", "ntfs-3g"),
    ("vfat", "dosfstools"),
    ("xfs", "xfsprogs"),
];

/// What is said of a program that is not installed.
fn absent(program: &str) -> String {
    let kind = program.strip_prefix("mkfs.");
    match PACKAGES.iter().find(|(known, _)| Some(*known) == kind) {
        Some((_, package)) => {
            format!("this machine has no {program}, which is in Debian's package {package}")
        }
        None => format!("this machine has no {program}"),
    }
}

/// Runs a program and returns what it printed; the error is its first complaint.
fn run(program: &str, arguments: &[&str]) -> Result<String, String> {
    let output =
        Command::new(program).args(arguments).stdin(Stdio::null()).output().map_err(|error| {
            match error.kind() {
                std::io::ErrorKind::NotFound => absent(program),
                _ => format!("{program}: {error}"),
            }
        })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    let first = complaint.lines().map(str::trim).find(|line| !line.is_empty());
    let first = first.unwrap_or("no reason given").trim_end_matches('.');
    Err(if first.starts_with(program) { first.to_owned() } else { format!("{program}: {first}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_absent_is_told_with_its_package() {
        assert_eq!(
            absent("mkfs.exfat"),
            "this machine has no mkfs.exfat, which is in Debian's package exfatprogs"
        );
        assert_eq!(absent("mkfs.unheard"), "this machine has no mkfs.unheard");
        assert_eq!(absent("losetup"), "this machine has no losetup");
        let run = run("mkfs.of-nobody", &[]);
        assert_eq!(run, Err("this machine has no mkfs.of-nobody".to_owned()));
    }
}
