//! Result files as commands read them: named, checked, summarised.

use std::path::{Path, PathBuf};

use analysis::{Advice, Findings, Hint, Options, Source, Summary};
use anyhow::{Context as _, Result, bail, ensure};
use model::RunRecord;
use report::Report;

/// Largest file that is read.
const LARGEST: u64 = 256 << 20;

/// A result file.
pub(crate) struct ResultFile {
    /// Its name without folder and ending.
    name: String,
    path: PathBuf,
    pub(crate) record: RunRecord,
    summary: Summary,
}

impl ResultFile {
    /// A record that was measured just now.
    pub(crate) fn of(path: &Path, record: RunRecord) -> Self {
        let summary = analysis::summarize(&record);
        Self { name: name(path), path: path.to_owned(), record, summary }
    }

    /// SHA-256 of the file, which reports show and comparisons do not need.
    fn hash(&self) -> Result<String> {
        harness::file_digest(&self.path)
            .with_context(|| format!("reading {} again", self.path.display()))
    }

    fn read(path: &Path) -> Result<Self> {
        let context = || format!("reading {}", path.display());
        let size = std::fs::metadata(path).with_context(context)?.len();
        ensure!(
            size <= LARGEST,
            "{} has {} MiB; files of up to {} MiB are read",
            path.display(),
            size >> 20,
            LARGEST >> 20
        );
        if path.extension().is_some_and(|extension| extension == "partial") {
            bail!(
                "{} is of a run that did not end; finish it with `whichos run --resume {}`",
                path.display(),
                path.display()
            );
        }
        let text = std::fs::File::open(path).with_context(context)?;
        let record = RunRecord::from_reader(text).with_context(context)?;
        Ok(Self::of(path, record))
    }

    pub(crate) fn source(&self) -> Source<'_> {
        Source { name: &self.name, record: &self.record, summary: &self.summary }
    }
}

/// Reads files side by side; their names are made different where they are equal.
pub(crate) fn read_all(paths: &[PathBuf]) -> Result<Vec<ResultFile>> {
    let mut files: Vec<ResultFile> = std::thread::scope(|scope| {
        let readers: Vec<_> =
            paths.iter().map(|path| scope.spawn(move || ResultFile::read(path))).collect();
        let read = |reader: std::thread::ScopedJoinHandle<'_, Result<ResultFile>>| {
            reader.join().unwrap_or_else(|_| bail!("a file could not be read"))
        };
        readers.into_iter().map(read).collect::<Result<_>>()
    })?;
    let names: Vec<String> = files.iter().map(|file| file.name.clone()).collect();
    for (place, file) in files.iter_mut().enumerate() {
        if names.iter().filter(|name| **name == file.name).count() > 1 {
            file.name = format!("{} ({})", file.name, place + 1);
        }
    }
    Ok(files)
}

fn name(path: &Path) -> String {
    path.file_stem()
        .map_or_else(|| path.display().to_string(), |stem| stem.to_string_lossy().into())
}

/// Everything that can be said of files: the parts of a report, which only borrows them.
pub(crate) struct Told<'a> {
    sources: Vec<Source<'a>>,
    hashes: Vec<String>,
    title: String,
    pub(crate) findings: Vec<Findings>,
    advice: Vec<Advice>,
    pub(crate) hints: Vec<Hint>,
}

impl<'a> Told<'a> {
    /// Between the files where there are several, then within each: subjects, then methods.
    pub(crate) fn of(files: &'a [ResultFile], options: &Options) -> Result<Self> {
        let sources: Vec<Source<'a>> = files.iter().map(ResultFile::source).collect();
        let mut findings = Vec::new();
        if sources.len() > 1 {
            findings.push(analysis::compare_files(&sources, options)?);
        }
        for source in &sources {
            let own = Options { baseline: None, ..options.clone() };
            // A file with one subject, or with one method of each benchmark, has nothing of it.
            findings.extend(analysis::compare_subjects(*source, &own).ok());
            findings.extend(analysis::compare_methods(*source, &own).ok());
        }
        let mut hints: Vec<Hint> = sources.iter().flat_map(|one| analysis::hints(*one)).collect();
        for findings in findings.iter().filter(|one| one.kind == analysis::Kind::Files) {
            hints.extend(analysis::hints_between(&sources, findings));
        }
        let advice =
            sources.iter().map(|one| analysis::advise(*one, analysis::TOLERANCE)).collect();
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        Ok(Self {
            title: names.join(", "),
            hashes: files.iter().map(ResultFile::hash).collect::<Result<_>>()?,
            sources,
            findings,
            advice,
            hints,
        })
    }

    pub(crate) fn report(&self) -> Report<'_> {
        Report {
            title: &self.title,
            sources: &self.sources,
            hashes: &self.hashes,
            findings: &self.findings,
            advice: &self.advice,
            hints: &self.hints,
        }
    }
}

/// Writes a file that is there either whole or not at all.
pub(crate) fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<()> {
    harness::partial::write_whole(path, text.as_ref())
        .with_context(|| format!("writing {}", path.display()))
}
