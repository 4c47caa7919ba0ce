//! The life of a file among ten thousand, each call timed by itself.

use model::{
    Better, Definition, Id, Metric, Parameter, Role, Scale, Shape, Tally, ThresholdClass, Unit,
    Uses, Value,
};
use sys::clock::now_ns;
use sys::file::Name;

use super::{FILES, LARGEST, SIZES, file_names, room};
use crate::choice::{integers, names};
use crate::data::{fill, stamp};
use crate::parameters::{files, named, size};
use crate::{
    Benchmark, Choice, Context, Cost, Entry, Error, Findings, Leaves, Pass, Planned, Profile,
    Recorder, Result, Workload,
};

const ID: &str = "tree.phases";

pub(super) const BENCHMARK: Benchmark =
    Benchmark { leaves: Leaves::EmptyFiles, ..Benchmark::new(ID, definition, cases, prepare) };

/// The metrics, in the order of a file's life.
const PHASES: [(&str, &str); 7] = [
    ("create_ns", "Time of open with O_CREAT and O_EXCL."),
    ("write_ns", "Time of one write of all bytes."),
    ("close_ns", "Time of close after writing."),
    ("open_ns", "Time of open for reading."),
    ("read_ns", "Time of reading all bytes."),
    ("stat_ns", "Time of stat by path."),
    ("unlink_ns", "Time of unlink."),
];

fn definition() -> Definition {
    Definition {
        id: Id(ID.into()),
        revision: 1,
        summary: "Create, write, close, read, stat and unlink, each timed apart.".into(),
        timed: "For each file of a fresh directory: open(O_CREAT | O_EXCL | O_WRONLY), write, \
                close; then for each open(O_RDONLY), read, and off the clock close and a look \
                whether it is what was written; then stat of each. Unlinked: then unlink of each. \
                A clock reading stands between every two calls."
            .into(),
        caveats: "Each figure includes one reading of the clock (see clock.read). Nothing is \
                  synced, and what is read lies in memory. A trial's figure is its median call; \
                  the tail stands beside it. Trials that unlink may slow down those that \
                  follow: ext4 without a journal avoids inodes of recently deleted files."
            .into(),
        source: "The phases of tree.roundtrip, apart: create, write and close differ most \
                 between file systems."
            .into(),
        shape: Shape::Once,
        uses: Uses::Directory,
        metrics: PHASES
            .iter()
            .map(|(name, summary)| Metric {
                name: (*name).into(),
                summary: (*summary).into(),
                amount: Unit::Nanoseconds,
                per: Unit::count("call"),
                better: Better::Less,
                class: ThresholdClass::System,
            })
            .collect(),
        parameters: vec![
            size(),
            files(),
            Parameter {
                name: "after".into(),
                summary: "What becomes of the files.".into(),
                role: Role::Workload,
                scale: Scale::Named(vec![
                    named("kept", "they stay, emptied, until the run's last trial"),
                    named("unlinked", "the trial unlinks them"),
                ]),
            },
        ],
        roles: vec!["worker".into()],
    }
}

fn cases(choice: &Choice<'_>) -> Vec<Planned> {
    let sizes = if choice.wants(Profile::Full) { &SIZES[..] } else { &SIZES[..1] };
    let after: &[&str] =
        if choice.wants(Profile::Standard) { &["kept", "unlinked"] } else { &["kept"] };
    choice
        .product(&definition(), &[&integers(sizes), &integers(&[FILES]), &names(after)])
        .into_iter()
        .filter(|case| {
            let number = |name| case.integer(name).unwrap_or(0);
            (1..=LARGEST).contains(&number("size")) && number("files") >= 1
        })
        .map(|case| {
            let number = |name| case.integer(name).unwrap_or(1);
            let (files, size) = (number("files"), number("size"));
            let kept = case.values.get("after") == Some(&Value::name("kept"));
            Planned {
                case,
                rank: match (size == SIZES[0], kept) {
                    (true, true) => 23,
                    (true, false) => 49,
                    (false, _) => 58,
                },
                pass: Pass::once(files, files.min(512)),
                entry: Entry::Always,
                cost: Cost {
                    ns: files.saturating_mul(size / 2 + 25_000),
                    space_bytes: room(files, size),
                    bytes_written: files.saturating_mul(size),
                    memory_bytes: size.saturating_mul(2),
                    inodes: files.saturating_add(1),
                    ..Cost::default()
                },
            }
        })
        .collect()
}

fn prepare(context: &Context) -> Result<Workload> {
    let names = file_names(context)?;
    let unlinks = context.name("after")? == "unlinked";
    let mut data = vec![0; context.integer("size")? as usize];
    fill(&mut data, context.seed);
    let mut found = vec![1; data.len()];
    let mut recorders: [Recorder; PHASES.len()] = std::array::from_fn(|_| Recorder::new());
    Ok(Workload::once(move |_, findings: &mut Findings| {
        let [create, write, close, open, read, stat, unlink] = &mut recorders;
        for (number, name) in names.iter().enumerate() {
            stamp(&mut data, number as u64);
            written(name, &data, [&mut *create, &mut *write, &mut *close])?;
        }
        for (number, name) in names.iter().enumerate() {
            stamp(&mut data, number as u64);
            read_back(name, &mut found, [&mut *open, &mut *read])?;
            if found != data {
                return Err(Error::Wrong(format!("file {number} is not what was written")));
            }
        }
        for name in &names {
            let begun = now_ns();
            let size = name.size()?;
            stat.record(now_ns() - begun);
            if size != data.len() as u64 {
                return Err(Error::Wrong(format!("a file has {size} bytes")));
            }
        }
        for name in names.iter().filter(|_| unlinks) {
            let begun = now_ns();
            name.unlink()?;
            unlink.record(now_ns() - begun);
        }
        for (metric, recorder) in recorders.iter().enumerate() {
            if recorder.count() > 0 {
                findings.latencies(metric as u16, recorder);
            }
        }
        Ok(Tally { operations: recorders[0].count(), checksum: 0 })
    }))
}

#[inline]
fn written(name: &Name, data: &[u8], recorders: [&mut Recorder; 3]) -> sys::Result<()> {
    let [create, write, close] = recorders;
    let begun = now_ns();
    let file = name.open_new()?;
    let opened = now_ns();
    file.write(data)?;
    let written = now_ns();
    file.close()?;
    let closed = now_ns();
    create.record(opened - begun);
    write.record(written - opened);
    close.record(closed - written);
    Ok(())
}

#[inline]
fn read_back(name: &Name, found: &mut [u8], recorders: [&mut Recorder; 2]) -> sys::Result<()> {
    let [open, read] = recorders;
    let begun = now_ns();
    let file = name.open_to_read()?;
    let opened = now_ns();
    file.read(found)?;
    let done = now_ns();
    file.close()?;
    open.record(opened - begun);
    read.record(done - opened);
    Ok(())
}
