//! What a trial finds out, and which role finds it.

use model::{Better, Metric, ThresholdClass, Unit};

/// Indices into the list of metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Rate,
    ServerProcessor,
    Response,
    Service,
    Connect,
    Peak,
    Memory,
    Switches,
    Refused,
    Reset,
    Short,
    TimedOut,
    NoAddress,
    NoDescriptor,
    Other,
    Unfinished,
    Late,
    SynRetransmits,
    ListenOverflows,
    TimeWait,
    LoadProcessor,
}

impl Found {
    /// Its index.
    pub(super) fn index(self) -> u16 {
        self as u16
    }
}

fn metric(name: &str, summary: &str, amount: Unit, per: Unit, better: Better) -> Metric {
    let class = ThresholdClass::System;
    Metric { name: name.into(), summary: summary.into(), amount, per, better, class }
}

/// Something that is counted over a trial.
fn counted(name: &str, summary: &str, noun: &str) -> Metric {
    metric(name, summary, Unit::count(noun), Unit::count("trial"), Better::Diagnostic)
}

/// All metrics, in the order of [`Found`].
pub(super) fn all() -> Vec<Metric> {
    use Better::{Diagnostic, Less, More};
    use Unit::{Bytes, Nanoseconds};
    let one = || Unit::count("connection");
    vec![
        metric(
            "connections_per_s",
            "Complete and correct answers; where connections stay, how fast they were had.",
            one(),
            Nanoseconds,
            More,
        ),
        metric(
            "server_cpu_ns",
            "Processor time of the server's processes for each connection that was answered.",
            Nanoseconds,
            one(),
            Less,
        ),
        metric(
            "response_ns",
            "Open loop: from when a client was to begin until it has the whole answer.",
            Nanoseconds,
            one(),
            Less,
        ),
        metric(
            "service_ns",
            "Closed loop: from when a client begins until it has the whole answer. Blind to what \
             keeps clients from beginning.",
            Nanoseconds,
            one(),
            Less,
        ),
        metric(
            "connect_ns",
            "From when a client begins until it is connected.",
            Nanoseconds,
            one(),
            Less,
        ),
        counted("peak_connections", "Most connections that the server saw at once.", "connection"),
        metric(
            "memory_bytes",
            "Memory for each connection that stays: the server's own, shared parts divided, and \
             the kernel's for both ends.",
            Bytes,
            one(),
            Diagnostic,
        ),
        metric(
            "switches",
            "Context switches of the server's processes for each connection.",
            Unit::count("switch"),
            one(),
            Diagnostic,
        ),
        counted("refused", "Connections that nobody listened for.", "error"),
        counted("reset", "Connections that were broken off.", "error"),
        counted("short", "Connections that ended before the answer did.", "error"),
        counted("timed_out", "Connections that were given up.", "error"),
        counted("no_address", "Connections for which no address or port was left.", "error"),
        counted("no_descriptor", "Connections for which no descriptor was left.", "error"),
        counted("other_errors", "Connections that failed in another way.", "error"),
        counted("unfinished", "Connections still open when the trial ended.", "connection"),
        counted("late_starts", "Open loop: clients that began over 1 ms late.", "connection"),
        counted("syn_retransmits", "Requests to connect that were sent again.", "packet"),
        counted("listen_overflows", "Connections dropped for want of backlog.", "connection"),
        counted("time_wait", "Closed connections that linger, more than before.", "connection"),
        metric(
            "load_cpu_ppm",
            "Share of the window that the busiest thread of the load worked, in millionths.",
            Unit::count("millionth"),
            Unit::count("trial"),
            Diagnostic,
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_and_list_agree() {
        let all = all();
        assert_eq!(all.len(), usize::from(Found::LoadProcessor.index()) + 1);
        assert_eq!(all[usize::from(Found::Short.index())].name, "short");
        assert_eq!(all[usize::from(Found::TimeWait.index())].name, "time_wait");
    }
}
