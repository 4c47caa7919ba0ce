//! The methods of the article's program, on both systems that it ran on, and their other names.

use model::{Named, System};

/// What is done with a file.
pub(super) struct Operation {
    pub(super) id: &'static str,
    pub(super) summary: &'static str,
    pub(super) caveats: &'static str,
    /// Whether how much was written can be told from the size of the buffer.
    pub(super) writes: bool,
    methods: &'static [Entry],
}

/// A method: the published name without the operation, its family, whether it has two buffers and
/// leaves out the last, the system that has it, other published names.
struct Entry {
    name: &'static str,
    family: &'static str,
    system: Option<System>,
    published: &'static [&'static str],
}

/// A method that was found by its published name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Method {
    pub(super) operation: usize,
    pub(super) name: &'static str,
    pub(super) two_buffers: bool,
}

const LINUX: Option<System> = Some(System::Linux);
const MAC: Option<System> = Some(System::MacOs);
const SYNC: &str = "synchronous";
const ASYNC: &str = "asynchronous";
const MAPPED: &str = "mapped";
const LOOP: &str = "user-loop";
const KERNEL: &str = "in-kernel-copy";

const fn entry(
    name: &'static str,
    family: &'static str,
    system: Option<System>,
    published: &'static [&'static str],
) -> Entry {
    Entry { name, family, system, published }
}

pub(super) const OPERATIONS: [Operation; 3] = [
    Operation {
        id: "io-benchmark.read",
        summary: "Read a file from the disk and count its bytes of one value.",
        caveats: "Counting, opening, allocating and starting a thread are part of the time. Where \
                  dropping the caches failed, nothing says so.",
        writes: false,
        methods: &[
            entry("plain", SYNC, None, &["read_plain"]),
            entry("fadvise", SYNC, LINUX, &["read_fadvise"]),
            entry("rdahead", SYNC, MAC, &["read_rdahead", "read_readahead"]),
            entry("rdadvise", SYNC, MAC, &["read_rdadvise"]),
            entry("direct", SYNC, LINUX, &["read_direct"]),
            entry("nocache", SYNC, MAC, &["read_nocache"]),
            entry("mmap-plain", MAPPED, None, &["mmap_plain", "read_mmap_plain"]),
            entry("mmap-fadvise", MAPPED, LINUX, &["mmap_fadvise", "read_mmap_fadvise"]),
            entry(
                "mmap-rdahead",
                MAPPED,
                MAC,
                &["mmap_rdahead", "read_mmap_rdahead", "mmap_readahead", "read_mmap_readahead"],
            ),
            entry("mmap-rdadvise", MAPPED, MAC, &["mmap_rdadvise", "read_mmap_rdadvise"]),
            entry("mmap-direct", MAPPED, LINUX, &["mmap_direct", "read_mmap_direct"]),
            entry("mmap-nocache", MAPPED, MAC, &["mmap_nocache", "read_mmap_nocache"]),
            entry("aio-fadvise", ASYNC, LINUX, &["aio_read_fadvise", "read_aio_fadvise"]),
            entry("aio-direct", ASYNC, LINUX, &["aio_read_direct", "read_aio_direct"]),
            entry(
                "aio-rdahead",
                ASYNC,
                MAC,
                &["aio_read_rdahead", "read_aio_rdahead", "read_aio_readahead"],
            ),
            entry("aio-rdadvise", ASYNC, MAC, &["aio_read_rdadvise", "read_aio_rdadvise"]),
            entry("aio-nocache", ASYNC, MAC, &["aio_read_nocache", "read_aio_nocache"]),
            entry("async-plain", ASYNC, LINUX, &["read_async_plain"]),
            entry("async-fadvise", ASYNC, LINUX, &["read_async_fadvise"]),
            entry("async-rdahead", ASYNC, MAC, &["read_async_rdahead", "read_async_readahead"]),
            entry("async-rdadvise", ASYNC, MAC, &["read_async_rdadvise"]),
            entry("async-direct", ASYNC, LINUX, &["read_async_direct"]),
            entry("async-nocache", ASYNC, MAC, &["read_async_nocache"]),
        ],
    },
    Operation {
        id: "io-benchmark.write",
        summary: "Overwrite a file with random bytes.",
        caveats: "Making the random bytes takes most of the time, and seeding the generator for \
                  each buffer makes small buffers look slow. Nothing is synced. Methods with two \
                  buffers leave out the last buffer, the others write the last one whole: the \
                  condition `written` tells where that is over 1 % of the file.",
        writes: true,
        methods: &[
            entry("plain", SYNC, None, &["write_plain"]),
            entry("preallocate", SYNC, None, &["write_preallocate"]),
            entry("truncate", SYNC, LINUX, &["write_truncate"]),
            entry("preallocate-truncate", SYNC, MAC, &["write_preallocate_truncate"]),
            entry("direct", SYNC, LINUX, &["write_direct"]),
            entry("nocache", SYNC, MAC, &["write_nocache"]),
            entry("direct-preallocate", SYNC, LINUX, &["write_direct_preallocate"]),
            entry("direct-truncate", SYNC, LINUX, &["write_direct_truncate"]),
            entry(
                "preallocate-truncate-nocache",
                SYNC,
                MAC,
                &["write_preallocate_truncate_nocache"],
            ),
            entry("mmap", MAPPED, MAC, &["write_mmap"]),
            entry("mmap-preallocate", MAPPED, LINUX, &["write_mmap_preallocate"]),
            entry("mmap-truncate", MAPPED, LINUX, &["write_mmap_truncate"]),
            entry("mmap-preallocate-direct", MAPPED, LINUX, &["write_mmap_preallocate_direct"]),
            entry("mmap-truncate-direct", MAPPED, LINUX, &["write_mmap_truncate_direct"]),
            entry("async-plain", ASYNC, LINUX, &["write_async_plain", "async_write_plain"]),
            entry(
                "async-preallocate",
                ASYNC,
                LINUX,
                &["write_async_preallocate", "async_write_preallocate"],
            ),
            entry(
                "async-truncate",
                ASYNC,
                LINUX,
                &["write_async_truncate", "async_write_truncate"],
            ),
            entry("async-direct", ASYNC, LINUX, &["write_async_direct", "async_write_direct"]),
            entry(
                "async-direct-preallocate",
                ASYNC,
                LINUX,
                &["write_async_direct_preallocate", "async_write_direct_preallocate"],
            ),
            entry(
                "async-direct-truncate",
                ASYNC,
                LINUX,
                &["write_async_direct_truncate", "async_write_direct_truncate"],
            ),
            entry(
                "async-preallocate-truncate-nocache",
                ASYNC,
                MAC,
                &[
                    "async_write_preallocate_truncate_nocache",
                    "write_async_preallocate_truncate_nocache",
                ],
            ),
        ],
    },
    Operation {
        id: "io-benchmark.copy",
        summary: "Copy a file over another.",
        caveats: "Nothing is synced. Truncating the old copy waits for the trial before: methods \
                  that preallocate avoid that, and the first trial of some paid for its \
                  predecessor. The pipe of splice is never resized, so that buffers above 64 KiB \
                  mean nothing to it.",
        writes: false,
        methods: &[
            entry("plain", LOOP, None, &["copy_plain"]),
            entry("preallocate", LOOP, LINUX, &["copy_preallocate"]),
            entry("rdahead-preallocate", LOOP, MAC, &["copy_rdahead_preallocate"]),
            entry("rdadvise-preallocate", LOOP, MAC, &["copy_rdadvise_preallocate"]),
            entry("direct", LOOP, LINUX, &["copy_direct"]),
            entry("nocache", LOOP, MAC, &["copy_nocache"]),
            entry("mmap-plain", MAPPED, LINUX, &["copy_mmap_plain"]),
            entry("mmap-fadvise", MAPPED, LINUX, &["copy_mmap_fadvise"]),
            entry("mmap-nocache", MAPPED, None, &["copy_mmap_nocache", "copy_mmap"]),
            entry("mmap-nocache-plain", MAPPED, MAC, &["copy_mmap_nocache_plain"]),
            entry("mmap-nocache-nocache", MAPPED, MAC, &["copy_mmap_nocache_nocache"]),
            entry("sendfile", KERNEL, LINUX, &["copy_sendfile"]),
            entry("sendfile-fadvise", KERNEL, LINUX, &["copy_sendfile_fadvise"]),
            entry("sendfile-preallocate", KERNEL, LINUX, &["copy_sendfile_preallocate"]),
            entry(
                "sendfile-preallocate-fadvise",
                KERNEL,
                LINUX,
                &["copy_sendfile_preallocate_fadvise"],
            ),
            entry("splice", KERNEL, LINUX, &["copy_splice"]),
            entry("splice-fadvise", KERNEL, LINUX, &["copy_splice_fadvise"]),
            entry("splice-preallocate", KERNEL, LINUX, &["copy_splice_preallocate"]),
            entry(
                "splice-preallocate-fadvise",
                KERNEL,
                LINUX,
                &["copy_splice_preallocate_fadvise"],
            ),
        ],
    },
];

