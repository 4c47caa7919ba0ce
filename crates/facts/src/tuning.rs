//! Kernel settings that bound a server under load: what they are, what a planned load needs, and
//! how they are set now and for good.
//!
//! One table a system; a row says where its value is read and what it must be, with the source.

/// A row of a kernel setting that `sysctl` reads and sets, and `/etc/sysctl.conf` keeps.
macro_rules! sysctl {
    ($name:literal, $wanted:expr, $why:literal, $set:literal, $source:literal) => {
        crate::tuning::Row {
            name: $name,
            read: crate::tuning::Read::Command(&["sysctl", "-n", $name]),
            wanted: $wanted,
            why: $why,
            now: concat!($set, $name, "={}"),
            kept: concat!("/etc/sysctl.conf: ", $name, "={}"),
            source: $source,
        }
    };
}
use sysctl;

mod freebsd;
mod illumos;
mod linux;
mod macos;
mod netbsd;
mod openbsd;
mod windows;

use std::process::{Command, Stdio};

use model::System;
use sys::host::Resource;

use crate::{Found, Source};

/// A planned load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// Connections at the same time.
    pub connections: u64,
    /// Connections a second.
    pub rate: u64,
    /// Whether each connection has a process of its own.
    pub processes: bool,
    /// Whether each connection has a thread of its own.
    pub threads: bool,
}

impl Demand {
    /// Tasks that the kernel schedules, one a connection where the server is made so.
    fn tasks(self) -> u64 {
        if self.processes || self.threads { self.connections + 1_024 } else { 1_024 }
    }

    /// Connections that wait out a minute after they were closed.
    fn waiting(self) -> u64 {
        self.rate * 60
    }
}

/// A setting, and how it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The system's own name of it.
    pub name: &'static str,
    /// Its present value, or why that is not known.
    pub present: Found<String>,
    /// What the load needs; `None`: it should be left alone.
    pub wanted: Option<String>,
    /// Whether the present value does; `None` where that is not known.
    pub fits: Option<bool>,
    /// Why it matters.
    pub why: &'static str,
    /// The command that sets it now; `None` where only a restart does.
    pub now: Option<String>,
    /// The file that keeps it, and the line in it.
    pub kept: String,
    /// Where this is documented.
    pub source: &'static str,
    /// The file below the root that takes a new value at once and may safely be given one.
    settable: Option<&'static str>,
}

/// A row of a system's table.
struct Row {
    name: &'static str,
    read: Read,
    /// What a load needs.
    wanted: fn(Demand) -> Wanted,
    why: &'static str,
    /// The command that sets it now, with `{}` for the value; empty: only a restart does.
    now: &'static str,
    /// The file that keeps it and the line in it, with `{}` for the value.
    kept: &'static str,
    source: &'static str,
}

