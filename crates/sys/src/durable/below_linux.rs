//! Mount options and the block device's own words.

use std::path::Path;

use super::Below;

pub(super) fn below(directory: &Path) -> Below {
    let Ok(place) = crate::host::place(directory) else { return Below::default() };
    let mounts = std::fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    let (file_system, options) = mounts
        .lines()
        .find(|line| line.split(' ').next().and_then(|id| id.parse().ok()) == place.mount)
        .and_then(parts)
        .unwrap_or_default();
    let (major, minor) = place.device;
    Below {
        flushes: !without_flushes(&options),
        file_system,
        volatile_cache: queue(major, minor, "write_cache").map(|text| text == "write back"),
        writes_through: queue(major, minor, "fua").map(|text| text == "1"),
    }
}

/// Type and options of a line of `mountinfo`: what stands behind the ` - `.
fn parts(line: &str) -> Option<(String, String)> {
    let mut words = line.split_once(" - ")?.1.split(' ');
    let file_system = words.next()?.to_owned();
    Some((file_system, words.nth(1)?.to_owned()))
}

/// Whether mount options keep syncs from flushing the device's cache: `nobarrier` of XFS, ext4
/// and btrfs, `barrier=0` of ext4.
fn without_flushes(options: &str) -> bool {
    options.split(',').any(|option| matches!(option, "nobarrier" | "barrier=0" | "barrier=none"))
}

/// What the queue of a block device says; a partition's queue is its disk's.
fn queue(major: u32, minor: u32, name: &str) -> Option<String> {
    let device = format!("/sys/dev/block/{major}:{minor}");
    ["queue", "../queue"].iter().find_map(|folder| {
        let text = std::fs::read_to_string(format!("{device}/{folder}/{name}")).ok()?;
        Some(text.trim().to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_leave_flushes_out_are_known() {
        let line = "25 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw,nobarrier,discard";
        let (file_system, options) = parts(line).unwrap();
        assert_eq!(file_system, "ext4");
        assert!(without_flushes(&options));
        assert!(!without_flushes("rw,barrier=1,discard"));
    }
}
