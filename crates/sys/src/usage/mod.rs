//! What the system counted for this process.

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(not(unix), path = "unsupported.rs")]
mod imp;
#[cfg_attr(target_os = "linux", path = "written_linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "written_unsupported.rs")]
mod written;

/// Counters of this process and of the children that it has waited for, since their start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Processor time in user mode.
    pub user_ns: u64,
    /// Processor time in the kernel.
    pub system_ns: u64,
    /// Page faults served from memory.
    pub minor_faults: u64,
    /// Page faults that read from a device.
    pub major_faults: u64,
    /// Times the processor was given up.
    pub voluntary_switches: u64,
    /// Times the processor was taken away.
    pub involuntary_switches: u64,
}

impl Usage {
    /// What was added since an earlier reading.
    #[must_use]
    pub fn since(self, earlier: Self) -> Self {
        Self {
            user_ns: self.user_ns.saturating_sub(earlier.user_ns),
            system_ns: self.system_ns.saturating_sub(earlier.system_ns),
            minor_faults: self.minor_faults.saturating_sub(earlier.minor_faults),
            major_faults: self.major_faults.saturating_sub(earlier.major_faults),
            voluntary_switches: self.voluntary_switches.saturating_sub(earlier.voluntary_switches),
            involuntary_switches: self
                .involuntary_switches
                .saturating_sub(earlier.involuntary_switches),
        }
    }
}

/// Reads the counters: `getrusage(2)` of the process and of its children. `None` where the system
/// has no such call.
pub fn of_family() -> Option<Usage> {
    imp::of_family()
}

/// Reads the counters of the children that were waited for, and of theirs.
pub fn of_children() -> Option<Usage> {
    imp::of_children()
}

/// Processor time of a process that still runs, all its threads together, without its children.
/// Linux: `/proc/PID/task/*/schedstat`; `None` elsewhere.
pub fn processor_ns(pid: i32) -> Option<u64> {
    let threads = std::fs::read_dir(format!("/proc/{pid}/task")).ok()?;
    let of_thread = |thread: std::fs::DirEntry| -> Option<u64> {
        let text = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse().ok()
    };
    Some(threads.flatten().filter_map(of_thread).sum())
}

/// Data that this process and the children that it has waited for caused to be written to devices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Bytes on their way to a device; buffered ones count when a page becomes dirty.
    pub dirtied_bytes: u64,
    /// Bytes of these that were taken back by deleting or truncating before they were written.
    pub cancelled_bytes: u64,
}

impl Written {
    /// What was caused since an earlier reading, less what was taken back.
    #[must_use]
    pub fn since(self, earlier: Self) -> u64 {
        let dirtied = self.dirtied_bytes.saturating_sub(earlier.dirtied_bytes);
        dirtied.saturating_sub(self.cancelled_bytes.saturating_sub(earlier.cancelled_bytes))
    }
}

/// Reads the counters: `/proc/self/io`, `proc_pid_io(5)`. `None` where the system does not tell.
pub fn written_by_family() -> Option<Written> {
    written::by_family()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_taken_back_was_not_written() {
        let before = Written { dirtied_bytes: 100, cancelled_bytes: 10 };
        let after = Written { dirtied_bytes: 900, cancelled_bytes: 60 };
        assert_eq!(after.since(before), 750);
        let others = Written { dirtied_bytes: 100, cancelled_bytes: 500 };
        assert_eq!(others.since(before), 0, "files of others were deleted");
    }
}
