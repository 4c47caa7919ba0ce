//! Which kernel really answers, whatever it calls itself.
//!
//! One file for each kernel. No kernel is told by its release alone, which anybody can set.

mod clues;
mod foreign_unix;
mod gvisor;
mod linux;
mod qemu_user;
mod user_mode_linux;
mod wine;
mod wsl;

use std::fmt;

use crate::Source;
use clues::Clues;

/// Which kernel really answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// `linux`, `gvisor`, `user-mode-linux`, `qemu-user`, `wsl1`, `wsl2`, `wine`,
    /// `freebsd-linuxulator`, `illumos-lx`, `netbsd-linux`, or another system's own name in small
    /// letters; `unknown`.
    pub kernel: String,
    /// What speaks for it.
    pub evidence: Vec<String>,
    /// How sure it is.
    pub confidence: Confidence,
    /// Whether instructions are translated or interpreted, not run by the processor.
    pub translated: bool,
    /// The kernel below, where it tells of itself.
    pub host: Option<String>,
}

/// How sure something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// One mark only, which something else could bear too.
    Guess,
    /// Nothing speaks against it.
    Likely,
    /// A mark that nothing else bears, or several.
    Certain,
}

impl fmt::Display for Confidence {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Guess => "guess",
            Self::Likely => "likely",
            Self::Certain => "certain",
        })
    }
}

/// Marks of one kernel that were found.
#[derive(Default)]
struct Marks {
    evidence: Vec<String>,
    /// Whether one was found that nothing else bears.
    unique: bool,
}

impl Marks {
    /// Notes a mark that something else could bear too.
    fn weak(&mut self, found: bool, evidence: &str) {
        if found {
            self.evidence.push(evidence.to_owned());
        }
    }

    /// Notes a mark that nothing else bears.
    fn unique(&mut self, found: bool, evidence: &str) {
        self.weak(found, evidence);
        self.unique |= found;
    }

    /// The identity, if there is any mark.
    fn identity(self, kernel: &str) -> Option<Identity> {
        let confidence = match self.evidence.len() {
            0 => return None,
            _ if self.unique => Confidence::Certain,
            1 => Confidence::Guess,
            _ => Confidence::Likely,
        };
        Some(Identity {
            kernel: kernel.to_owned(),
            evidence: self.evidence,
            confidence,
            translated: false,
            host: None,
        })
    }
}

/// Kernels that pass for others, in the order in which they are looked for.
const DISGUISED: &[fn(&Clues) -> Option<Identity>] = &[
    wine::identify,
    user_mode_linux::identify,
    gvisor::identify,
    foreign_unix::identify,
    wsl::identify,
    qemu_user::identify,
];

/// Which kernel really answers.
pub fn identify(source: &Source) -> Identity {
    let clues = Clues::gather(source);
    let found: Vec<Identity> = DISGUISED.iter().filter_map(|detect| detect(&clues)).collect();
    // The surest; of equals the first.
    let surest = found.into_iter().rev().max_by_key(|identity| identity.confidence);
    let mut identity = match surest {
        Some(identity) if identity.confidence > Confidence::Guess => identity,
        Some(guess) => linux::with_doubt(&clues, &guess),
        None => linux::identify(&clues),
    };
    if let Some(translator) = clues.translator() {
        identity.translated = true;
        identity.evidence.push(translator);
    }
    identity
}
