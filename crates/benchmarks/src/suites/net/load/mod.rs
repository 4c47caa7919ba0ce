//! The load: a process of its own, whose threads connect, read to the end and check every answer,
//! and which watches itself.

mod client;
mod counts;
mod plan;
mod stay;

use model::Tally;
use sys::clock::now_ns;
use sys::network::{Counters, counters};
use sys::thread::Worker;

use self::counts::Counts;
use self::plan::Plan;
use super::metrics::Found;
use super::protocol::Dialog;
use super::server::raise;
use crate::{Context, Error, Findings, Result, Workload};

/// From how busy a thread on, in millionths of the window, the load is the bottleneck.
const BUSY_PPM: u64 = 850_000;

/// Sets the load up; nothing is sent before it begins.
pub(super) fn prepare(context: &Context) -> Result<Workload> {
    let plan = Plan::of(context)?;
    let open_files = raise(plan.connections as u64)?;
    let workload = Workload::once(move |window_ms, findings| {
        let before = counters();
        let counts = match plan.dialog {
            Dialog::Stay => stay::hold(&plan, window_ms)?,
            _ => in_threads(&plan, window_ms)?,
        };
        tell(&plan, &counts, findings);
        lingering(before, counters(), findings);
        if counts.answers == 0 {
            let troubles = counts.troubles();
            return Err(Error::Wrong(format!("no client had an answer: {troubles}")));
        }
        Ok(Tally { operations: counts.answers, checksum: counts.wrong })
    });
    Ok(workload.noting("load.open_files", open_files))
}

/// Drives the load by as many threads as leave at least half of the processors to the server.
fn in_threads(plan: &Plan, window_ms: u64) -> Result<Counts> {
    let processors = sys::limits::limits().processors;
    let threads = if processors >= 4 && plan.connections >= 2 { 2 } else { 1 };
    let begin_ns = now_ns();
    let window = plan::Window::new(begin_ns, window_ms);
    let start = |number| {
        let part = plan.part(number, threads);
        Worker::start(move || client::drive(&part, window))
    };
    let others: sys::Result<Vec<_>> = (1..threads).map(start).collect();
    let mut all = client::drive(&plan.part(0, threads), window)?;
    for other in others? {
        all.add(&other.join()??);
    }
    Ok(all)
}

fn tell(plan: &Plan, counts: &Counts, findings: &mut Findings) {
    findings.single(Found::Rate.index(), counts.counted, counts.counted_ns.max(1));
    let latency = if plan.is_open() { Found::Response } else { Found::Service };
    for (found, recorder) in [(latency, &counts.latencies), (Found::Connect, &counts.connects)] {
        // Where nobody came to an end within the window there is nothing to tell.
        if recorder.count() > 0 {
            findings.latencies(found.index(), recorder);
        }
    }
    for (found, count) in counts.errors() {
        findings.single(found.index(), count, 1);
    }
    findings.single(Found::Unfinished.index(), counts.unfinished, 1);
    if plan.is_open() {
        findings.single(Found::Late.index(), counts.late, 1);
    }
    if let Some(ppm) = counts.busiest_ppm {
        findings.single(Found::LoadProcessor.index(), ppm, 1);
        // Under the open loop the load does what is planned: it bounds nothing.
        if ppm > BUSY_PPM && !plan.is_open() {
            findings.invalid(Found::Rate.index(), "client-bound");
        }
    }
}

/// What the network has counted meanwhile: the trial's own where the system allows it.
fn lingering(before: Option<Counters>, after: Option<Counters>, findings: &mut Findings) {
    let Some((before, after)) = before.zip(after) else { return };
    let sent_again = after.syn_retransmits.saturating_sub(before.syn_retransmits);
    let overflows = after.listen_overflows.saturating_sub(before.listen_overflows);
    let time_wait = after.time_wait.saturating_sub(before.time_wait);
    findings.single(Found::SynRetransmits.index(), sent_again, 1);
    findings.single(Found::ListenOverflows.index(), overflows, 1);
    findings.single(Found::TimeWait.index(), time_wait, 1);
}

#[cfg(test)]
mod tests;
