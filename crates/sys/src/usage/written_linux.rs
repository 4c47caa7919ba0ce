//! `/proc/self/io`.

use super::Written;

pub(super) fn by_family() -> Option<Written> {
    parse(&std::fs::read_to_string("/proc/self/io").ok()?)
}

fn parse(text: &str) -> Option<Written> {
    let field = |wanted: &str| {
        text.lines().find_map(|line| line.strip_prefix(wanted)?.trim().parse::<u64>().ok())
    };
    Some(Written {
        dirtied_bytes: field("write_bytes:")?,
        cancelled_bytes: field("cancelled_write_bytes:")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_counters_are_told_apart() {
        let text = "rchar: 1\nwchar: 2\nsyscr: 3\nsyscw: 4\nread_bytes: 5\nwrite_bytes: 4096\n\
                    cancelled_write_bytes: 512\n";
        let expected = Written { dirtied_bytes: 4096, cancelled_bytes: 512 };
        assert_eq!(parse(text), Some(expected));
        assert_eq!(parse("rchar: 1\n"), None, "a kernel without task accounting");
    }
}
