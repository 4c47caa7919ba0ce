//! From what is mounted down to the disks that it is made of.

use std::path::Path;

use crate::topics::mounts::{around, mounts};
use crate::{Found, Source};

/// So many layers are followed; more than anybody has.
const LAYERS: usize = 64;

/// A block device, and what it is made of.
#[derive(Clone, Debug)]
pub(crate) struct Device {
    /// The kernel's name for what is mounted: `sda1`, `dm-0`.
    pub(crate) name: String,
    /// The folders of the disks that are lowest; one at least.
    pub(super) disks: Vec<String>,
    /// From what is mounted down to those disks.
    pub(super) stack: Vec<String>,
}

impl Device {
    /// Finds a device by its numbers or, where a file system has numbers of its own, by what was
    /// mounted.
    pub(crate) fn find(
        source: &Source,
        numbers: (u32, u32),
        mounted: &str,
        kind: &str,
    ) -> Found<Self> {
        let start = numbered(source, numbers).map_or_else(|| by_name(source, mounted), Ok)?;
        let name = name(source, &start)?;
        let mut found = Self { name: name.clone(), disks: Vec::new(), stack: Vec::new() };
        let starts = match kind {
            "btrfs" => siblings(source, &name).unwrap_or_else(|| vec![start]),
            _ => vec![start],
        };
        for start in starts {
            found.descend(source, &start);
        }
        Ok(found)
    }

    /// From a partition, a mapping or an array down to the disks that it is made of.
    fn descend(&mut self, source: &Source, folder: &str) {
        let Ok(name) = name(source, folder) else { return };
        let layer = layer(source, folder, name);
        if self.stack.len() >= LAYERS || self.stack.contains(&layer) {
            return;
        }
        self.stack.push(layer);
        let below = below(source, folder);
        for below in &below {
            self.descend(source, below);
        }
        // Where nothing lower can be seen, this is the lowest that is known.
        if below.is_empty() || self.disks.is_empty() {
            self.disks.push(folder.to_owned());
        }
    }
}

/// The folder of a device with these numbers. No device has 0 for its first.
fn numbered(source: &Source, (major, minor): (u32, u32)) -> Option<String> {
    let folder = format!("sys/dev/block/{major}:{minor}");
    (major != 0 && source.has(&folder)).then_some(folder)
}

/// The folder of a device that is mounted as `/dev/sda2` or `/dev/mapper/data`.
fn by_name(source: &Source, mounted: &str) -> Found<String> {
    let name = mounted.strip_prefix("/dev/").ok_or("no device is below it")?;
    let folder = format!("sys/class/block/{}", name.replace('/', "!"));
    if source.has(&folder) {
        return Ok(folder);
    }
    let given = name.strip_prefix("mapper/");
    let is_so_called = |device: &String| {
        let own = source.text(&format!("sys/class/block/{device}/dm/name"));
        given.is_some_and(|given| own.is_ok_and(|own| own == given))
    };
    let mapped = source.names("sys/class/block").into_iter().find(is_so_called);
    let mapped = mapped.map(|device| format!("sys/class/block/{device}"));
    mapped.ok_or_else(|| "the device that is mounted is not in /sys/class/block".to_owned())
}

/// All devices of the btrfs file system that one is part of; that one first.
fn siblings(source: &Source, name: &str) -> Option<Vec<String>> {
    let all = source.names("sys/fs/btrfs").into_iter();
    let mut devices = all.map(|one| source.names(&format!("sys/fs/btrfs/{one}/devices")));
    let mut own = devices.find(|devices| devices.iter().any(|device| device == name))?;
    own.sort_by_key(|device| device != name);
    Some(own.into_iter().map(|device| format!("sys/class/block/{device}")).collect())
}

/// What a device is directly made of; a disk of nothing.
fn below(source: &Source, folder: &str) -> Vec<String> {
    if source.has(&format!("{folder}/partition")) {
        return vec![format!("{folder}/..")];
    }
    let parts = source.names(&format!("{folder}/slaves"));
    if !parts.is_empty() {
        return parts.into_iter().map(|part| format!("sys/class/block/{part}")).collect();
    }
    let file = source.text(&format!("{folder}/loop/backing_file"));
    let mount = file.and_then(|file| {
        around(mounts(source)?, Path::new(&file)).ok_or_else(|| "on no mount".to_owned())
    });
    mount.ok().and_then(|mount| numbered(source, mount.device)).into_iter().collect()
}

/// The kernel's name of the device in a folder.
pub(super) fn name(source: &Source, folder: &str) -> Found<String> {
    let text = source.text(&format!("{folder}/uevent"))?;
    let name = crate::parse::assignment(&text, "DEVNAME");
    name.ok_or_else(|| format!("/{folder}/uevent names no device"))
}

/// A device with what kind of layer it is. Names that people gave to it stay out.
fn layer(source: &Source, folder: &str, name: String) -> String {
    if let Ok(id) = source.text(&format!("{folder}/dm/uuid")) {
        let kind = id.split('-').next().unwrap_or_default();
        let kind = match kind {
            "CRYPT" => "encrypted",
            "LVM" => "LVM",
            "mpath" => "multipath",
            _ => "mapped",
        };
        return format!("{name} ({kind})");
    }
    if let Ok(level) = source.text(&format!("{folder}/md/level")) {
        return format!("{name} ({level})");
    }
    if source.has(&format!("{folder}/loop/backing_file")) {
        return format!("{name} (file)");
    }
    if source.has(&format!("{folder}/partition")) {
        return format!("{name} (partition)");
    }
    name
}
