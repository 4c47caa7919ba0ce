//! Targets: places where an agent can be started, and the link to it.

mod exec;
mod local;
mod netns;
mod ssh;

use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use sys::interrupt::Interrupt;
use sys::wait::{handle, readable};

use crate::lines::Lines;
use crate::protocol::frame::{Received, Receiver, Sender};
use crate::protocol::{Hello, Reply, Request, VERSION};

/// What is kept of what a guest says besides.
const LOG: usize = 16 * 1024;

/// A way to start an agent somewhere. One small file each.
pub(crate) trait Target {
    /// Starts an agent and returns the process at the near end of the pipe to it.
    fn start(&self) -> io::Result<Child>;
}

/// The target of a name: a kind, and for most a colon and what that kind wants to know.
pub(crate) fn target(name: &str) -> Option<Box<dyn Target>> {
    let (kind, rest) = name.split_once(':').unwrap_or((name, ""));
    match (kind, rest.trim()) {
        ("local", "") => Some(Box::new(local::Local)),
        ("netns", namespace) if !namespace.is_empty() => {
            Some(Box::new(netns::NetworkNamespace(namespace.to_owned())))
        }
        ("ssh", host) if !host.is_empty() => Some(Box::new(ssh::Ssh(host.to_owned()))),
        ("exec", prefix) if !prefix.is_empty() => Some(Box::new(exec::Exec(prefix.to_owned()))),
        _ => None,
    }
}

/// Names of all targets, for messages.
pub(crate) const NAMES: &[&str] = &["local", "netns:NAME", "ssh:HOST", "exec:COMMAND"];

/// A command whose agent is at the other end of its input and output.
fn piped(command: &mut Command) -> io::Result<Child> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    // Ctrl-C in the terminal is for the harness alone: it tells the agent what to do.
    sys::process::in_own_group(command);
    command.spawn()
}

/// Why an agent is of no more use.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// It could not be started.
    #[error("the agent could not be started: {0}")]
    Start(#[source] io::Error),
    /// It is gone, or its words cannot be trusted.
    #[error("the agent is lost: {0}")]
    Lost(String),
    /// It refused a request.
    #[error("{0}")]
    Refused(String),
    /// It is of another build.
    #[error("the agent is of another build: {0}")]
    Unequal(String),
    /// A person asked to stop while we waited.
    #[error("interrupted")]
    Interrupted,
}

/// The pipe to an agent.
pub(crate) struct Link {
    process: Child,
    to: Option<ChildStdin>,
    from: Lines<ChildStdout>,
    sender: Sender,
    receiver: Receiver,
    log: String,
}

impl Link {
    /// Starts an agent and makes sure that it is of this build.
    pub(crate) fn open(target: &dyn Target) -> Result<(Self, Hello), LinkError> {
        let mut process = target.start().map_err(LinkError::Start)?;
        let (to, from) = (process.stdin.take(), process.stdout.take());
        let from = from.ok_or_else(|| LinkError::Lost("it has no output".into()))?;
        let mut link = Self {
            process,
            to,
            from: Lines::new(from),
            sender: Sender::default(),
            receiver: Receiver::default(),
            log: String::new(),
        };
        let Reply::Hello(hello) = link.ask(&Request::Hello)? else {
            return Err(LinkError::Lost("it did not introduce itself".into()));
        };
        let registry = crate::agent::registry_digest();
        if hello.version != VERSION || hello.registry != registry {
            return Err(LinkError::Unequal(format!(
                "it speaks protocol {} and knows registry {:.12}, not {VERSION} and {registry:.12}",
                hello.version, hello.registry
            )));
        }
        Ok((link, hello))
    }

    /// Sends a request and waits for its answer, whatever a person asks meanwhile.
    pub(crate) fn ask(&mut self, request: &Request) -> Result<Reply, LinkError> {
        self.tell(request)?;
        match self.reply(None)? {
            Reply::Refused(why) => Err(LinkError::Refused(why)),
            reply => Ok(reply),
        }
    }

    /// Sends a request.
    pub(crate) fn tell(&mut self, request: &Request) -> Result<(), LinkError> {
        let to = self.to.as_mut().ok_or_else(|| LinkError::Lost("it was given up".into()))?;
        self.sender.send(to, request).map_err(|error| LinkError::Lost(error.to_string()))
    }

    /// Waits for the next message. With an `interrupt` and a count of askings that were seen,
    /// waiting ends when a person asks again.
    pub(crate) fn reply(
        &mut self,
        interrupt: Option<(&Interrupt, usize)>,
    ) -> Result<Reply, LinkError> {
        loop {
            while let Some(line) = self.from.next_line() {
                let received = self.receiver.receive(&line);
                match received.map_err(|error| LinkError::Lost(error.to_string()))? {
                    Received::Message(reply) => return Ok(reply),
                    Received::Foreign if self.log.len() < LOG => {
                        self.log.push_str(&line);
                        self.log.push('\n');
                    }
                    Received::Part | Received::Foreign => {}
                }
            }
            if self.from.at_end() {
                return Err(LinkError::Lost(self.last_words()));
            }
            if interrupt.is_some_and(|(interrupt, seen)| interrupt.count() > seen) {
                return Err(LinkError::Interrupted);
            }
            let mut handles = vec![handle(self.from.source())];
            handles.extend(interrupt.and_then(|(interrupt, _)| interrupt.handle()));
            let ready = readable(&handles, None).map_err(|e| LinkError::Lost(e.to_string()))?;
            if ready[0] {
                self.from.read_some().map_err(|error| LinkError::Lost(error.to_string()))?;
            } else if let Some((interrupt, _)) = interrupt {
                interrupt.acknowledge();
            }
        }
    }

    fn last_words(&mut self) -> String {
        let status = self.process.wait().map_or_else(|e| e.to_string(), |one| one.to_string());
        match self.log.trim().lines().last() {
            Some(line) => format!("it ended with {status}; its last line: {line}"),
            None => format!("it ended with {status}"),
        }
    }

    /// Closes the pipe, upon which the agent cleans up and leaves, and waits for that.
    pub(crate) fn close(mut self) {
        self.give_up();
    }

    fn give_up(&mut self) {
        if self.to.take().is_some() {
            // It may be saying something that nobody waits for: reading lets it come to its end.
            while !self.from.at_end() && self.from.read_some().is_ok() {
                while self.from.next_line().is_some() {}
            }
            let _ = self.process.wait();
        }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.give_up();
    }
}
