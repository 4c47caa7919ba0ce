//! `whichos run`: from arguments to a request, and from what ended to tables.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use benchmarks::Profile;
use harness::file_systems::{self, FileSystems};
use harness::{Ended, Place, Program, Request, TargetName};
use model::{Origin, RunRecord, Status};
use report::terminal::Screen;
use sys::interrupt::Interrupt;

use crate::cli::Run;
use crate::files::ResultFile;
use crate::progress::Progress;
use crate::{Exit, build, output, paths};

/// Sentences at the end of a run, of each kind.
const FINDINGS: usize = 8;

pub(crate) fn run(arguments: &Run) -> Result<Exit> {
    // A configuration that cannot be used is refused before anything is measured.
    let options = super::report::options()?;
    let request = match &arguments.resume {
        Some(file) => resumed(file, arguments.budget)?,
        None => request(arguments)?,
    };
    if arguments.file_systems.is_empty() {
        for place in &request.places {
            if let Err(error) = paths::remember_place(&place.path) {
                output::say(&format!("note: `whichos clean` will not look there: {error:#}"));
            }
        }
    }
    let interrupt = Interrupt::install().context("preparing for Ctrl-C")?;
    let mut progress = Progress::new();
    let ended = harness::run(&request, &mut progress, &interrupt);
    progress.finish();
    let ended = ended?;
    let page = page(&ended, &request.output);
    show(&ended, arguments.json, &request.output, &options)?;
    match page {
        Ok(page) => output::say(&format!("report: {}", page.display())),
        Err(error) => output::say(&format!("no report: {error:#}")),
    }
    Ok(exit(&ended))
}

/// The page beside the result. That it cannot be written spoils no result.
fn page(ended: &Ended, result: &Path) -> Result<PathBuf> {
    let file = ResultFile::of(result, ended.record.clone());
    super::report::write_page(result, file)
}

/// A profile's time for the whole run. A quick run of up to three suites that are named takes a
/// minute.
fn budget(profile: Profile, selectors: &[String]) -> u64 {
    let seconds: u64 = match profile {
        Profile::Quick if (1..=3).contains(&selectors.len()) => 60,
        Profile::Quick => 90,
        Profile::Standard => 600,
        Profile::Full => 3_600,
    };
    seconds * 1_000_000_000
}

fn request(arguments: &Run) -> Result<Request> {
    let profile = match (arguments.full, arguments.standard) {
        (true, _) => Profile::Full,
        (_, true) => Profile::Standard,
        _ => Profile::Quick,
    };
    let here = [".".to_owned()];
    let named = !arguments.places.is_empty();
    let places = if named { &arguments.places[..] } else { &here[..] };
    let local = ["local".to_owned()];
    let targets = if arguments.targets.is_empty() { &local[..] } else { &arguments.targets[..] };
    let made = made(&arguments.file_systems)?;
    let now = jiff::Timestamp::now();
    Ok(Request {
        selectors: arguments.selectors.clone(),
        profile,
        parameters: parameters(&arguments.parameters)?,
        places: match &made {
            Some(made) => made.places.clone(),
            None => places.iter().map(|text| place(text)).collect::<Result<_>>()?,
        },
        places_named: named || made.is_some(),
        unavailable: made.map_or_else(Vec::new, |made| made.unavailable),
        targets: targets.iter().map(|text| target(text)).collect(),
        label: arguments.label.clone(),
        load_from: arguments.load_from.clone(),
        server_address: arguments.server_address,
        programs: arguments.programs.iter().map(|text| program(text)).collect::<Result<_>>()?,
        budget_ns: arguments.budget.unwrap_or_else(|| budget(profile, &arguments.selectors)),
        written_limit_bytes: arguments.max_write,
        sustained: arguments.sustained,
        seed: arguments.seed,
        output: match &arguments.output {
            Some(file) => writable(file)?,
            None => paths::new_result(now)?,
        },
        resume: None,
        build: build::build(),
        started_unix_ms: u64::try_from(now.as_millisecond()).unwrap_or(0),
    })
}

/// The file systems that a person wants made, if any.
fn made(kinds: &[String]) -> Result<Option<FileSystems>> {
    if kinds.is_empty() {
        return Ok(None);
    }
    let here = std::env::current_dir().context("finding the current directory")?;
    paths::remember_place(&here)?;
    let made = file_systems::make(kinds, &here)?;
    for note in &made.notes {
        output::say(&format!("note: {note}"));
    }
    for (kind, why) in &made.unavailable {
        output::say(&format!("note: {kind} is not measured: {why}"));
    }
    ensure!(!made.places.is_empty(), "none of these file systems can be made here");
    Ok(Some(made))
}

/// The request of an interrupted run, as its file tells it.
fn resumed(file: &Path, budget: Option<u64>) -> Result<Request> {
    let partial = harness::partial::path_of(file);
    let is_partial = file.extension().is_some_and(|extension| extension == "partial");
    let source = if !is_partial && partial.exists() { &partial } else { file };
    let record =
        harness::partial::read(source).with_context(|| format!("reading {}", source.display()))?;
    ensure!(
        record.sessions.last().is_some_and(|session| !session.complete),
        "{} is complete: there is nothing to resume",
        file.display()
    );
    let Origin::Ours(plan) = &record.origin else {
        bail!("{} comes from another program: it cannot be resumed", file.display());
    };
    let profile = [Profile::Quick, Profile::Standard, Profile::Full]
        .into_iter()
        .find(|profile| profile.name() == plan.profile)
        .with_context(|| format!("{} names no profile that is known here", file.display()))?;
    let output = if is_partial { file.with_extension("") } else { file.to_owned() };
    let now = jiff::Timestamp::now();
    Ok(Request {
        selectors: plan.selectors.clone(),
        profile,
        parameters: parameters(&plan.parameters)?,
        places: plan.places.iter().map(|text| place(text)).collect::<Result<_>>()?,
        places_named: false,
        unavailable: Vec::new(),
        targets: plan.targets.iter().map(|text| target(text)).collect(),
        label: plan.label.clone(),
        load_from: plan.load_from.clone(),
        server_address: plan.server_address.as_deref().and_then(|address| address.parse().ok()),
        programs: plan.programs.iter().map(|text| program(text)).collect::<Result<_>>()?,
        budget_ns: budget.unwrap_or(plan.budget_ns),
        written_limit_bytes: plan.written_limit_bytes,
        sustained: plan.sustained,
        seed: None,
        output,
        resume: Some(record.clone()),
        build: build::build(),
        started_unix_ms: u64::try_from(now.as_millisecond()).unwrap_or(0),
    })
}