/// Where a value is read.
#[derive(Clone, Copy)]
enum Read {
    /// A file that holds it, which may be written too.
    Setting(&'static str),
    /// A file that holds it and is not written by us.
    File(&'static str),
    /// The last of several numbers in a file.
    LastOf(&'static str),
    /// A limit of this process.
    Limit(Resource),
    /// What a command prints.
    Command(&'static [&'static str]),
    /// A file that holds it while another file counts something; a count of zero: it is not used.
    Counted { file: &'static str, count: &'static str },
}

/// What a load needs of a setting.
enum Wanted {
    /// This or more.
    AtLeast(u64),
    /// A first and a last number with at least so many from one to the other.
    Range { first: u64, last: u64, at_least: u64 },
    /// This and nothing else.
    Exactly(u64),
    /// Its value is told, and should be left alone.
    Leave,
}

impl Wanted {
    /// The value to set, where there is one.
    fn value(&self) -> Option<String> {
        match self {
            Self::AtLeast(value) | Self::Exactly(value) => Some(value.to_string()),
            Self::Range { first, last, .. } => Some(format!("{first} {last}")),
            Self::Leave => None,
        }
    }

    /// Whether a present value does.
    fn fits(&self, present: &str) -> Option<bool> {
        let numbers: Vec<u64> =
            present.split([' ', '\t', '-']).filter_map(|word| word.parse().ok()).collect();
        match (self, numbers.as_slice()) {
            (Self::Leave, _) => Some(true),
            _ if present == UNLIMITED => Some(true),
            (Self::AtLeast(wanted), [.., present]) => Some(present >= wanted),
            (Self::Exactly(wanted), [present]) => Some(present == wanted),
            (Self::Range { at_least, .. }, [first, last]) => {
                Some(last.saturating_sub(*first) + 1 >= *at_least)
            }
            _ => None,
        }
    }
}

const UNLIMITED: &str = "unlimited";

/// The settings of the system that a source is, as a load needs them. `system` names another
/// system, whose settings are told without their values.
pub fn examine(source: &Source, system: System, here: bool, demand: Demand) -> Vec<Setting> {
    let table = match system {
        System::Linux => linux::TABLE,
        System::FreeBsd | System::DragonFly => freebsd::TABLE,
        System::NetBsd => netbsd::TABLE,
        System::OpenBsd => openbsd::TABLE,
        System::MacOs => macos::TABLE,
        System::Illumos => illumos::TABLE,
        System::Windows => windows::TABLE,
    };
    table.iter().map(|row| row.examine(source, here, demand)).collect()
}

impl Row {
    fn examine(&self, source: &Source, here: bool, demand: Demand) -> Setting {
        let wanted = (self.wanted)(demand);
        let present =
            if here { self.read.value(source) } else { Err("it is another system's".to_owned()) };
        let value = wanted.value();
        let filled = |text: &str| text.replace("{}", value.as_deref().unwrap_or("VALUE"));
        Setting {
            name: self.name,
            fits: present.as_ref().ok().and_then(|present| wanted.fits(present)),
            present,
            why: self.why,
            now: (!self.now.is_empty()).then(|| filled(self.now)),
            kept: filled(self.kept),
            source: self.source,
            settable: match self.read {
                Read::Setting(path) if here && value.is_some() => Some(path),
                _ => None,
            },
            wanted: value,
        }
    }
}

impl Read {
    fn value(self, source: &Source) -> Found<String> {
        let text = match self {
            Self::Setting(path) | Self::File(path) => source.text(path)?,
            Self::LastOf(path) => {
                let text = source.text(path)?;
                text.split_whitespace().last().unwrap_or(&text).to_owned()
            }
            Self::Limit(resource) => match source.calls().limit(resource)?.soft {
                Some(limit) => limit.to_string(),
                None => UNLIMITED.to_owned(),
            },
            Self::Command(words) => said(words)?,
            Self::Counted { file, count } => {
                if source.number(count)? == 0 {
                    return Err("it is not in use".to_owned());
                }
                source.text(file)?
            }
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        Ok(if text == "max" { UNLIMITED.to_owned() } else { words.join(" ") })
    }
}

/// What a command prints.
fn said(words: &[&str]) -> Found<String> {
    let (program, arguments) = words.split_first().ok_or("no command")?;
    let output = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{program}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if !output.status.success() || text.is_empty() {
        return Err(format!("{} says nothing", words.join(" ")));
    }
    Ok(text)
}

/// A value that is to be set, and what it was before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The setting's name.
    pub name: String,
    /// Its file below the root.
    pub path: String,
    /// Its value before.
    pub before: String,
    /// Its value after.
    pub after: String,
}

/// What may be set at once without harm, of all that does not do.
pub fn changes(settings: &[Setting]) -> Vec<Change> {
    settings
        .iter()
        .filter(|setting| setting.fits == Some(false))
        .filter_map(|setting| {
            Some(Change {
                name: setting.name.to_owned(),
                path: setting.settable?.to_owned(),
                before: setting.present.clone().ok()?,
                after: setting.wanted.clone()?,
            })
        })
        .collect()
}

/// Sets a value.
pub fn apply(source: &Source, change: &Change) -> Found<()> {
    source.write(&change.path, &change.after)
}

/// Puts a value back, unless somebody else has changed it since.
pub fn revert(source: &Source, change: &Change) -> Found<()> {
    let present = source.text(&change.path)?.split_whitespace().collect::<Vec<_>>().join(" ");
    if present == change.before {
        return Ok(());
    }
    if present != change.after {
        return Err(format!("it was changed to {present} since, and is left alone"));
    }
    source.write(&change.path, &change.before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_does_where_it_is_enough() {
        let fits = |wanted: Wanted, present| wanted.fits(present);
        assert_eq!(fits(Wanted::AtLeast(100), "100"), Some(true));
        assert_eq!(fits(Wanted::AtLeast(100), "99"), Some(false));
        assert_eq!(fits(Wanted::AtLeast(100), UNLIMITED), Some(true));
        assert_eq!(fits(Wanted::AtLeast(100), "some"), None);
        assert_eq!(fits(Wanted::Exactly(1), "2"), Some(false));
        assert_eq!(fits(Wanted::Leave, "anything"), Some(true));
        let range = || Wanted::Range { first: 1024, last: 65_535, at_least: 28_233 };
        assert_eq!(fits(range(), "32768 60999"), Some(false));
        assert_eq!(fits(range(), "1024 65535"), Some(true));
    }

    #[test]
    fn every_row_names_what_a_person_needs() {
        let none = Source::new("/nowhere", crate::Recorded::default());
        let demand = Demand { connections: 1, rate: 1, processes: false, threads: false };
        for system in [
            System::Linux,
            System::FreeBsd,
            System::NetBsd,
            System::OpenBsd,
            System::MacOs,
            System::Illumos,
            System::Windows,
        ] {
            let settings = examine(&none, system, false, demand);
            assert!(settings.len() >= 3, "{system:?}");
            for setting in settings {
                let texts = [setting.name, setting.why, setting.source, &setting.kept];
                assert!(texts.iter().all(|text| !text.is_empty()), "{system:?} {}", setting.name);
                assert!(!setting.kept.contains("{}"), "{}", setting.name);
                assert_eq!(setting.fits, None, "{}: it is not of this system", setting.name);
            }
        }
    }
}
