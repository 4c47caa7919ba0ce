//! The file system of a directory.

use std::path::Path;

use model::FactValue;
use sys::host::Place;

use super::disk;
use super::mounts::{Mount, around, mounts};
use crate::parse::assignment;
use crate::sheet::Sheet;
use crate::{Found, Source, redact};

/// File systems whose files are in memory only.
const MEMORY: &[&str] = &["devtmpfs", "hugetlbfs", "ramfs", "tmpfs"];

/// File systems that lay one over another.
const OVERLAY: &[&str] = &["aufs", "ecryptfs", "fuse.fuse-overlayfs", "overlay", "unionfs"];

/// File systems whose files are on another machine.
const NETWORK: &[&str] = &[
    "afs",
    "beegfs",
    "ceph",
    "cifs",
    "coda",
    "fuse.ceph-fuse",
    "fuse.gcsfuse",
    "fuse.glusterfs",
    "fuse.juicefs",
    "fuse.mount-s3",
    "fuse.rclone",
    "fuse.s3fs",
    "fuse.sshfs",
    "gfs2",
    "glusterfs",
    "gpfs",
    "lustre",
    "ncpfs",
    "nfs",
    "nfs4",
    "ocfs2",
    "orangefs",
    "smb3",
    "smbfs",
];

/// File systems whose files the system below a virtual machine or container shares.
const HOST: &[&str] = &[
    "9p",
    "drvfs",
    "fakeowner",
    "fuse.grpcfuse",
    "fuse.lxcfs",
    "fuse.osxfs",
    "fuse.prl_fsd",
    "fuse.vmhgfs-fuse",
    "gofer",
    "hostfs",
    "prl_fs",
    "vboxsf",
    "virtiofs",
    "vmhgfs",
];

/// File systems that hold no files of anybody.
const PSEUDO: &[&str] = &[
    "autofs",
    "bpf",
    "cgroup",
    "cgroup2",
    "configfs",
    "debugfs",
    "devpts",
    "efivarfs",
    "fusectl",
    "mqueue",
    "proc",
    "pstore",
    "securityfs",
    "sysfs",
    "tracefs",
];

/// File systems that cannot be written.
const READ_ONLY: &[&str] = &["cramfs", "erofs", "iso9660", "romfs", "squashfs", "udf"];

/// File systems of user programs, which pass every call through a process.
const USER: &[&str] = &["fuse", "fuseblk"];

/// The numbers of `statfs(2)`, for systems whose table of mounts tells nothing.
const MAGIC: &[(u64, &str)] = &[
    (0xef53, "ext4"),
    (0x5846_5342, "xfs"),
    (0x9123_683e, "btrfs"),
    (0x2fc1_2fc1, "zfs"),
    (0xf2f5_2010, "f2fs"),
    (0xca45_1a4e, "bcachefs"),
    (0x0102_1994, "tmpfs"),
    (0x8584_58f6, "ramfs"),
    (0x794c_7630, "overlay"),
    (0x6969, "nfs"),
    (0xff53_4d42, "cifs"),
    (0xfe53_4d42, "smb3"),
    (0x0102_1997, "9p"),
    (0x00c0_ffee, "hostfs"),
    (0x6573_5546, "fuse"),
    (0x4d44, "vfat"),
    (0x2011_bab0, "exfat"),
    (0x7366_746e, "ntfs3"),
];

pub(crate) fn collect(source: &Source, directory: &Path, sheet: &mut Sheet) {
    let place = source.calls().place(directory);
    let mount = place.clone().and_then(|place| mount(source, &place));
    let kind = mount.clone().map(|mount| mount.kind).or_else(|reason| {
        let magic = place.clone()?.magic;
        let known = MAGIC.iter().find(|(number, _)| *number == magic);
        known.map(|(_, name)| (*name).to_owned()).ok_or(reason)
    });
    let device = place.clone().and_then(|place| {
        let named = mount.clone().unwrap_or_default();
        disk::Device::find(source, place.device, &named.source, &named.kind)
    });

    sheet.treatment("filesystem.class", kind.clone().map(|kind| class(&kind)));
    sheet.treatment("filesystem.options", mount.clone().map(|mount| options(&mount)));
    let effective = effective_options(source, &kind, &device);
    sheet.treatment("filesystem.journal", journal(source, &kind, &device, &mount, &effective));
    sheet.treatment("filesystem.effective_options", effective);
    sheet.treatment("filesystem.read_only", place.clone().map(|place| place.read_only));
    sheet.treatment("filesystem.block_bytes", place.clone().map(|place| place.block_bytes));
    let alignment = |of: fn(&Place) -> Option<u64>| {
        let silent = "the file system does not tell, or the directory holds no file to ask";
        place.as_ref().map_err(Clone::clone).and_then(|it| of(it).ok_or_else(|| silent.to_owned()))
    };
    let of_offsets = alignment(|place| place.direct_alignment_bytes);
    let of_memory = alignment(|place| place.direct_memory_alignment_bytes);
    sheet.state("filesystem.direct_alignment_bytes", of_offsets);
    sheet.state("filesystem.direct_memory_alignment_bytes", of_memory);
    sheet.identity("filesystem.total_bytes", place.clone().map(|place| place.total_bytes));
    sheet.identity("filesystem.source", origin(&kind, &device));
    sheet.state("filesystem.free_bytes", place.clone().map(|place| place.available_bytes));
    sheet.state("filesystem.free_inodes", place.map(|place| free_inodes(&place)));
    sheet.treatment("filesystem.type", kind);
    disk::collect(source, &device, sheet);
}