/// The method of a published name.
pub(super) fn find(published: &str) -> Option<Method> {
    OPERATIONS.iter().enumerate().find_map(|(operation, known)| {
        let entry = known.methods.iter().find(|entry| entry.published.contains(&published))?;
        let two_buffers = known.writes && entry.family == ASYNC;
        Some(Method { operation, name: entry.name, two_buffers })
    })
}

/// Published names that start alike, for a message about one that is not known.
pub(super) fn similar(published: &str) -> Vec<&'static str> {
    let start: String = published.chars().take(5).collect();
    let all = OPERATIONS.iter().flat_map(|operation| operation.methods);
    let names = all.flat_map(|entry| entry.published).copied();
    names.filter(|name| !start.is_empty() && name.starts_with(&start)).collect()
}

/// The methods of an operation as values, simplest first.
pub(super) fn listed(operation: &Operation) -> Vec<Named> {
    let named = |entry: &Entry| Named {
        name: entry.name.to_owned(),
        summary: format!("Published as {}.", entry.published[0]),
        family: Some(entry.family.to_owned()),
        systems: entry.system.into_iter().collect(),
    };
    operation.methods.iter().map(named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_published_name_means_one_method() {
        let mut names: Vec<&str> = OPERATIONS
            .iter()
            .flat_map(|operation| operation.methods)
            .flat_map(|entry| entry.published)
            .copied()
            .collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(names.iter().all(|name| find(name).is_some()));
    }

    #[test]
    fn other_names_of_a_method_mean_the_same() {
        for (one, other) in [
            ("read_readahead", "read_rdahead"),
            ("aio_read_direct", "read_aio_direct"),
            ("async_write_plain", "write_async_plain"),
            ("mmap_fadvise", "read_mmap_fadvise"),
        ] {
            assert_eq!(find(one).unwrap().name, find(other).unwrap().name);
        }
        assert!(find("read").is_none());
        assert!(similar("read_plane").contains(&"read_plain"));
    }
}
