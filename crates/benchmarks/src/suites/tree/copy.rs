//! A tree of many small files, copied.

use std::path::Path;

use model::{
    Better, Definition, Id, Metric, Parameter, Role, Scale, Shape, Tally, ThresholdClass, Unit,
    Uses, Value,
};
use sys::clock::now_ns;
use sys::copy::shares_blocks;
use sys::data::{Access, Create, File, Mode, sync_directory};
use sys::file::Name;
use sys::usage::of_family;

use super::calls::{Call, calls};
use super::source::{Tree, content, size, trees};
use crate::choice::names;
use crate::parameters::{call, end, named};
use crate::suites::io::cold::bring;
use crate::suites::io::parameters::cache;
use crate::{
    Benchmark, Choice, Context, Cost, Entry, Error, Leaves, Pass, Planned, Profile, Result,
    Workload,
};

const ID: &str = "tree.copy";

pub(super) const BENCHMARK: Benchmark =
    Benchmark { leaves: Leaves::EmptyFiles, ..Benchmark::new(ID, definition, cases, prepare) };

/// How the copies are opened.
const NEW: Access = Access { mode: Mode::Write, direct: false, create: Create::New };

fn definition() -> Definition {
    let metric = |name: &str, summary: &str, amount, per, better| Metric {
        name: name.into(),
        summary: summary.into(),
        amount,
        per,
        better,
        class: ThresholdClass::System,
    };
    let (ns, file) = (|| Unit::Nanoseconds, || Unit::count("file"));
    Definition {
        id: Id(ID.into()),
        revision: 1,
        summary: "Copy a tree of many small files.".into(),
        timed: "mkdir of every directory; then for each file open of the source, fstat, \
                open(O_CREAT | O_EXCL | O_WRONLY) of the copy, the call, close of both. Durable: \
                fsync of every copy before it is closed, and of every directory at the end."
            .into(),
        caveats: "The list of files is known before: walking the tree is not in the figure. \
                  Names, directories and contents are copied; modes, times and other metadata \
                  are not. Cold is about contents: names and inodes stay in memory. Clones, \
                  copies in the kernel and copies by the program are different things and are \
                  not ranked against each other."
            .into(),
        source: "The complaint of the IO article's readers about copies of many small files; \
                 methods as in io.copy."
            .into(),
        shape: Shape::Once,
        uses: Uses::Directory,
        metrics: vec![
            metric("time_ns", "Time of one file.", ns(), file(), Better::Less),
            metric("bandwidth", "Bytes of all files.", Unit::Bytes, ns(), Better::More),
            metric("processor_ns", "Processor time of one file.", ns(), file(), Better::Less),
        ],
        parameters: vec![
            call(calls()),
            Parameter {
                name: "tree".into(),
                summary: "The tree that is copied.".into(),
                role: Role::Workload,
                scale: Scale::Named(trees()),
            },
            cache(),
            end(vec![
                named("closed", "each file is closed"),
                named("durable", "each file is synced, and all directories at the end"),
            ]),
        ],
        roles: vec!["worker".into()],
    }
}

fn cases(choice: &Choice<'_>) -> Vec<Planned> {
    let every: Vec<String> = calls().into_iter().map(|call| call.name).collect();
    let every: Vec<&str> = every.iter().map(String::as_str).collect();
    let (some, all): (&[&str], &[&str]) = (&["read-write", "copy-file-range"], &every);
    let (warm, both): (&[&str], &[&str]) = (&["warm"], &["warm", "cold"]);
    let (closed, ends): (&[&str], &[&str]) = (&["closed"], &["closed", "durable"]);
    let lists = [
        (Profile::Quick, 24, [some, &["small"], warm, closed]),
        (Profile::Standard, 39, [all, &["small"], warm, closed]),
        (Profile::Standard, 50, [all, &["nested"], both, closed]),
        (Profile::Full, 59, [all, &["small", "nested", "flat"], both, ends]),
    ];
    let mut planned: Vec<Planned> = Vec::new();
    for (profile, rank, lists) in lists {
        if choice.wants(profile) {
            let [calls, trees, caches, ends] = lists.map(names);
            for case in choice.product(&definition(), &[&calls, &trees, &caches, &ends]) {
                if planned.iter().all(|known| known.case != case) {
                    planned.extend(plan(case, rank));
                }
            }
        }
    }
    planned
}

fn plan(case: model::Case, rank: u16) -> Option<Planned> {
    let tree = Tree::find(case.name("tree")?).ok()?;
    let (files, bytes) = (tree.files as u64, tree.bytes());
    let durable = case.values.get("end") == Some(&Value::name("durable"));
    let room = bytes + files * 8192;
    Some(Planned {
        case,
        rank,
        pass: Pass::once(files, files.min(200)),
        entry: Entry::Always,
        cost: Cost {
            ns: files * if durable { 400_000 } else { 60_000 } + 50_000_000,
            space_bytes: room,
            shared_bytes: room,
            bytes_written: bytes,
            memory_bytes: 1 << 20,
            inodes: files + 200,
            ..Cost::default()
        },
    })
}

