//! `whichos doctor net`: settings that bound a server under load, told, set and put back.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use facts::Source;
use facts::tuning::{self, Change, Demand, Setting};
use model::System;
use serde_json::{Value, json};

use crate::cli::{Net, ServerFamily};
use crate::{Exit, output, paths};

pub(crate) fn net(arguments: &Net) -> Result<Exit> {
    let source = Source::here();
    if arguments.revert {
        return revert(&source);
    }
    let own = System::of_build(std::env::consts::OS);
    let system = match &arguments.system {
        Some(name) => Some(
            System::of_build(&name.to_ascii_lowercase())
                .with_context(|| format!("no system is called {name}; there is {SYSTEMS}"))?,
        ),
        None => own,
    }
    .with_context(|| format!("no settings are known of this system; there is {SYSTEMS}"))?;
    let demand = Demand {
        connections: arguments.connections,
        rate: arguments.rate,
        processes: arguments.family == Some(ServerFamily::Process),
        threads: arguments.family == Some(ServerFamily::Thread),
    };
    let look = || tuning::examine(&source, system, own == Some(system), demand);
    let mut settings = look();
    if arguments.apply {
        apply(&source, &tuning::changes(&settings))?;
        settings = look();
    }
    if arguments.json {
        let document: Vec<Value> = settings.iter().map(document).collect();
        output::data(&(serde_json::to_string_pretty(&document)? + "\n"))?;
    } else {
        output::data(&text(&settings)?)?;
    }
    let short = settings.iter().any(|setting| setting.fits == Some(false));
    Ok(if short { Exit::Incomplete } else { Exit::Ok })
}

const SYSTEMS: &str = "linux, freebsd, netbsd, openbsd, macos, illumos, windows";

/// Remembers what is, then sets what is wanted. What was remembered by an earlier call stays: it
/// is what the system had before any of them.
fn apply(source: &Source, changes: &[Change]) -> Result<()> {
    let file = paths::tuning_file()?;
    let mut remembered = remembered(&file)?;
    for change in changes {
        match remembered.iter_mut().find(|known| known.path == change.path) {
            Some(known) => known.after.clone_from(&change.after),
            None => remembered.push(change.clone()),
        }
    }
    remember(&file, &remembered)?;
    if changes.is_empty() {
        output::say("nothing is to be set");
    }
    for change in changes {
        let Change { name, before, after, .. } = change;
        match tuning::apply(source, change) {
            Ok(()) => output::say(&format!("{name}: {before} -> {after}")),
            Err(why) => output::say(&format!("{name} stays {before}: {why}")),
        }
    }
    if !changes.is_empty() {
        output::say("`whichos doctor net --revert` puts back what was");
    }
    Ok(())
}

fn revert(source: &Source) -> Result<Exit> {
    let file = paths::tuning_file()?;
    let changes = remembered(&file)?;
    ensure!(!changes.is_empty(), "nothing was set by `whichos doctor net --apply`");
    let mut left = Vec::new();
    for change in changes {
        match tuning::revert(source, &change) {
            Ok(()) => output::say(&format!("{}: {} again", change.name, change.before)),
            Err(why) => {
                output::say(&format!("{}: {why}", change.name));
                left.push(change);
            }
        }
    }
    remember(&file, &left)?;
    Ok(if left.is_empty() { Exit::Ok } else { Exit::Incomplete })
}

fn remembered(file: &Path) -> Result<Vec<Change>> {
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error).with_context(|| format!("reading {}", file.display())),
    };
    let document: Value =
        serde_json::from_str(&text).with_context(|| format!("reading {}", file.display()))?;
    let changes = document.as_array().map(|all| all.iter().map(change).collect());
    match changes.flatten() {
        Some(changes) => Ok(changes),
        None => bail!(
            "{} is damaged; it should hold what `doctor net --apply` has set: put the values back \
             by hand and remove it",
            file.display()
        ),
    }
}

fn change(value: &Value) -> Option<Change> {
    let text = |name: &str| value.get(name)?.as_str().map(str::to_owned);
    Some(Change {
        name: text("name")?,
        path: text("path")?,
        before: text("before")?,
        after: text("after")?,
    })
}

/// The file is whole at any time, and gone when there is nothing to remember.
fn remember(file: &Path, changes: &[Change]) -> Result<()> {
    if changes.is_empty() {
        return match std::fs::remove_file(file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(error).with_context(|| format!("removing {}", file.display()))
            }
            _ => Ok(()),
        };
    }
    let all: Vec<Value> = changes
        .iter()
        .map(|one| {
            json!({
                "name": one.name, "path": one.path, "before": one.before, "after": one.after,
            })
        })
        .collect();
    let folder = file.parent().unwrap_or(file);
    std::fs::create_dir_all(folder).with_context(|| format!("creating {}", folder.display()))?;
    let new = file.with_extension("new");
    std::fs::write(&new, serde_json::to_string_pretty(&all)?)
        .and_then(|()| std::fs::rename(&new, file))
        .with_context(|| format!("writing {}", file.display()))
}

fn document(setting: &Setting) -> Value {
    json!({
        "setting": setting.name,
        "present": setting.present.as_ref().ok(),
        "unknown": setting.present.as_ref().err(),
        "wanted": setting.wanted,
        "fits": setting.fits,
        "why": setting.why,
        "set": setting.now,
        "keep": setting.kept,
        "source": setting.source,
    })
}

fn text(settings: &[Setting]) -> Result<String> {
    let mut text = String::new();
    let groups: [(&str, Option<bool>); 3] = [
        ("Not as this load needs it", Some(false)),
        ("Not known", None),
        ("Enough, or best left alone", Some(true)),
    ];
    for (title, fits) in groups {
        let found: Vec<&Setting> = settings.iter().filter(|setting| setting.fits == fits).collect();
        if found.is_empty() {
            continue;
        }
        writeln!(text, "{title}")?;
        for setting in found {
            tell(&mut text, setting)?;
        }
        writeln!(text)?;
    }
    Ok(text)
}

fn tell(text: &mut String, setting: &Setting) -> Result<()> {
    let present = match &setting.present {
        Ok(value) => value.clone(),
        Err(why) => format!("unknown ({why})"),
    };
    let wanted = setting.wanted.as_ref().filter(|_| setting.fits != Some(true));
    let wanted = wanted.map_or_else(String::new, |value| format!(", wanted {value}"));
    writeln!(text, "  {}: {present}{wanted}", setting.name)?;
    if setting.fits == Some(true) {
        return Ok(());
    }
    writeln!(text, "    why:  {}", setting.why)?;
    match &setting.now {
        Some(command) => writeln!(text, "    now:  {command}")?,
        None => writeln!(text, "    now:  only a restart sets it")?,
    }
    writeln!(text, "    keep: {}", setting.kept)?;
    writeln!(text, "    see:  {}", setting.source)?;
    Ok(())
}
