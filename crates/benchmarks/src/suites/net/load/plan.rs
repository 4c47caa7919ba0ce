//! What the load is to do, and when.

use std::net::{Ipv4Addr, SocketAddrV4};

use super::super::protocol::Dialog;
use crate::{Context, Error, Result};

/// Local addresses that clients connect from, on loopback: each has all ports.
const SOURCES: u32 = 8;

/// What a thread of the load is to do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) to: SocketAddrV4,
    pub(super) dialog: Dialog,
    /// Clients at once, at most.
    pub(super) connections: usize,
    /// Connections that may be on their way to being accepted at once.
    pub(super) backlog: usize,
    pub(super) pace: Pace,
}

/// When clients begin.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pace {
    /// Each when the one before it is done.
    Closed,
    /// The first after `offset_ns`, then one each `interval_ns`.
    Open { interval_ns: u64, offset_ns: u64 },
}

impl Plan {
    pub(super) fn of(context: &Context) -> Result<Self> {
        let offer = context.peer("server")?;
        let to = offer.parse().map_err(|_| Error::Wrong(format!("no address: {offer}")))?;
        let pace = match context.name("load")? {
            "closed" => Pace::Closed,
            "open" => {
                let rate = context.integer("rate")?.max(1);
                Pace::Open { interval_ns: (1_000_000_000 / rate).max(1), offset_ns: 0 }
            }
            other => return Err(Error::Wrong(format!("no load {other}"))),
        };
        Ok(Self {
            to,
            dialog: Dialog::of(context)?,
            connections: context.integer("connections")? as usize,
            backlog: context.integer("backlog")? as usize,
            pace,
        })
    }

    pub(super) fn is_open(&self) -> bool {
        matches!(self.pace, Pace::Open { .. })
    }

    /// One thread's part of it.
    pub(super) fn part(&self, number: usize, threads: usize) -> Self {
        let own = self.connections / threads + usize::from(number < self.connections % threads);
        let pace = match self.pace {
            Pace::Closed => Pace::Closed,
            Pace::Open { interval_ns, .. } => Pace::Open {
                interval_ns: interval_ns * threads as u64,
                offset_ns: interval_ns * number as u64,
            },
        };
        Self { connections: own, pace, ..*self }
    }

    /// Where the client of a number connects from.
    pub(super) fn source(&self, number: u64) -> Option<Ipv4Addr> {
        let last = 2 + (number % u64::from(SOURCES)) as u8;
        self.to.ip().is_loopback().then(|| Ipv4Addr::new(127, 0, 0, last))
    }

    /// When the client of a number begins by the plan, counted from the start; under the closed
    /// loop only the first of each place have a time: those whose answers are held back begin
    /// evenly over that while, so that they do not come in waves.
    pub(super) fn begins_ns(&self, number: u64) -> Option<u64> {
        match self.pace {
            Pace::Open { interval_ns, offset_ns } => Some(offset_ns + number * interval_ns),
            Pace::Closed if number < self.connections as u64 => {
                Some(self.dialog.hold_ns() * number / self.connections as u64)
            }
            Pace::Closed => None,
        }
    }
}

/// The times of a trial by the sample clock.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_field_names, reason = "units stand last")]
pub(super) struct Window {
    pub(super) begin_ns: u64,
    /// What ends before is warm-up.
    pub(super) counts_from_ns: u64,
    /// What ends after is late, and nobody begins any more.
    pub(super) end_ns: u64,
}

impl Window {
    /// A fifth of it is warm-up.
    pub(super) fn new(begin_ns: u64, length_ms: u64) -> Self {
        let length_ns = length_ms * 1_000_000;
        Self { begin_ns, counts_from_ns: begin_ns + length_ns / 5, end_ns: begin_ns + length_ns }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(connections: usize, pace: Pace, dialog: Dialog) -> Plan {
        let to = SocketAddrV4::new(Ipv4Addr::LOCALHOST, 1);
        Plan { to, dialog, connections, backlog: 16, pace }
    }

    #[test]
    fn threads_share_the_plan_without_gap_or_overlap() {
        let pace = Pace::Open { interval_ns: 100, offset_ns: 0 };
        let whole = plan(7, pace, Dialog::Greet);
        let parts: Vec<Plan> = (0..2).map(|number| whole.part(number, 2)).collect();
        assert_eq!(parts.iter().map(|part| part.connections).sum::<usize>(), 7);
        let mut times: Vec<u64> = (0..5)
            .flat_map(|number| parts.iter().map(move |part| part.begins_ns(number).unwrap()))
            .collect();
        times.sort_unstable();
        assert_eq!(times, (0..10).map(|number| number * 100).collect::<Vec<_>>());
    }

    #[test]
    fn held_clients_begin_evenly_and_others_at_once() {
        let held = plan(4, Pace::Closed, Dialog::Hold { ns: 100 });
        let times: Vec<_> = (0..5).map(|number| held.begins_ns(number)).collect();
        assert_eq!(times, [Some(0), Some(25), Some(50), Some(75), None]);
        assert_eq!(plan(4, Pace::Closed, Dialog::Greet).begins_ns(3), Some(0));
    }
}
