//! The measured role: a process of its own that serves, and its control, which starts it, counts
//! what it used and ends it.

use std::net::{IpAddr, Ipv4Addr, SocketAddrV4};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use model::Tally;
use sys::clock::{now_ns, sleep};
use sys::memory::{kernel_bytes, share_bytes};
use sys::process::{Child, Ended, family_of};
use sys::socket::{Listener, Listening};
use sys::thread::Worker;

use super::architectures::{Architecture, find};
use super::board::Board;
use super::metrics::Found;
use super::protocol::Dialog;
use super::scene::Scene;
use crate::suites::program::answering;
use crate::{Context, Error, Findings, Result, Service, Workload};

/// How long a server may take to end by itself.
const GRACE_NS: u64 = 2_000_000_000;
/// Descriptors beside those of connections.
const OWN_DESCRIPTORS: u64 = 64;

/// Sets the server up: its listeners accept connections from here on.
pub(super) fn prepare(context: &Context) -> Result<Workload> {
    let name = context.name("architecture")?;
    let architecture = find(name).ok_or_else(|| Error::Wrong(format!("no architecture {name}")))?;
    let serve = architecture.serve.ok_or(sys::Error::Unsupported(match name {
        "tokio" => "not in this build: it was built without the feature tokio",
        _ => "its code comes with the ports to the systems that have it",
    }))?;
    let connections = context.integer("connections")?;
    if name == "select" && connections + OWN_DESCRIPTORS / 4 > sys::readiness::SELECTABLE as u64 {
        return Err(sys::Error::Unsupported("select watches descriptors below 1,024 only").into());
    }
    let open_files = raise(connections)?;
    let scene = scene(context, architecture, connections)?;
    let offer = scene.listener(0).address()?.to_string();
    // The server and its threads use it until their process ends.
    let scene: &'static Scene = Box::leak(Box::new(scene));
    let processors = context.integer("processors").ok();
    let control = sys::process::id();
    // Should the server be killed, what it has started is not lost sight of.
    sys::process::adopt_orphans();
    let child = sys::process::fork_doing(|| {
        if !sys::process::die_with_parent(control) {
            return 1;
        }
        let served = processors.map_or(Ok(()), |count| sys::limits::run_on(count as usize));
        match served.map_err(Error::from).and_then(|()| serve(scene)) {
            Ok(()) => 0,
            Err(Error::System(error)) => {
                scene.board.refused(&error);
                2
            }
            Err(_) => 2,
        }
    })?;
    let own = Server { child, scene, baseline_ns: 0, sampler: None, done: Arc::default() };
    let workload = Workload::service(own, offer).noting("server.open_files", open_files);
    Ok(match scene.program {
        Some(_) => answering()?
            .notes()
            .into_iter()
            .fold(workload, |workload, (name, text)| workload.noting(name, text))
            .noting("child.linking", "dynamic, in a file of memory"),
        None => workload,
    })
}

/// Raises the limit of open files as far as it goes, and says what it is.
pub(super) fn raise(connections: u64) -> Result<String> {
    let Some((before, now)) = sys::limits::raise_open_files() else {
        return Ok("unknown".to_owned());
    };
    let needed = connections + OWN_DESCRIPTORS;
    if now < needed {
        return Err(Error::Wrong(format!(
            "{connections} connections need {needed} descriptors, a process may have {now}; \
             raise the hard limit with `ulimit -Hn`"
        )));
    }
    Ok(if now > before { format!("{now}, raised from {before}") } else { now.to_string() })
}

fn scene(context: &Context, architecture: &Architecture, connections: u64) -> Result<Scene> {
    let dialog = Dialog::of(context)?;
    let loops = context.integer("loops").unwrap_or(1).max(1) as usize;
    let several = architecture.shares_port && loops > 1;
    let how = Listening {
        backlog: u32::try_from(context.integer("backlog")?).unwrap_or(u32::MAX),
        shares_port: several,
        waits: architecture.waits,
    };
    let here = match context.listen {
        None => Ipv4Addr::LOCALHOST,
        Some(IpAddr::V4(address)) => address,
        Some(IpAddr::V6(_)) => {
            return Err(sys::Error::Unsupported("the server listens on IPv4 only").into());
        }
    };
    let first = Listener::new(SocketAddrV4::new(here, 0), how)?;
    let address = first.address()?;
    let mut listeners = vec![first];
    for _ in 1..if several { loops } else { 1 } {
        listeners.push(Listener::new(address, how)?);
    }
    let program = if architecture.name.starts_with("exec") {
        Some(answering()?.carried(&dialog.argument())?)
    } else {
        None
    };
    let connections = connections as usize;
    Ok(Scene { listeners, dialog, board: Board::new()?, loops, connections, program })
}