/// The mount that a place is on.
fn mount(source: &Source, place: &Place) -> Found<Mount> {
    let mounts = mounts(source)?;
    if let Some(id) = place.mount
        && let Some(mount) = mounts.iter().find(|mount| mount.id == id)
    {
        return Ok(mount.clone());
    }
    // Older kernels do not tell the number.
    around(mounts, &place.path).ok_or_else(|| "the table of mounts does not show it".to_owned())
}

/// What to think of a type of file system.
fn class(kind: &str) -> String {
    let classes: &[(&[&str], &str)] = &[
        (MEMORY, "memory"),
        (OVERLAY, "overlay"),
        (NETWORK, "network"),
        (HOST, "host"),
        (PSEUDO, "pseudo"),
        (READ_ONLY, "read-only"),
        (USER, "user"),
    ];
    let known = classes.iter().find(|(kinds, _)| kinds.contains(&kind));
    match known {
        Some((_, class)) => (*class).to_owned(),
        None if kind.starts_with("fuse.") => "user".to_owned(),
        None => "disk".to_owned(),
    }
}

/// Options of the mount, then those of the file system that are not among them.
fn options(mount: &Mount) -> Vec<String> {
    let mut options = mount.options.clone();
    for option in &mount.super_options {
        if !options.contains(option) {
            options.push(option.clone());
        }
    }
    options.iter().map(|option| redact::option(option)).collect()
}

/// What really holds, with defaults, as some file systems tell.
fn effective_options(
    source: &Source,
    kind: &Found<String>,
    device: &Found<disk::Device>,
) -> Found<Vec<String>> {
    if !kind.as_deref().is_ok_and(|kind| kind.starts_with("ext")) {
        return Err("only the file systems ext2 to ext4 tell".to_owned());
    }
    let device = device.as_ref().map_err(Clone::clone)?;
    let text = source.text(&format!("proc/fs/ext4/{}/options", device.name))?;
    Ok(text.split_whitespace().map(redact::option).collect())
}

/// How changes of names and sizes survive a crash.
fn journal(
    source: &Source,
    kind: &Found<String>,
    device: &Found<disk::Device>,
    mount: &Found<Mount>,
    effective: &Found<Vec<String>>,
) -> Found<String> {
    let kind = kind.as_deref().map_err(Clone::clone)?;
    Ok(match kind {
        "ext3" | "ext4" => return ext_journal(source, device, mount, effective),
        "xfs" | "jfs" | "ntfs" | "ntfs3" | "reiserfs" => "metadata".to_owned(),
        "btrfs" | "bcachefs" | "zfs" | "nilfs2" => "copy on write".to_owned(),
        "f2fs" => "log-structured".to_owned(),
        "ext2" | "vfat" | "exfat" | "msdos" => "none".to_owned(),
        _ => match class(kind).as_str() {
            "memory" => "none: files are in memory only".to_owned(),
            class => return Err(format!("a file system of class {class} does not tell")),
        },
    })
}

fn ext_journal(
    source: &Source,
    device: &Found<disk::Device>,
    mount: &Found<Mount>,
    effective: &Found<Vec<String>>,
) -> Found<String> {
    let mode = |options: &[String]| {
        let lines = options.join("\n");
        assignment(&lines, "data")
    };
    let device = device.as_ref().map_err(Clone::clone)?;
    let task = source.text(&format!("sys/fs/ext4/{}/journal_task", device.name));
    if task.as_deref() == Ok("<none>") {
        return Ok("none".to_owned());
    }
    let told = effective.as_ref().ok().and_then(|options| mode(options));
    let told = told.or_else(|| mode(&mount.as_ref().ok()?.super_options));
    match (told, task) {
        (Some(mode), _) => Ok(mode),
        // Options that are the default are not shown among those of the mount.
        (None, Ok(_)) => Ok("ordered".to_owned()),
        (None, Err(reason)) => Err(reason),
    }
}

/// What is mounted: a disk by the kernel's name for it. Names that people give, and addresses,
/// stay out.
fn origin(kind: &Found<String>, device: &Found<disk::Device>) -> Found<String> {
    match (kind, device) {
        (_, Ok(device)) => Ok(device.name.clone()),
        (Ok(kind), Err(_)) if class(kind) != "disk" => Ok(format!("none: {}", class(kind))),
        (_, Err(reason)) => Err(reason.clone()),
    }
}

fn free_inodes(place: &Place) -> FactValue {
    if place.total_inodes == 0 {
        FactValue::Text("unlimited".to_owned())
    } else {
        FactValue::Number(place.free_inodes)
    }
}