/// `LABEL=REST`, or `REST` alone. A label holds no path separator, so that a directory with an
/// equals sign in its name can still be named by its path.
fn labelled(text: &str) -> (Option<String>, &str) {
    match text.split_once('=') {
        Some((label, rest)) if !label.contains(['/', '\\']) && !label.is_empty() => {
            (Some(label.to_owned()), rest)
        }
        _ => (None, text),
    }
}

fn place(text: &str) -> Result<Place> {
    let (label, path) = labelled(text);
    let given = Path::new(path);
    ensure!(given.exists(), "--in {path}: there is no such directory");
    ensure!(given.is_dir(), "--in {path}: that is no directory");
    let path = given.canonicalize().with_context(|| format!("--in {path}"))?;
    Ok(Place { label, path })
}

/// An equals sign after the colon of a target belongs to what the target is told.
fn target(text: &str) -> TargetName {
    match labelled(text) {
        (Some(label), name) if !label.contains(':') => {
            TargetName { label: Some(label), name: name.to_owned() }
        }
        _ => TargetName { label: None, name: text.to_owned() },
    }
}

fn program(text: &str) -> Result<Program> {
    let (label, command) = text
        .split_once('=')
        .filter(|(label, command)| !label.is_empty() && !command.is_empty())
        .with_context(|| format!("--program {text}: write LABEL=COMMAND"))?;
    Ok(Program { label: label.to_owned(), command: absolute(command) })
}

/// The command with the path of its program made absolute: trials have directories of their own.
fn absolute(command: &str) -> String {
    let (program, rest) = command.split_at(command.find(' ').unwrap_or(command.len()));
    match Path::new(program).canonicalize() {
        Ok(path) if program.contains('/') => format!("{}{rest}", path.display()),
        _ => command.to_owned(),
    }
}

fn parameters(texts: &[String]) -> Result<BTreeMap<String, Vec<String>>> {
    let mut parameters: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for text in texts {
        let (name, values) = text
            .split_once('=')
            .with_context(|| format!("--param {text}: write NAME=VALUE[,VALUE]"))?;
        let values = values.split(',').map(|value| value.trim().to_owned());
        parameters.entry(name.to_owned()).or_default().extend(values);
    }
    Ok(parameters)
}

/// The file that a result shall go to, if one can be made there.
fn writable(file: &Path) -> Result<PathBuf> {
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    ensure!(folder.is_dir(), "--output {}: {} is no directory", file.display(), folder.display());
    ensure!(!file.is_dir(), "--output {}: that is a directory", file.display());
    ensure!(!file.exists(), "--output {}: it exists; name another file", file.display());
    let partial = harness::partial::path_of(file);
    ensure!(
        !partial.exists(),
        "{} is of a run that did not end; finish it with `whichos run --resume {}`, or remove it",
        partial.display(),
        partial.display()
    );
    Ok(file.to_owned())
}

fn show(ended: &Ended, json: bool, file: &Path, options: &analysis::Options) -> Result<()> {
    let record = &ended.record;
    if json {
        return output::data(&record.to_json()?);
    }
    let screen = output::screen();
    let summary = analysis::summarize(record);
    let mut text = report::terminal::results(record, &summary, screen);
    text.push_str(&findings(record, &summary, options, screen));
    text.push_str(&report::terminal::spent(record, screen));
    output::data(&text)?;
    output::say(&format!("result: {}", file.display()));
    if ended.interrupted {
        output::say(&format!("stopped early; go on with: whichos run --resume {}", file.display()));
    }
    Ok(())
}

/// What may be said of subjects, where there are several, and of methods.
fn findings(
    record: &RunRecord,
    summary: &analysis::Summary,
    options: &analysis::Options,
    screen: Screen,
) -> String {
    let source = analysis::Source { name: "this run", record, summary };
    let subjects = (record.subjects.len() > 1)
        .then(|| analysis::compare_subjects(source, options).ok())
        .flatten();
    let methods = analysis::compare_methods(source, options).ok();
    let mut text = String::new();
    for findings in [&subjects, &methods].into_iter().flatten() {
        if subjects.is_some() && findings.kind == analysis::Kind::Subjects {
            text.push_str(&report::terminal::comparison(findings, screen));
            text.push('\n');
        }
        text.push_str(&report::terminal::findings(findings, Some(FINDINGS), screen));
        text.push('\n');
    }
    text
}

/// 130 where a person stopped it, 4 where something failed or has too few trials, else 0.
fn exit(ended: &Ended) -> Exit {
    let failed = |record: &RunRecord| {
        record.sessions.last().is_some_and(|session| {
            session.cells.iter().any(|cell| {
                matches!(cell.status, Status::Failed { .. } | Status::Preliminary { .. })
            })
        })
    };
    if ended.interrupted {
        Exit::Interrupted
    } else if failed(&ended.record) {
        Exit::Incomplete
    } else {
        Exit::Ok
    }
}
