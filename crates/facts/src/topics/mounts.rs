//! What is mounted where.

use std::path::Path;

use crate::{Found, Source};

/// A line of `/proc/self/mountinfo`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mount {
    /// Its number.
    pub(crate) id: u64,
    /// Major and minor number of the device that its files claim to be on.
    pub(crate) device: (u32, u32),
    /// Which part of the file system is mounted.
    pub(crate) root: String,
    /// Where.
    pub(crate) point: String,
    /// Options of the mount.
    pub(crate) options: Vec<String>,
    /// Type of the file system.
    pub(crate) kind: String,
    /// What is mounted: a device, or any text.
    pub(crate) source: String,
    /// Options of the file system.
    pub(crate) super_options: Vec<String>,
}

/// Everything that is mounted, in the order of mounting.
pub(crate) fn mounts(source: &Source) -> Found<Vec<Mount>> {
    Ok(source.text("proc/self/mountinfo")?.lines().filter_map(parse).collect())
}

/// `27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw,discard`
fn parse(line: &str) -> Option<Mount> {
    let (left, right) = line.split_once(" - ")?;
    let left: Vec<&str> = left.split(' ').collect();
    let right: Vec<&str> = right.split(' ').collect();
    let [id, _, device, root, point, options, ..] = left[..] else { return None };
    let (major, minor) = device.split_once(':')?;
    let [kind, source, ..] = right[..] else { return None };
    Some(Mount {
        id: id.parse().ok()?,
        device: (major.parse().ok()?, minor.parse().ok()?),
        root: unescape(root),
        point: unescape(point),
        options: split(options),
        kind: kind.to_owned(),
        source: unescape(source),
        super_options: right.get(2).copied().map(split).unwrap_or_default(),
    })
}

/// The mount that a path is on: the longest around it, and the last of equals.
pub(crate) fn around(mounts: Vec<Mount>, path: &Path) -> Option<Mount> {
    let around = mounts.into_iter().filter(|mount| path.starts_with(&mount.point));
    around.max_by_key(|mount| Path::new(&mount.point).components().count())
}

fn split(options: &str) -> Vec<String> {
    options.split(',').filter(|option| !option.is_empty()).map(str::to_owned).collect()
}

/// Blanks and the like are written as a backslash and three octal digits.
fn unescape(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let digits = tail.get(..3).and_then(|digits| std::str::from_utf8(digits).ok());
        let code = digits.and_then(|digits| u8::from_str_radix(digits, 8).ok());
        match code {
            Some(code) if *first == b'\\' => {
                bytes.push(code);
                rest = &tail[3..];
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_taken_apart() {
        let found =
            parse(r"36 35 98:0 /mnt1 /mnt/my\040disk rw,noatime master:1 - ext3 /dev/root rw,errors=continue")
                .unwrap();
        assert_eq!(found.point, "/mnt/my disk");
        assert_eq!((found.id, found.root.as_str()), (36, "/mnt1"));
        assert_eq!(found.device, (98, 0));
        assert_eq!(found.super_options, ["rw", "errors=continue"]);
    }

    #[test]
    fn odd_lines_are_left_out() {
        for odd in ["", "1 2 3", "a b c d e f - g", "x 1 1:1 / / rw - ext4 /dev/a rw", " - ext4 a"]
        {
            assert!(parse(odd).is_none(), "{odd}");
        }
        assert_eq!(unescape(r"a\04"), r"a\04");
        assert_eq!(unescape(r"é\0"), r"é\0");
    }
}