fn prepare(context: &Context) -> Result<Workload> {
    let tree = Tree::find(context.name("tree")?)?;
    let source = tree.made(context.shared()?)?;
    let target = context.directory()?.join("copy");
    let mut copying = Copying::new(tree, &source, &target, context)?;
    let mechanism = copying.call.mechanism();
    copying.probe(&context.directory()?.join("probe"))?;
    let (state, resident) = copying.bring_all(context.name("cache")?)?;
    let (directories, count) = (tree.directories(), context.operations as usize);
    let workload = Workload::once(move |_, findings| {
        let before = of_family();
        let begun = now_ns();
        let bytes = copying.all()?;
        let elapsed = (now_ns() - begun).max(1);
        let used = of_family().zip(before).map(|(after, before)| after.since(before));
        let files = copying.files.len() as u64;
        findings.single(0, elapsed, files);
        findings.single(1, bytes, elapsed);
        if let Some(used) = used {
            findings.single(2, used.user_ns + used.system_ns, files);
        }
        // Some file systems answer copy_file_range by sharing blocks.
        let shared = mechanism == "in-kernel" && copying.first_is_shared()?;
        findings.condition("mechanism", if shared { "clone" } else { mechanism });
        Ok(Tally { operations: files, checksum: 0 })
    })
    .under("cache", state)
    .verified_by(move || verify(&target, &directories, count));
    Ok(match resident {
        Some(ppm) => workload.resident(ppm),
        None => workload,
    })
}

/// Everything that a copy needs, made before the clock starts.
struct Copying {
    call: Call,
    /// The copy itself, then all directories in it.
    directories: Vec<Name>,
    /// One name in each of them, by which it is synced.
    inside: Vec<Name>,
    files: Vec<(Name, Name)>,
    durable: bool,
}

impl Copying {
    fn new(tree: &Tree, source: &Path, target: &Path, context: &Context) -> Result<Self> {
        let below = tree.directories();
        let mut directories = vec![Name::new(target)?];
        for directory in &below {
            directories.push(Name::new(&target.join(directory))?);
        }
        let inside = std::iter::once(target.join("."))
            .chain(below.iter().map(|directory| target.join(directory).join(".")))
            .map(|path| Name::new(&path))
            .collect::<sys::Result<_>>()?;
        let files = (0..context.operations as usize)
            .map(|number| {
                let file = Tree::file(&below, number);
                Ok((Name::new(&source.join(&file))?, Name::new(&target.join(&file))?))
            })
            .collect::<sys::Result<_>>()?;
        Ok(Self {
            call: Call::new(context.name("call")?)?,
            directories,
            inside,
            files,
            durable: context.name("end")? == "durable",
        })
    }

    /// Copies one file aside, so that what the file system refuses is known before the clock
    /// starts.
    fn probe(&mut self, path: &Path) -> Result<()> {
        let from = File::open(&self.files[0].0, Access::reading(false))?;
        let to = File::open(&Name::new(path)?, NEW)?;
        self.call.copy(&from, &to, from.size()?)
    }

    /// Brings all sources into a state of the cache; says what was proven of all, and which share
    /// of the files' pages is resident on average.
    fn bring_all(&self, wanted: &str) -> Result<(&'static str, Option<u64>)> {
        let mut state = None;
        let mut resident = Some(0);
        for (number, (source, _)) in self.files.iter().enumerate() {
            let proven = bring(source, size(number) as u64, wanted)?;
            if state.is_none_or(|known| known == proven.state) {
                state = Some(proven.state);
            } else {
                state = Some("warm/unknown");
            }
            resident = resident.zip(proven.resident_ppm).map(|(sum, one)| sum + one);
        }
        let files = self.files.len().max(1) as u64;
        Ok((state.unwrap_or("warm/unknown"), resident.map(|sum| sum / files)))
    }

    /// The copy; returns how many bytes were copied.
    #[inline]
    fn all(&mut self) -> Result<u64> {
        for directory in &self.directories {
            directory.make_directory()?;
        }
        let mut bytes = 0;
        for (source, target) in &self.files {
            let from = File::open(source, Access::reading(false))?;
            let size = from.size()?;
            let to = File::open(target, NEW)?;
            self.call.copy(&from, &to, size)?;
            if self.durable {
                to.sync()?;
            }
            to.close()?;
            from.close()?;
            bytes += size;
        }
        for inside in self.inside.iter().filter(|_| self.durable) {
            sync_directory(inside)?;
        }
        Ok(bytes)
    }

    fn first_is_shared(&self) -> Result<bool> {
        let file = File::open(&self.files[0].1, Access::reading(false))?;
        // Blocks that are not on the disk yet cannot be shared with anything.
        Ok(shares_blocks(&file).unwrap_or(false))
    }
}

/// Reads all copies and compares them with what the sources hold.
fn verify(target: &Path, directories: &[std::path::PathBuf], count: usize) -> Result<()> {
    for number in 0..count {
        let path = target.join(Tree::file(directories, number));
        let found = std::fs::read(&path).map_err(|source| Error::Prepare {
            what: format!("reading {}", path.display()),
            source,
        })?;
        if found != content(number) {
            return Err(Error::Wrong(format!("{} is not what was copied", path.display())));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_that_differs_is_found() {
        let place = tempfile::tempdir().unwrap();
        let tree = Tree::find("flat").unwrap();
        let directories = tree.directories();
        let copied = |number| place.path().join(Tree::file(&directories, number));
        std::fs::create_dir(place.path().join("d0")).unwrap();
        for number in 0..3 {
            std::fs::write(copied(number), content(number)).unwrap();
        }
        verify(place.path(), &directories, 3).unwrap();
        assert!(verify(place.path(), &directories, 4).is_err(), "one is missing");
        let mut short = content(2);
        short.pop();
        std::fs::write(copied(2), short).unwrap();
        assert!(verify(place.path(), &directories, 3).is_err(), "one is short");
    }
}