/// The control of a server.
struct Server {
    child: Child,
    scene: &'static Scene,
    /// Processor time that the server's processes had used when the load began.
    baseline_ns: u64,
    /// Finds out what memory the connections take, where they stay.
    sampler: Option<Worker<Option<u64>>>,
    done: Arc<AtomicBool>,
}

impl Service for Server {
    fn begin(&mut self) -> Result<()> {
        let family = family_of(self.child.0);
        self.baseline_ns = family.iter().filter_map(|&pid| sys::usage::processor_ns(pid)).sum();
        if self.scene.dialog == Dialog::Stay {
            let (child, scene, done) = (self.child, self.scene, Arc::clone(&self.done));
            let before = memory(child);
            self.sampler = Some(Worker::start(move || {
                let added = when_all_are_there(scene, &done, || memory(child))?;
                Some(added.saturating_sub(before?))
            })?);
        }
        Ok(())
    }

    fn end(self: Box<Self>, findings: &mut Findings) -> Result<Tally> {
        let Self { child, scene, baseline_ns, sampler, done } = *self;
        done.store(true, Ordering::Relaxed);
        let memory = sampler.map(Worker::join).transpose()?.flatten();
        let before = sys::usage::of_children().unwrap_or_default();
        let ended = end(child, &scene.listeners)?;
        sys::process::kill_descendants(None);
        let used = sys::usage::of_children().unwrap_or_default().since(before);
        let (answered, peak) = (scene.board.total(), scene.board.peak());
        let trouble = scene.board.trouble();
        if ended != Ended::Exited(0) {
            let what = trouble.map_or_else(String::new, |trouble| format!("; {trouble}"));
            return Err(Error::Wrong(format!("the server ended early or late: {ended}{what}")));
        }
        if scene.dialog == Dialog::Stay && peak < scene.connections as u64 {
            let why = trouble.unwrap_or_else(|| "it takes no more at once".to_owned());
            let wanted = scene.connections;
            return Err(Error::Wrong(format!("it held {peak} of {wanted} connections: {why}")));
        }
        let per = answered.max(1);
        let processor_ns = (used.user_ns + used.system_ns).saturating_sub(baseline_ns);
        findings.single(Found::ServerProcessor.index(), processor_ns, per);
        findings.single(Found::Peak.index(), peak, 1);
        let switches = used.voluntary_switches + used.involuntary_switches;
        findings.single(Found::Switches.index(), switches, per);
        if let Some(bytes) = memory {
            findings.single(Found::Memory.index(), bytes, scene.connections.max(1) as u64);
        }
        Ok(Tally { operations: answered, checksum: 0 })
    }
}

/// What the server's processes and the kernel take.
fn memory(child: Child) -> Option<u64> {
    let own: u64 = family_of(child.0).iter().filter_map(|&pid| share_bytes(pid)).sum();
    Some(own + kernel_bytes()?)
}

/// Looks once all connections are there, if they still are when the look is over.
fn when_all_are_there(
    scene: &Scene,
    done: &AtomicBool,
    look: impl Fn() -> Option<u64>,
) -> Option<u64> {
    let all = |scene: &Scene| scene.board.live() >= scene.connections as u64;
    while !all(scene) {
        if done.load(Ordering::Relaxed) {
            return None;
        }
        sleep(2_000_000);
    }
    look().filter(|_| all(scene))
}

/// Lets the server end, or ends it.
fn end(child: Child, listeners: &[Listener]) -> Result<Ended> {
    let shut = listeners.iter().all(|listener| listener.shut().is_ok());
    let limit = now_ns() + if shut { GRACE_NS } else { 0 };
    while now_ns() < limit {
        if let Some(ended) = sys::process::poll(child)? {
            return Ok(ended);
        }
        sleep(200_000);
    }
    sys::process::kill(child.0);
    Ok(sys::process::wait(child)?)
}
